public import ReelEvents
public import ReelSeams

/// A clock that moves when its owner says so; for one thread at a time.
public final class ManualClock: WallClock, @unchecked Sendable {
  // Unchecked: whoever moves it also reads it, in one thread.

  /// The time it shows.
  public private(set) var instant: Instant

  /// A clock that stands at `instant`.
  public init(_ instant: Instant = .scenarioStart) { self.instant = instant }

  /// The time it shows.
  public func now() -> Instant { instant }

  /// Moves it on, or back by a negative number.
  public func advance(milliseconds: Int64) { instant.microseconds += milliseconds * 1000 }

  /// A device's clock that is ahead of this one, or behind it by a negative number.
  public func ahead(milliseconds: Int64) -> some WallClock {
    SkewedClock(base: self, skewMicroseconds: milliseconds * 1000)
  }
}

private struct SkewedClock: WallClock {
  let base: ManualClock
  let skewMicroseconds: Int64

  func now() -> Instant {
    Instant(microseconds: base.instant.microseconds + skewMicroseconds)
  }
}
