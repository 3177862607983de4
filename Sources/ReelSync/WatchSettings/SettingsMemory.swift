import ReelEvents
import ReelFoundation
import ReelPolicies
import ReelSeams

/// What the rules remember of one counterpart from one launch to the next.
///
/// It is kept in the settings store itself, so that an install, which empties the store, starts it
/// anew; under a key that no catalog has, so that no message clears or carries it.
struct SettingsMemory: Equatable {
  /// What a phone remembers of its sends.
  var sender = SenderMemory()
  /// What a watch remembers of its receipts.
  var receiver = ReceiverMemory()
}

extension SettingsMemory {
  /// The key that holds it.
  static func key(for counterpart: DeviceName) -> String { "reel.watchSettings.\(counterpart)" }

  /// What the store at `place` holds of it. Keys that were sent once and that the catalog does not
  /// know any more get numbers of `keys`.
  init(in place: WatchSettings.Place, keys: inout SettingsKeys) {
    let stored = place.defaults.persistentDomain(forName: place.domain)?[
      Self.key(for: place.counterpart)]
    guard let stored, case .dictionary(let parts)? = Value(propertyList: stored) else { return }
    sender.removed = parts.texts(.removed).map { keys.numberAdding($0) }.sorted()
    sender.sent = parts.texts(.sent).map { keys.numberAdding($0) }.sorted()
    sender.lastNumber = parts.number(.sentNumber)
    sender.installation = parts.number(.ownInstallation)
    receiver.lastNumber = parts.number(.receivedNumber)
    receiver.installation = parts.number(.senderInstallation)
    receiver.earlierInstallations = parts.numbers(.earlierInstallations)
  }

  /// Stores it at `place`; `names` are the names of the keys by number.
  func save(in place: WatchSettings.Place, names: [String]) {
    let text = { (keys: [Int32]) in Value.array(keys.map { .string(names[Int($0)]) }) }
    let earlier = receiver.earlierInstallations.map { Value.integer($0) }
    var parts = ValueDictionary()
    parts[.removed] = text(sender.removed)
    parts[.sent] = text(sender.sent)
    parts[.sentNumber] = sender.lastNumber.map { .integer($0) }
    parts[.ownInstallation] = sender.installation.map { .integer($0) }
    parts[.receivedNumber] = receiver.lastNumber.map { .integer($0) }
    parts[.senderInstallation] = receiver.installation.map { .integer($0) }
    parts[.earlierInstallations] = .array(earlier)
    place.defaults.set(parts.propertyList, forKey: Self.key(for: place.counterpart))
  }

  /// The parts by the names they are stored under.
  fileprivate enum Part: String {
    case removed, sent, sentNumber, ownInstallation
    case receivedNumber, senderInstallation, earlierInstallations
  }
}

extension ValueDictionary {
  fileprivate subscript(part: SettingsMemory.Part) -> Value? {
    get { self[part.rawValue] }
    set { self[part.rawValue] = newValue }
  }

  fileprivate func number(_ part: SettingsMemory.Part) -> Int64? {
    if case .integer(let number)? = self[part] { number } else { nil }
  }

  fileprivate func numbers(_ part: SettingsMemory.Part) -> [Int64] {
    guard case .array(let values)? = self[part] else { return [] }
    return values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }

  fileprivate func texts(_ part: SettingsMemory.Part) -> [String] {
    guard case .array(let values)? = self[part] else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
