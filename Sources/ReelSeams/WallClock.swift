public import ReelEvents

/// A device's own clock, which its user may set and which may run backwards.
public protocol WallClock: Sendable {
  /// The time it shows.
  func now() -> Instant
}
