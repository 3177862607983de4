internal import ReelEvents

/// From an action to the end of its line, member by member in the order of the format.
///
/// Recording an event is little more than this, so nothing is made on the way.
extension EventLine {
  /// Appends what comes behind `"event":`.
  static func appendEnd(of action: Action, to bytes: inout [UInt8]) {
    if case .unknown(let word) = action {
      CanonicalText.append(string: word, to: &bytes)
    } else {
      bytes += words[Int(action.kind.rawValue)]
    }
    appendMembers(of: action, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// The words of the kinds, in quotes.
  private static let words = EventKind.allCases.map { Array("\"\($0.name)\"".utf8) }

  private static func appendMembers(of action: Action, to bytes: inout [UInt8]) {
    switch action {
    case .storeLoaded(let store, let values):
      append(store, to: &bytes)
      append(.values, values, to: &bytes)
    case .storeRegister(let values): append(.values, values, to: &bytes)
    case .storeSet(let store, let key, let value):
      append(store, to: &bytes)
      append(.key, key, to: &bytes)
      append(.value, value, to: &bytes)
    case .storeRemove(let store, let key):
      append(store, to: &bytes)
      append(.key, key, to: &bytes)
    case .storeCleared(let store, let by, let keys):
      append(store, to: &bytes)
      append(.by, by, to: &bytes)
      append(.keys, .array(keys.map(Value.string)), to: &bytes)
    case .storeApplied(let store, let by, let values):
      append(store, to: &bytes)
      append(.by, by, to: &bytes)
      append(.values, values, to: &bytes)
    case .storeRead(let store, let key, let value):
      append(store, to: &bytes)
      append(.key, key, to: &bytes)
      append(.value, value, to: &bytes)
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      append(.rule, rule, to: &bytes)
      append(.answer, answer.map(Value.bool), to: &bytes)
    case .messageSent(let message): append(message, to: &bytes)
    case .messageReceived(let message): append(message, to: &bytes)
    case .messageFailed(let message, let error):
      append(.message, message, to: &bytes)
      append(.error, error, to: &bytes)
    case .deviceInstalled(let version, let policy), .deviceLaunched(let version, let policy),
      .deviceUpdated(let version, let policy):
      append(.version, version, to: &bytes)
      append(.policy, policy, to: &bytes)
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked, .unknown: break
    case .deviceAccount(let account): append(.account, account, to: &bytes)
    case .recorderDropped(let count): append(.count, .integer(count), to: &bytes)
    case .note(let text): append(.text, text, to: &bytes)
    }
  }

  private static func append(_ message: SentMessage, to bytes: inout [UInt8]) {
    append(.message, message.message, to: &bytes)
    append(.channel, message.channel.rawValue, to: &bytes)
    append(.to, message.to.text, to: &bytes)
    append(.key, message.key, to: &bytes)
    append(.suppressed, message.suppressed?.rawValue, to: &bytes)
    append(.payload, message.payload, to: &bytes)
  }

  private static func append(_ message: ReceivedMessage, to bytes: inout [UInt8]) {
    append(.message, message.message, to: &bytes)
    append(.channel, message.channel.rawValue, to: &bytes)
    append(.key, message.key, to: &bytes)
    append(.reason, message.reason, to: &bytes)
    append(.interrupted, message.isInterrupted ? .bool(true) : nil, to: &bytes)
    append(.suppressed, message.suppressed?.rawValue, to: &bytes)
    append(.payload, message.payload, to: &bytes)
  }

  /// `store` is left out where it is `defaults`.
  private static func append(_ store: StoreName, to bytes: inout [UInt8]) {
    if store != .defaults { append(.store, store.text, to: &bytes) }
  }

  private static func append(_ field: LineField, _ text: String?, to bytes: inout [UInt8]) {
    guard let text else { return }
    append(field, to: &bytes)
    CanonicalText.append(string: text, to: &bytes)
  }

  private static func append(_ field: LineField, _ value: Value?, to bytes: inout [UInt8]) {
    guard let value else { return }
    append(field, to: &bytes)
    value.appendCanonical(to: &bytes)
  }

  private static func append(
    _ field: LineField, _ values: ValueDictionary, to bytes: inout [UInt8]
  ) {
    append(field, to: &bytes)
    values.appendCanonical(to: &bytes)
  }

  private static func append(_ field: LineField, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(UInt8(ascii: "\""))
    bytes += field.rawValue.utf8
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }
}
