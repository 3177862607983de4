import ReelEvents

/// How far all times of a recording are moved: one whole number of seconds for all, so that every
/// order and every gap stays, while nobody can tell the day or the time of day.
struct TimeShift {
  /// The shift, in seconds.
  private(set) var seconds: Int64 = 0
  /// How far it may go back and forth, in milliseconds.
  private var backMax: Int64 = Self.farthest
  private var forthMax: Int64 = Self.farthest

  /// Ten years, in milliseconds: enough to hide in, and the years still look like ours.
  private static let farthest: Int64 = 10 * 365 * 86_400_000

  /// Notes a time of the recording.
  mutating func note(_ instant: Instant) {
    note(stamp: instant.milliseconds)
    let writable = Instant.writable
    narrow(
      back: (instant.microseconds - writable.lowerBound.microseconds) / 1000,
      forth: (writable.upperBound.microseconds - instant.microseconds) / 1000)
  }

  /// Notes milliseconds since 1970: the shifted ones must take as much room, for a payload to keep
  /// its size.
  mutating func note(stamp: Int64) {
    let number = WholeNumber(stamp)
    let alike = number.alike
    let (down, up) = (number.magnitude - alike.lowerBound, alike.upperBound - number.magnitude)
    let (back, forth) = number.isNegative ? (up, down) : (down, up)
    narrow(back: Int64(clamping: back), forth: Int64(clamping: forth))
  }

  private mutating func narrow(back: Int64, forth: Int64) {
    backMax = min(backMax, max(back, 0))
    forthMax = min(forthMax, max(forth, 0))
  }

  /// Draws the shift; none where the times of the recording leave no room for one.
  mutating func draw(with secret: inout RedactionSecret) {
    let (back, forth) = (backMax / 1000, forthMax / 1000)
    guard back + forth > 0 else { return }
    // Any whole number but zero.
    let chance = Int64(secret.below(UInt64(back + forth))) - back
    seconds = chance < 0 ? chance : chance + 1
  }

  /// The time to stand for `instant`.
  func shifted(_ instant: Instant) -> Instant {
    Instant(microseconds: instant.microseconds + seconds * 1_000_000)
  }

  /// The milliseconds since 1970 to stand for `stamp`.
  func shifted(stamp: Int64) -> Int64 { stamp.addingReportingOverflow(seconds * 1000).partialValue }
}
