public import ReelEvents

/// What the settings rules of a device remember of one counterpart, in the form in which the live
/// service keeps it from one launch to the next: under a key of its settings store.
///
/// So an install, which empties the store, starts it anew, and a recording that begins in the
/// middle of a device's life has it in its first `store.loaded`. No catalog has the key, so no
/// message clears or carries it.
public struct SettingsMemory: Sendable, Equatable {
  /// What a phone remembers of its sends.
  public var sender = SenderMemory()
  /// What a watch remembers of its receipts.
  public var receiver = ReceiverMemory()

  /// A memory of nothing.
  public init() {}

  /// What the key of every memory begins with. The names of keys stand there in the clear, and the
  /// numbers of messages; no setting does.
  public static let keyPrefix = "reel.watchSettings."

  /// The key of the memory of `counterpart`.
  public static func key(for counterpart: DeviceName) -> String { keyPrefix + counterpart.text }

  /// The device whose memory `key` holds; nil for other keys.
  public static func counterpart(ofKey key: String) -> DeviceName? {
    guard key.utf8.starts(with: keyPrefix.utf8) else { return nil }
    return DeviceName(String(key.utf8.dropFirst(keyPrefix.utf8.count)) ?? "")
  }
}

extension SettingsMemory {
  /// The memory that a stored value holds; what is not in it was not remembered. Keys that were
  /// sent once and that the catalog does not know any more get numbers of `keys`.
  public init(_ value: Value, keys: inout SettingsKeys) {
    guard case .dictionary(let parts) = value else { return }
    sender.removed = parts.texts(.removed).map { keys.numberAdding($0) }.sorted()
    sender.sent = parts.texts(.sent).map { keys.numberAdding($0) }.sorted()
    sender.lastNumber = parts.number(.sentNumber)
    sender.installation = parts.number(.ownInstallation)
    receiver.lastNumber = parts.number(.receivedNumber)
    receiver.installation = parts.number(.senderInstallation)
    receiver.earlierInstallations = parts.numbers(.earlierInstallations)
      .suffix(ReceiverMemory.earlierInstallationsMax)
  }

  /// The value to store; `names` are the names of the keys by number.
  public func value(names: [String]) -> Value {
    let texts = { (keys: [Int32]) in Value.array(keys.map { .string(names[Int($0)]) }) }
    var parts = ValueDictionary()
    parts[.removed] = texts(sender.removed)
    parts[.sent] = texts(sender.sent)
    parts[.sentNumber] = sender.lastNumber.map { .integer($0) }
    parts[.ownInstallation] = sender.installation.map { .integer($0) }
    parts[.receivedNumber] = receiver.lastNumber.map { .integer($0) }
    parts[.senderInstallation] = receiver.installation.map { .integer($0) }
    parts[.earlierInstallations] = .array(
      receiver.earlierInstallations.map { .integer($0) })
    return .dictionary(parts)
  }

  /// The names under which its parts are stored.
  public static let partNames = Set(Part.allCases.map(\.rawValue))

  /// The parts by the names they are stored under.
  fileprivate enum Part: String, CaseIterable {
    case removed, sent, sentNumber, ownInstallation
    case receivedNumber, senderInstallation, earlierInstallations
  }
}

extension ValueDictionary {
  fileprivate subscript(part: SettingsMemory.Part) -> Value? {
    get { self[part.rawValue] }
    set { self[part.rawValue] = newValue }
  }

  /// A number of a message is a time in milliseconds, or some more: another one is none of ours.
  fileprivate func number(_ part: SettingsMemory.Part) -> Int64? {
    if case .integer(let number)? = self[part], Blob.stampRange.contains(number) {
      number
    } else {
      nil
    }
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
