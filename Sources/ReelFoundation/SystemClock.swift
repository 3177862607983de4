import Foundation
public import ReelEvents
public import ReelSeams

/// The clock of the device that this runs on.
public struct SystemClock: WallClock {
  /// The clock.
  public init() {}

  /// The time it shows, in whole microseconds rounded down.
  public func now() -> Instant {
    Instant(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
  }
}
