import ReelEvents

/// The writes that applying a message makes, gathered into its halves: a run of removals is one,
/// a run of sets the other.
struct ApplyRun {
  private enum Half {
    case cleared(StoreName, [String])
    case applied(StoreName, [ValueDictionary.Member])
  }

  private let message: String
  private var half: Half?

  /// Nothing written yet on behalf of `message`.
  init(message: String) { self.message = message }

  /// Adds a write; nil for a removal. Gives back the half that it ends, if it ends one.
  mutating func add(_ store: StoreName, _ key: String, _ value: Value?) -> Action? {
    switch (half, value) {
    case (.cleared(store, let keys)?, nil):
      half = .cleared(store, keys + [key])
      return nil
    case (.applied(store, let members)?, let value?):
      half = .applied(store, members + [.init(key: key, value: value)])
      return nil
    default:
      let ended = end()
      half = value.map { .applied(store, [.init(key: key, value: $0)]) } ?? .cleared(store, [key])
      return ended
    }
  }

  /// The half that was being gathered, if there is one.
  mutating func end() -> Action? {
    defer { half = nil }
    switch half {
    case .cleared(let store, let keys)?:
      return .storeCleared(store: store, by: message, keys: keys.sorted(by: utf8Precedes))
    case .applied(let store, let members)?:
      return .storeApplied(store: store, by: message, values: ValueDictionary(members))
    case nil: return nil
    }
  }
}
