import ReelEvents

/// Times of fixed width, `2026-11-30T07:30:00.123456Z`.
extension LineCursor {
  /// The day that was read last, which most lines share with the one before.
  struct DayMemo {
    fileprivate var text: (UInt64, UInt64) = (0, 0)
    fileprivate var start: Int64?
  }

  /// Passes a time and gives its microseconds since 1970; nil where its text has another form.
  @inline(__always)
  mutating func time(_ memo: inout DayMemo) -> Int64? {
    guard has(27) else { return nil }
    // The day and the T stand in the first eleven bytes, which two loads cover.
    let day = (load8(position), load8(position &+ 3))
    if day != memo.text || memo.start == nil {
      memo.text = day
      memo.start = startOfDay()
    }
    guard let start = memo.start,
      let clock = Self.clock(load8(position &+ 11), load8(position &+ 19))
    else { return nil }
    position &+= 27
    return start &+ clock
  }

  /// Microseconds from `2026-11-30T`.
  private func startOfDay() -> Int64? {
    let text = bytes(position..<position + 11)
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), let century = Self.twoDigits(text[0], text[1]),
      let year = Self.twoDigits(text[2], text[3]), let month = Self.twoDigits(text[5], text[6]),
      let day = Self.twoDigits(text[8], text[9])
    else { return nil }
    return Instant(year: century * 100 + year, month: month, day: day)?.microseconds
  }

  private static func twoDigits(_ tens: UInt8, _ ones: UInt8) -> Int64? {
    let (tens, ones) = (tens &- UInt8(ascii: "0"), ones &- UInt8(ascii: "0"))
    return tens < 10 && ones < 10 ? Int64(tens * 10 + ones) : nil
  }

  /// Microseconds from `07:30:00` and `.123456Z`.
  @inline(__always)
  private static func clock(_ seconds: UInt64, _ fraction: UInt64) -> Int64? {
    let high = seconds ^ 0x3030_3A30_303A_3030
    let low = fraction ^ 0x5A30_3030_3030_302E
    let beyondNine = (high &+ Bits.ones &* 6) | (low &+ Bits.ones &* 6)
    guard (high | low | beyondNine) & (Bits.ones &* 0xF0) == 0,
      high & 0x0000_FF00_00FF_0000 == 0, low & 0xFF00_0000_0000_00FF == 0
    else { return nil }
    let pairs = high &* 10 &+ high >> 8
    let (hour, minute, second) = (pairs & 0xFF, pairs >> 24 & 0xFF, pairs >> 48 & 0xFF)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let parts = low &* 10 &+ low >> 8
    let microseconds =
      (parts >> 8 & 0xFF) &* 10_000 &+ (parts >> 24 & 0xFF) &* 100 &+ (parts >> 40 & 0xFF)
    let whole = hour &* 3600 &+ minute &* 60 &+ second
    return Int64(truncatingIfNeeded: whole &* 1_000_000 &+ microseconds)
  }
}
