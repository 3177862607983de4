internal import ReelEvents

/// From an action to the members of its line.
extension LineMembers {
  /// The members of `action`; `store` is left out where it is `defaults`.
  init(_ action: Action) {
    self.init()
    switch action {
    case .storeLoaded(let store, let values):
      add(store)
      add(.values, .dictionary(values))
    case .storeRegister(let values): add(.values, .dictionary(values))
    case .storeSet(let store, let key, let value):
      add(store)
      add(.key, .string(key))
      add(.value, value)
    case .storeRemove(let store, let key):
      add(store)
      add(.key, .string(key))
    case .storeCleared(let store, let by, let keys):
      add(store)
      add(.by, .string(by))
      add(.keys, .array(keys.map(Value.string)))
    case .storeApplied(let store, let by, let values):
      add(store)
      add(.by, .string(by))
      add(.values, .dictionary(values))
    case .storeRead(let store, let key, let value):
      add(store)
      add(.key, .string(key))
      add(.value, value)
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      add(.rule, .string(rule))
      add(.answer, answer.map(Value.bool))
    case .messageSent(let message): add(message)
    case .messageReceived(let message): add(message)
    case .messageFailed(let message, let error):
      add(.message, .string(message))
      add(.error, .string(error))
    case .deviceInstalled(let version, let policy), .deviceLaunched(let version, let policy),
      .deviceUpdated(let version, let policy):
      add(.version, version.map(Value.string))
      add(.policy, policy.map(Value.string))
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked, .unknown: break
    case .deviceAccount(let account): add(.account, account.map(Value.string))
    case .recorderDropped(let count): add(.count, .integer(count))
    case .note(let text): add(.text, .string(text))
    }
  }

  private mutating func add(_ store: StoreName) {
    if store != .defaults { add(.store, .string(store.text)) }
  }

  private mutating func add(_ message: SentMessage) {
    add(.message, .string(message.message))
    add(.channel, .string(message.channel.rawValue))
    add(.to, .string(message.to.text))
    add(.key, message.key.map(Value.string))
    add(.suppressed, (message.suppressed?.rawValue).map(Value.string))
    add(.payload, message.payload)
  }

  private mutating func add(_ message: ReceivedMessage) {
    add(.message, message.message.map(Value.string))
    add(.channel, .string(message.channel.rawValue))
    add(.key, message.key.map(Value.string))
    add(.reason, message.reason.map(Value.string))
    add(.interrupted, message.isInterrupted ? .bool(true) : nil)
    add(.suppressed, (message.suppressed?.rawValue).map(Value.string))
    add(.payload, message.payload)
  }
}

/// From the members of a line to its action.
extension LineMembers {
  /// The action of a line whose `event` is `word`.
  /// - Throws: `ParseError` for a member that is missing or of another type.
  func action(_ word: String) throws(ParseError) -> Action {
    switch EventKind(name: word) {
    case .storeLoaded: .storeLoaded(store: try store(), values: try dictionary(.values))
    case .storeRegister: .storeRegister(values: try dictionary(.values))
    case .storeSet:
      .storeSet(store: try store(), key: try text(.key), value: try value(.value))
    case .storeRemove: .storeRemove(store: try store(), key: try text(.key))
    case .storeCleared:
      .storeCleared(store: try store(), by: try text(.by), keys: try texts(.keys))
    case .storeApplied:
      .storeApplied(store: try store(), by: try text(.by), values: try dictionary(.values))
    case .storeRead: .storeRead(store: try store(), key: try text(.key), value: self[.value])
    case .entitlementRead:
      .entitlementRead(rule: try text(.rule), answer: try optionalBool(.answer))
    case .ruleRead: .ruleRead(rule: try text(.rule), answer: try optionalBool(.answer))
    case .messageSent: .messageSent(try sentMessage())
    case .messageReceived: .messageReceived(try receivedMessage())
    case .messageFailed: .messageFailed(message: try text(.message), error: try text(.error))
    case .deviceInstalled: .deviceInstalled(version: try version(), policy: try policy())
    case .deviceLaunched: .deviceLaunched(version: try version(), policy: try policy())
    case .deviceUpdated: .deviceUpdated(version: try version(), policy: try policy())
    case .deviceCrashed: .deviceCrashed
    case .deviceUninstalled: .deviceUninstalled
    case .deviceLocked: .deviceLocked
    case .deviceUnlocked: .deviceUnlocked
    case .deviceAccount: .deviceAccount(account: try optionalText(.account))
    case .recorderDropped: .recorderDropped(count: try count(.count))
    case .note: .note(text: try text(.text))
    case .unknown, nil: .unknown(kind: word)
    }
  }

  private func store() throws(ParseError) -> StoreName {
    try optionalText(.store).map(StoreName.init) ?? .defaults
  }

  private func version() throws(ParseError) -> String? { try optionalText(.version) }

  private func policy() throws(ParseError) -> String? { try optionalText(.policy) }

  private func sentMessage() throws(ParseError) -> SentMessage {
    SentMessage(
      message: try text(.message), channel: try word(.channel, "a channel"),
      to: DeviceName(try text(.to)), key: try optionalText(.key),
      suppressed: try optionalWord(.suppressed, "a reason"), payload: self[.payload])
  }

  private func receivedMessage() throws(ParseError) -> ReceivedMessage {
    ReceivedMessage(
      message: try optionalText(.message), channel: try word(.channel, "a channel"),
      key: try optionalText(.key), reason: try optionalText(.reason),
      isInterrupted: try optionalBool(.interrupted) ?? false,
      suppressed: try optionalWord(.suppressed, "a reason"), payload: self[.payload])
  }
}
