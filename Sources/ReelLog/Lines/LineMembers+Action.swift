import ReelEvents

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
