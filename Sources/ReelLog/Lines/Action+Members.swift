import ReelEvents

/// What a member of a line holds, as the event has it.
enum LineMember {
  case text(String)
  case texts([String])
  case value(Value)
  case values(ValueDictionary)

  /// The member as a value.
  var value: Value {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map(Value.string))
    case .value(let value): value
    case .values(let values): .dictionary(values)
    }
  }

  /// Appends the canonical text.
  func appendCanonical(to text: inout TextBuffer) {
    switch self {
    case .text(let string): text.append(quoting: string)
    case .value(let value): value.appendCanonical(to: &text)
    case .texts(let strings):
      text.append(UInt8(ascii: "["))
      for index in strings.indices {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(quoting: strings[index])
      }
      text.append(UInt8(ascii: "]"))
    case .values(let values): values.appendCanonical(to: &text)
    }
  }
}

/// From an action to the members of its line. Recording an event is little more than this, so
/// nothing is made on the way.
extension Action {
  /// Calls `body` with each member that the action's line has, in the order of the format.
  func forEachMember(_ body: (LineField, LineMember) -> Void) {
    switch self {
    case .storeLoaded(let store, let values):
      store.member(body)
      body(.values, .values(values))
    case .storeRegister(let values): body(.values, .values(values))
    case .storeSet(let store, let key, let value):
      store.member(body)
      body(.key, .text(key))
      body(.value, .value(value))
    case .storeRemove(let store, let key):
      store.member(body)
      body(.key, .text(key))
    case .storeCleared(let store, let by, let keys):
      store.member(body)
      body(.by, .text(by))
      body(.keys, .texts(keys))
    case .storeApplied(let store, let by, let values):
      store.member(body)
      body(.by, .text(by))
      body(.values, .values(values))
    case .storeRead(let store, let key, let value):
      store.member(body)
      body(.key, .text(key))
      if let value { body(.value, .value(value)) }
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      body(.rule, .text(rule))
      if let answer { body(.answer, .value(.bool(answer))) }
    case .messageSent(let message): message.forEachMember(body)
    case .messageReceived(let message): message.forEachMember(body)
    case .messageFailed(let message, let error):
      body(.message, .text(message))
      body(.error, .text(error))
    case .deviceInstalled(let version, let policy), .deviceLaunched(let version, let policy),
      .deviceUpdated(let version, let policy):
      if let version { body(.version, .text(version)) }
      if let policy { body(.policy, .text(policy)) }
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked, .unknown: break
    case .deviceAccount(let account): if let account { body(.account, .text(account)) }
    case .recorderDropped(let count): body(.count, .value(.integer(count)))
    case .note(let text): body(.text, .text(text))
    }
  }
}

extension StoreName {
  /// It is left out where it is `defaults`.
  fileprivate func member(_ body: (LineField, LineMember) -> Void) {
    if self != .defaults { body(.store, .text(text)) }
  }
}

extension SentMessage {
  fileprivate func forEachMember(_ body: (LineField, LineMember) -> Void) {
    body(.message, .text(message))
    body(.channel, .text(channel.rawValue))
    body(.to, .text(to.text))
    if let key { body(.key, .text(key)) }
    if let suppressed { body(.suppressed, .text(suppressed.rawValue)) }
    if let payload { body(.payload, .value(payload)) }
  }
}

extension ReceivedMessage {
  fileprivate func forEachMember(_ body: (LineField, LineMember) -> Void) {
    if let message { body(.message, .text(message)) }
    body(.channel, .text(channel.rawValue))
    if let key { body(.key, .text(key)) }
    if let reason { body(.reason, .text(reason)) }
    if isInterrupted { body(.interrupted, .value(.bool(true))) }
    if let suppressed { body(.suppressed, .text(suppressed.rawValue)) }
    if let payload { body(.payload, .value(payload)) }
  }
}
