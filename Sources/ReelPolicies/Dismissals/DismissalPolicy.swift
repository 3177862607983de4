/// How a synchronised list (dismissed albums and the like) travels through the key-value cloud.
public struct DismissalPolicy: Sendable, Equatable {
  /// What a device makes of a blob it pulls.
  public enum Merge: String, Sendable, CaseIterable {
    /// The last blob wins; a missing or unreadable one is an empty list.
    case replace
    /// Whatever either side lists is listed.
    case union
    /// The later of the latest addition and the latest removal decides.
    case tombstones
  }

  /// What counts when an addition and a removal carry the same stamp.
  public enum Tie: String, Sendable, CaseIterable { case removed, added }

  /// Where a stamp comes from.
  public enum Stamp: String, Sendable, CaseIterable {
    case wallClock
    /// The clock, but never below a stamp already seen for that item.
    case monotonic
    /// Each push stamps all that it carries: wrong on purpose.
    case restamped
  }

  /// Whether a push waits for a pull.
  public enum PullFirst: Sendable, Equatable {
    case off
    case on
    /// As `on`, and for so long after an install a pull that brings nothing does not count.
    case after(milliseconds: Int64)
  }

  /// What becomes of the list when the device changes its account.
  public enum Account: String, Sendable, CaseIterable {
    case carry
    /// A list for each account.
    case park
  }

  /// What the entitlement `pro` governs.
  public enum Gate: String, Sendable, CaseIterable {
    /// Without Pro the plain store: edits leave no marks, nothing crosses.
    case pro
    /// Without Pro edits leave marks, and nothing crosses.
    case traffic
    case always
  }

  /// What a gate makes of an answer that is not known.
  public enum Unknown: String, Sendable, CaseIterable { case free, paid, last }

  /// What a device makes of a blob it pulls.
  public var merge: Merge
  /// What counts on equal stamps.
  public var tie: Tie = .removed
  /// Where a stamp comes from.
  public var stamp: Stamp = .wallClock
  /// How long a tombstone lives, in milliseconds; nil = for ever.
  public var retainMilliseconds: Int64?
  /// Whether the blob names the newest mark dropped, so that older additions are refused.
  public var keepsHorizon = false
  /// Whether a push waits for a pull.
  public var pullFirst: PullFirst = .off
  /// What a change of account does.
  public var account: Account = .carry
  /// What the entitlement governs.
  public var gate: Gate = .pro
  /// What the gate makes of an unknown answer.
  public var unknown: Unknown = .free

  /// A policy that merges by `merge`; its other switches as the old behavior had them.
  public init(merge: Merge) { self.merge = merge }
}
