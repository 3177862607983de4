/// Something that events say which cannot have been, or is worth a word.
public struct OrderFault: Sendable, Equatable {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// A message is received before it is sent.
    case receivedEarly = "received-early"
    /// Two messages have one id.
    case idTwice = "id-twice"
    /// A message is received that nobody sends in this recording.
    case neverSent = "never-sent"
    /// A message comes to a device more than once, as the platform may do.
    case receivedTwice = "received-twice"
    /// A message fails that nobody sends in this recording.
    case failureUnsent = "failure-unsent"
    /// A message is applied that the device did not receive in this recording.
    case appliedUnreceived = "applied-unreceived"
    /// A device's clock was set back.
    case clockBack = "clock-back"
    /// An event is earlier than the one before it, which is another device's.
    case clocksApart = "clocks-apart"
    /// A recorder had no room and left events out.
    case dropped
    /// An event is of a kind that this version does not know.
    case unknownKind = "unknown-kind"

    /// Whether it cannot have been; if not, it can, and a reader may want to know.
    public var isContradiction: Bool {
      switch self {
      case .receivedEarly, .idTwice: true
      case .neverSent, .receivedTwice, .failureUnsent, .appliedUnreceived, .clockBack,
        .clocksApart, .dropped, .unknownKind:
        false
      }
    }
  }

  /// What it is about.
  public var kind: Kind
  /// What it is told of once: a device for its clock, a word for an unknown kind; else empty.
  public var subject: String
  /// The number of the event.
  public var event: Int64
  /// What should have been there: a noun phrase.
  public var expected: String
  /// What was there instead: a noun phrase.
  public var found: String

  /// A fault of `kind` at `event`.
  public init(
    _ kind: Kind, of subject: String = "", event: Int64, expected: String, found: String
  ) {
    self.kind = kind
    self.subject = subject
    self.event = event
    self.expected = expected
    self.found = found
  }
}
