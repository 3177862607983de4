import Foundation
public import ReelEvents
public import ReelSeams

/// A witness that takes nothing down: for a service that nobody records.
public final class Unwitnessed: SyncWitness, @unchecked Sendable {
  private let clock: any WallClock
  private let lock = NSRecursiveLock()

  /// Nobody, and the clock that steps go by.
  public init(clock: any WallClock) { self.clock = clock }

  /// Runs `body` with every other step waiting.
  public func asOneStep<Result>(_ body: (Instant) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(clock.now())
  }

  /// Takes nothing down.
  public func record(_ action: Action) {}

  /// Takes nothing on.
  public func takeOn(_ content: @escaping () -> [Action]) {}

  /// No name, as nothing is taken down.
  public func nextMessage() -> String { "" }

  /// No name, as nothing is taken down.
  public func nextForeignMessage() -> String { "" }

  /// Takes nothing down.
  public func heldBack(
    _ channel: Channel, to device: DeviceName, because reason: Suppression
  ) {}

  /// Takes nothing down.
  public func received(
    _ payload: [String: Any], over channel: Channel, suppressed: Suppression?
  ) {}
}
