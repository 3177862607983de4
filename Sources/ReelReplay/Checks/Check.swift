/// An invariant that every session should keep (`meaning` says when it fails).
public enum Check: String, Sendable, CaseIterable {
  case entitlementByAbsence = "entitlement-by-absence"
  case entitlementFlip = "entitlement-flip"
  case localKeyErased = "local-key-erased"
  case writeReverted = "write-reverted"
  case unsyncedKeyStored = "unsynced-key-stored"
  case unsyncedKeyRead = "unsynced-key-read"
  case defaultOutranksValue = "default-outranks-value"
  case staleOverwrite = "stale-overwrite"
  case frozenKey = "frozen-key"
  case writeWhileLocked = "write-while-locked"
  case payloadTooLarge = "payload-too-large"
  case budgetExceeded = "budget-exceeded"
  case freeTouchesICloud = "free-touches-icloud"
  case pushBeforePull = "push-before-pull"
  case echoWrite = "echo-write"
  case blobOverwritten = "blob-overwritten"
  case dismissalLost = "dismissal-lost"
  case dismissalResurrected = "dismissal-resurrected"
  case accountCrossed = "account-crossed"
  case futureStamp = "future-stamp"
  case messageNeverSent = "message-never-sent"
  case notConverged = "not-converged"

  /// How bad a finding of this check is, where nothing makes it milder.
  public var severity: Severity {
    switch self {
    case .unsyncedKeyStored, .defaultOutranksValue, .budgetExceeded, .echoWrite, .futureStamp:
      .warning
    case .frozenKey: .note
    case .entitlementByAbsence, .entitlementFlip, .localKeyErased, .writeReverted,
      .unsyncedKeyRead, .staleOverwrite, .writeWhileLocked, .payloadTooLarge, .freeTouchesICloud,
      .pushBeforePull, .blobOverwritten, .dismissalLost, .dismissalResurrected, .accountCrossed,
      .messageNeverSent, .notConverged:
      .error
    }
  }
}

extension Check {
  /// Its place among all cases.
  var ordinal: Int {
    switch self {
    case .entitlementByAbsence: 0
    case .entitlementFlip: 1
    case .localKeyErased: 2
    case .writeReverted: 3
    case .unsyncedKeyStored: 4
    case .unsyncedKeyRead: 5
    case .defaultOutranksValue: 6
    case .staleOverwrite: 7
    case .frozenKey: 8
    case .writeWhileLocked: 9
    case .payloadTooLarge: 10
    case .budgetExceeded: 11
    case .freeTouchesICloud: 12
    case .pushBeforePull: 13
    case .echoWrite: 14
    case .blobOverwritten: 15
    case .dismissalLost: 16
    case .dismissalResurrected: 17
    case .accountCrossed: 18
    case .futureStamp: 19
    case .messageNeverSent: 20
    case .notConverged: 21
    }
  }
}

/// How bad a finding is: errors fail a check, warnings do so if asked for, notes never.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  case note, warning, error

  /// Orders by badness.
  public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A check that failed, once for each device and key, at its first event.
public struct Finding: Sendable, Equatable {
  /// The check that failed.
  public var check: Check
  /// How bad it is.
  public var severity: Severity
  /// The number of the first event at which it failed; for what shows at the end, the last event.
  public var event: Int64
  /// The device.
  public var device: String
  /// The key, the rule of an entitlement, or the item of a list; nil where there is none.
  public var key: String?
  /// A sentence that a reader can act on.
  public var message: String
  /// How often it failed.
  public var count: Int64

  /// A finding at one event.
  public init(
    check: Check, severity: Severity, event: Int64, device: String, key: String?,
    message: String, count: Int64 = 1
  ) {
    self.check = check
    self.severity = severity
    self.event = event
    self.device = device
    self.key = key
    self.message = message
    self.count = count
  }
}
