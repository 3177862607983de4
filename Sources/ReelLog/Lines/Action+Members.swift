import ReelEvents

/// What the members of a line are handed to, one by one, each as the event has it.
protocol MemberTaker: ~Copyable {
  mutating func take(_ field: LineField, _ text: String)
  mutating func take(_ field: LineField, _ texts: [String])
  mutating func take(_ field: LineField, _ value: Value)
  mutating func take(_ field: LineField, _ values: ValueDictionary)
}

/// Writes them.
extension TextBuffer: MemberTaker {
  mutating func take(_ field: LineField, _ text: String) {
    append(field.opening)
    append(quoting: text)
  }

  mutating func take(_ field: LineField, _ texts: [String]) {
    append(field.opening)
    append(quoting: texts)
  }

  mutating func take(_ field: LineField, _ value: Value) {
    append(field.opening)
    value.appendCanonical(to: &self)
  }

  mutating func take(_ field: LineField, _ values: ValueDictionary) {
    append(field.opening)
    values.appendCanonical(to: &self)
  }
}

/// From an action to the members of its line. Recording an event is little more than this, so
/// nothing is made on the way.
extension Action {
  /// Hands `taker` each member that the action's line has, in the order of the format.
  func members<Taker: MemberTaker & ~Copyable>(to taker: inout Taker) {
    switch self {
    case .storeLoaded(let store, let values):
      store.member(to: &taker)
      taker.take(.values, values)
    case .storeRegister(let values): taker.take(.values, values)
    case .storeSet(let store, let key, let value):
      store.member(to: &taker)
      taker.take(.key, key)
      taker.take(.value, value)
    case .storeRemove(let store, let key):
      store.member(to: &taker)
      taker.take(.key, key)
    case .storeCleared(let store, let by, let keys):
      store.member(to: &taker)
      taker.take(.by, by)
      taker.take(.keys, keys)
    case .storeApplied(let store, let by, let values):
      store.member(to: &taker)
      taker.take(.by, by)
      taker.take(.values, values)
    case .storeRead(let store, let key, let value):
      store.member(to: &taker)
      taker.take(.key, key)
      if let value { taker.take(.value, value) }
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      taker.take(.rule, rule)
      if let answer { taker.take(.answer, Value.bool(answer)) }
    case .messageSent(let message): message.members(to: &taker)
    case .messageReceived(let message): message.members(to: &taker)
    case .messageFailed(let message, let error):
      taker.take(.message, message)
      taker.take(.error, error)
    case .deviceInstalled(let version, let policy), .deviceLaunched(let version, let policy),
      .deviceUpdated(let version, let policy):
      if let version { taker.take(.version, version) }
      if let policy { taker.take(.policy, policy) }
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked, .unknown: break
    case .deviceAccount(let account): if let account { taker.take(.account, account) }
    case .recorderDropped(let count): taker.take(.count, Value.integer(count))
    case .note(let text): taker.take(.text, text)
    }
  }
}

extension StoreName {
  /// It is left out where it is `defaults`.
  fileprivate func member<Taker: MemberTaker & ~Copyable>(to taker: inout Taker) {
    if self != .defaults { taker.take(.store, text) }
  }
}

extension SentMessage {
  fileprivate func members<Taker: MemberTaker & ~Copyable>(to taker: inout Taker) {
    taker.take(.message, message)
    taker.take(.channel, channel.rawValue)
    taker.take(.to, to.text)
    if let key { taker.take(.key, key) }
    if let suppressed { taker.take(.suppressed, suppressed.rawValue) }
    if let payload { taker.take(.payload, payload) }
  }
}

extension ReceivedMessage {
  fileprivate func members<Taker: MemberTaker & ~Copyable>(to taker: inout Taker) {
    if let message { taker.take(.message, message) }
    taker.take(.channel, channel.rawValue)
    if let key { taker.take(.key, key) }
    if let reason { taker.take(.reason, reason) }
    if isInterrupted { taker.take(.interrupted, Value.bool(true)) }
    if let suppressed { taker.take(.suppressed, suppressed.rawValue) }
    if let payload { taker.take(.payload, payload) }
  }
}
