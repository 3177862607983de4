import ReelEvents

/// A member of an event's line besides `at`, `device` and `event`.
enum LineField: String, CaseIterable {
  case store, key, value, values, by, keys, rule, answer, message, channel, to, reason, interrupted
  case suppressed, payload, error, version, policy, account, count, text

  /// What stands before its value in a line.
  var opening: TextBlock {
    // Cases without a payload are numbered as they are listed.
    Self.openings[Int(unsafeBitCast(self, to: UInt8.self))]
  }

  private static let openings = allCases.map { TextBlock(",\"\($0.rawValue)\":".utf8) }
}

extension EventKind {
  /// The members a line of this kind may have after `at`, `device`, `event`, in the order of the
  /// format: the short ones, then the large one.
  var fields: [LineField] { Self.fields[Int(rawValue)] }

  private static let fields = allCases.map(fields(of:))

  private static func fields(of kind: EventKind) -> [LineField] {
    switch kind {
    case .storeLoaded: [.store, .values]
    case .storeRegister: [.values]
    case .storeSet, .storeRead: [.store, .key, .value]
    case .storeRemove: [.store, .key]
    case .storeCleared: [.store, .by, .keys]
    case .storeApplied: [.store, .by, .values]
    case .entitlementRead, .ruleRead: [.rule, .answer]
    case .messageSent: [.message, .channel, .to, .key, .suppressed, .payload]
    case .messageReceived:
      [.message, .channel, .key, .reason, .interrupted, .suppressed, .payload]
    case .messageFailed: [.message, .error]
    case .deviceInstalled, .deviceLaunched, .deviceUpdated: [.version, .policy]
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked: []
    case .deviceAccount: [.account]
    case .recorderDropped: [.count]
    case .note: [.text]
    case .unknown: []
    }
  }
}
