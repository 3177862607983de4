import ReelEvents

/// The time of a scenario: one second a line unless moved, and for each device its own offset.
struct ScenarioClock {
  private var now = Instant.scenarioStart
  /// Whether the next event comes without the second of its own.
  private var isMoved = true
  private var offsets: [String: Int64] = [:]

  /// Moves by `microseconds`, so that the next event comes then; false, and nothing moves, where
  /// that is too far from the start.
  mutating func move(by microseconds: Int64) -> Bool {
    move(to: now.microseconds + microseconds)
  }

  /// Moves to where the clock of `device` shows `instant`; false as for `move(by:)`.
  mutating func move(to instant: Instant, on device: DeviceName) -> Bool {
    move(to: instant.microseconds - offset(of: device))
  }

  /// Sets how far the clock of `device` is ahead of the scenario's, in microseconds.
  mutating func setOffset(of device: DeviceName, to microseconds: Int64) {
    offsets[device.owner] = microseconds
  }

  /// What the clock of `device` shows at the next event, which is taken to be there.
  mutating func tick(on device: DeviceName) -> Instant {
    if !isMoved { now.microseconds += 1_000_000 }
    isMoved = false
    return Instant(microseconds: now.microseconds + offset(of: device))
  }

  private mutating func move(to microseconds: Int64) -> Bool {
    let distance = microseconds - Instant.scenarioStart.microseconds
    guard abs(distance) <= ScenarioLimits.durationMicrosecondsMax else { return false }
    now.microseconds = microseconds
    isMoved = true
    return true
  }

  private func offset(of device: DeviceName) -> Int64 { offsets[device.owner] ?? 0 }
}
