public import ReelEvents

/// Events of every kind, with few names so that they come again.
extension Seed {
  /// An event of any kind but an unknown one.
  public mutating func event() -> Event {
    let kinds = EventKind.allCases.filter { $0 != .unknown }
    return event(pick(kinds))
  }

  /// An event of `kind`.
  public mutating func event(_ kind: EventKind) -> Event {
    let range = Instant.writable
    let second: Int64 = 1_000_000
    let at = pick([
      Instant.scenarioStart, range.lowerBound, range.upperBound,
      Instant(
        microseconds: Instant.scenarioStart.microseconds + Int64(index(below: 1000)) * second),
    ])
    return Event(at: at, device: device(), action: action(kind))
  }

  private mutating func device() -> DeviceName {
    DeviceName(pick(["phone", "watch", "watch/widget", "tablet", "cloud", "d\"1\"é"]))
  }

  private mutating func action(_ kind: EventKind) -> Action {
    switch kind {
    case .storeLoaded: .storeLoaded(store: store(), values: dictionary())
    case .storeRegister: .storeRegister(values: dictionary())
    case .storeSet: .storeSet(store: store(), key: key(), value: value())
    case .storeRemove: .storeRemove(store: store(), key: key())
    case .storeCleared: .storeCleared(store: store(), by: key(), keys: [key(), key()])
    case .storeApplied: .storeApplied(store: store(), by: key(), values: dictionary())
    case .storeRead: .storeRead(store: store(), key: key(), value: maybe { $0.value() })
    case .entitlementRead: .entitlementRead(rule: key(), answer: maybe { $0.happens(onceIn: 2) })
    case .ruleRead: .ruleRead(rule: key(), answer: maybe { $0.happens(onceIn: 2) })
    case .messageSent: .messageSent(sentMessage())
    case .messageReceived: .messageReceived(receivedMessage())
    case .messageFailed: .messageFailed(message: key(), error: string())
    case .deviceInstalled:
      .deviceInstalled(version: maybe { $0.string() }, policy: maybe { $0.string() })
    case .deviceLaunched:
      .deviceLaunched(version: maybe { $0.string() }, policy: maybe { $0.string() })
    case .deviceUpdated:
      .deviceUpdated(version: maybe { $0.string() }, policy: maybe { $0.string() })
    case .deviceCrashed: .deviceCrashed
    case .deviceUninstalled: .deviceUninstalled
    case .deviceLocked: .deviceLocked
    case .deviceUnlocked: .deviceUnlocked
    case .deviceAccount: .deviceAccount(account: maybe { $0.string() })
    case .recorderDropped: .recorderDropped(count: Int64(index(below: 1 << 40)))
    case .note: .note(text: string())
    case .unknown: .unknown(kind: "device.folded")
    }
  }

  private mutating func sentMessage() -> SentMessage {
    SentMessage(
      message: key(), channel: pick(Channel.allCases), to: device(), key: maybe { $0.key() },
      suppressed: maybe { $0.pick(Suppression.allCases) }, payload: maybe { $0.payload() })
  }

  private mutating func receivedMessage() -> ReceivedMessage {
    ReceivedMessage(
      message: maybe { $0.key() }, channel: pick(Channel.allCases), key: maybe { $0.key() },
      reason: maybe { $0.string() }, isInterrupted: happens(onceIn: 2),
      suppressed: maybe { $0.pick(Suppression.allCases) }, payload: maybe { $0.payload() })
  }

  /// Mostly the dictionaries of a settings context, which resemble one another.
  private mutating func payload() -> Value {
    if happens(onceIn: 4) { return value() }
    return .dictionary(
      ValueDictionary(
        (0..<12).map { number in
          let value: Value = happens(onceIn: 8) ? value(depth: 1) : .integer(Int64(number))
          return ValueDictionary.Member(key: "setting\(number)", value: value)
        }))
  }

  private mutating func store() -> StoreName { pick([.defaults, .kvs, .notInterested]) }

  private mutating func key() -> String {
    pick(["temperatureUnit", "memberEntitlement", "a", "", "$x", "é", "e\u{301}", "m1", "none"])
  }

  private mutating func maybe<Part>(_ part: (inout Seed) -> Part) -> Part? {
    happens(onceIn: 2) ? part(&self) : nil
  }
}
