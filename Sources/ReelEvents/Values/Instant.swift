/// A point in time on some device's own clock, in whole microseconds since 1970-01-01T00:00:00Z.
public struct Instant: Sendable, Hashable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public var microseconds: Int64

  /// The instant `microseconds` after 1970-01-01T00:00:00Z.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whole milliseconds since 1970, rounded down; the unit of stamps.
  public var milliseconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Orders by time.
  public static func < (one: Instant, other: Instant) -> Bool {
    one.microseconds < other.microseconds
  }

  /// 2026-01-01T00:00:00Z, where the clock of a scenario starts.
  public static let scenarioStart = Instant(microseconds: 1_767_225_600_000_000)
}
