public import ReelEvents

/// A step at which two replays part.
public struct Divergence: Sendable, Equatable {
  /// What differs.
  public enum Kind: String, Sendable, CaseIterable {
    /// What a message carries.
    case payload
    /// What a settings store holds.
    case store
    /// Whether an item is in a list.
    case dismissals
    /// What a read or a rule answers.
    case answer
    /// Whether a message leaves, and which one a receipt hands over.
    case delivery
  }

  /// The event at which they part.
  public var event: Int64
  /// When, by the device's clock.
  public var at: Instant
  /// Where: the device or process of the event.
  public var device: String
  /// What differs.
  public var kind: Kind
  /// The key, rule or item; nil for a delivery.
  public var key: String?
  /// The value on the `from` side; nil = absent or unknown.
  public var from: Value?
  /// The value on the `to` side; nil = absent or unknown.
  public var to: Value?
  /// The events that led to it, ascending, the last one `event` itself.
  public var because: [Int64]
  /// The event at which the two meet again; nil if they stay apart.
  public var meetsAgain: Int64?
}
