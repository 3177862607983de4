/// RFC 3339 text, in UTC and with microseconds where we write it.
extension Instant: CustomStringConvertible {
  /// 0001-01-01T00:00:00Z and the last microsecond of the year 9999: what RFC 3339 can write.
  public static let writable =
    Instant(
      microseconds: -62_135_596_800_000_000)...Instant(
      microseconds: 253_402_300_799_999_999)

  /// The text of 27 bytes, `2026-11-30T07:30:00.123456Z`; an instant outside of `writable` shows as
  /// the nearest one in it, so writers of recordings check first.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `description` to `bytes`.
  public func appendText(to bytes: inout [UInt8]) { bytes.append { appendText(to: &$0) } }

  /// Appends `description` to `text`.
  public func appendText(to text: inout TextBuffer) {
    let shown = min(max(self, Self.writable.lowerBound), Self.writable.upperBound).microseconds
    let (second, fraction) = shown.quotientAndRemainder(flooredBy: 1_000_000)
    text.append(second: second) { Self.append(second: second, to: &$0) }
    text.append(UInt64(fraction), digits: 6)
    text.append(UInt8(ascii: "Z"))
  }

  private static func append(second: Int64, to text: inout TextBuffer) {
    let (days, time) = second.quotientAndRemainder(flooredBy: 86_400)
    let date = CivilDate(daysSince1970: days)
    text.append(UInt64(date.year), digits: 4)
    text.append(UInt8(ascii: "-"))
    text.append(pair: date.month, UInt8(ascii: "-"))
    text.append(pair: date.day, UInt8(ascii: "T"))
    text.append(pair: time / 3600, UInt8(ascii: ":"))
    text.append(pair: time / 60 % 60, UInt8(ascii: ":"))
    text.append(pair: time % 60, UInt8(ascii: "."))
  }

  /// The instant that `text` spells as RFC 3339 has it, with any offset from UTC and up to six
  /// digits after the second; nil for any other text, for a leap second, and for more digits, which
  /// would be lost.
  public init?(text: String) {
    self.init(utf8: Array(text.utf8)[...])
  }

  /// As `init(text:)`, from the bytes of a text.
  public init?(utf8 bytes: ArraySlice<UInt8>) {
    var text = DigitReader(bytes)
    guard let year = text.number(digits: 4), text.skip("-"), let month = text.number(digits: 2),
      text.skip("-"), let day = text.number(digits: 2), text.skip("T") || text.skip("t"),
      let hour = text.number(digits: 2), text.skip(":"), let minute = text.number(digits: 2),
      text.skip(":"), let second = text.number(digits: 2), let fraction = text.fraction(),
      let offset = text.offsetMinutes(), text.isAtEnd,
      let days = CivilDate(year: year, month: month, day: day)?.daysSince1970,
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    self.init(microseconds: seconds * 1_000_000 + fraction)
    if !Self.writable.contains(self) { return nil }
  }

  /// Midnight in UTC at the start of a day; nil where the calendar has no such day in the years 1
  /// to 9999.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    self.init(microseconds: date.daysSince1970 * Self.dayMicroseconds)
  }

  // MARK: Foundation's dates

  /// Seconds since 2001-01-01T00:00:00Z, rounded once; meant for instants within `writable`.
  public var secondsSince2001: Double {
    let (since2001, overflowed) = microseconds.subtractingReportingOverflow(
      Self.referenceMicroseconds)
    return Double(overflowed ? microseconds : since2001) / 1_000_000
  }

  /// The instant whose `secondsSince2001` is exactly `seconds`; nil where no whole microsecond of
  /// the years 1 to 9999 is.
  public init?(exactSecondsSince2001 seconds: Double) {
    guard let since2001 = Int64(exactly: (seconds * 1_000_000).rounded()) else { return nil }
    let (microseconds, overflowed) = since2001.addingReportingOverflow(Self.referenceMicroseconds)
    self.init(microseconds: microseconds)
    guard !overflowed, Self.writable.contains(self),
      secondsSince2001.bitPattern == seconds.bitPattern
    else { return nil }
  }

  /// 2001-01-01T00:00:00Z.
  private static let referenceMicroseconds: Int64 = 978_307_200_000_000
  private static let dayMicroseconds: Int64 = 86_400_000_000
}

/// A day of the Gregorian calendar, carried back to the year 1.
struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  /// The day of that date; nil where the calendar has none.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let isShort = month == 4 || month == 6 || month == 9 || month == 11
    guard day <= (month == 2 ? (isLeap ? 29 : 28) : isShort ? 30 : 31) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day `days` after 1970-01-01. Years count from March here, so that a leap day ends one.
  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = (days + Self.daysFromYear0).quotientAndRemainder(flooredBy: 146_097)
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days after 1970-01-01.
  var daysSince1970: Int64 {
    let yearFromMarch = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let leaps = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return 365 * yearFromMarch + leaps + dayOfYear - Self.daysFromYear0
  }

  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysFromYear0: Int64 = 719_468
}

extension Int64 {
  /// Division that rounds down, with the remainder that is never negative.
  fileprivate func quotientAndRemainder(flooredBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A cursor over text of digits and marks.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int64? {
    guard rest.count >= digits else { return nil }
    var number: Int64 = 0
    for byte in rest.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    rest.removeFirst(digits)
    return number
  }

  /// Microseconds from `.` and one to six digits, 0 where there is no `.`.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard (1...6).contains(count), let number = number(digits: count) else { return nil }
    return (count..<6).reduce(number) { product, _ in product * 10 }
  }

  /// Minutes east of UTC from `Z` or `+02:00`.
  mutating func offsetMinutes() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2), skip(":"),
      let minutes = number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
