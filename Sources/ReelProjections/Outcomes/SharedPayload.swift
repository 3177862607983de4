public import ReelPolicies

/// A settings payload that was made once and is shared by all who speak of it: the message, the
/// outcome, the link.
public final class SharedPayload: Equatable {
  /// The payload.
  public let payload: SettingsPayload
  /// The size of its settings as canonical text, in bytes, riders left out; 0 until it is weighed.
  public internal(set) var textSize: Int64 {
    @inlinable get { weighed }
    set { weighed = newValue }
  }
  @usableFromInline @exclusivity(unchecked) var weighed: Int64 = 0
  /// What is known of its size as a binary property list, in bytes; nil until that was asked for.
  @exclusivity(unchecked) var listSizes: ClosedRange<Int64>?

  /// Shares `payload`.
  public init(_ payload: SettingsPayload) { self.payload = payload }

  /// Takes over what is known of the size of one that says the same.
  func takeSizes(of other: SharedPayload) {
    if other === self { return }
    textSize = other.textSize
    listSizes = other.listSizes
  }

  /// Whether it is `payload`, and registered alike.
  func says(_ payload: SettingsPayload) -> Bool {
    self.payload == payload && self.payload.registeredOnly == payload.registeredOnly
  }

  /// Whether a receiver could tell the two apart.
  public static func == (one: SharedPayload, other: SharedPayload) -> Bool {
    one === other || one.payload == other.payload
  }
}
