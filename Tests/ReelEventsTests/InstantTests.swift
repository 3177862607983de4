import ReelEvents
import TestSamples
import Testing

@Suite struct `An instant` {
  @Test(arguments: [
    ("1970-01-01T00:00:00.000000Z", 0),
    ("2026-01-01T00:00:00.000000Z", Instant.scenarioStart.microseconds),
    ("2000-02-29T23:59:59.999999Z", 951_868_799_999_999),
    ("0001-01-01T00:00:00.000000Z", -62_135_596_800_000_000),
    ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ("1969-12-31T23:59:59.999999Z", -1),
  ])
  func `prints and reads as RFC 3339`(text: String, microseconds: Int64) {
    #expect(Instant(microseconds: microseconds).description == text)
    #expect(Instant(text: text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T18:30:00-05:30", 0),
    ("1970-01-01t00:00:01z", 1_000_000), ("1970-01-01T00:00:00.5Z", 500_000),
  ])
  func `is read from the other texts of RFC 3339`(text: String, microseconds: Int64) {
    #expect(Instant(text: text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "1970-13-01T00:00:00Z", "1970-00-01T00:00:00Z", "1970-01-00T00:00:00Z",
    "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:60Z",
    "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.1234567Z", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01", "1970-01-01T00:00:00Zz", "-970-01-01T00:00:00Z",
    "1970-01-01T00:00:00+24:00",
  ])
  func `is not read from any other text`(text: String) {
    #expect(Instant(text: text) == nil)
  }

  @Test(arguments: 0..<UInt64(10))
  func `comes back from its text, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<1000 {
      let range = Instant.writable
      let instant = Instant(
        microseconds: .random(
          in: range.lowerBound.microseconds...range.upperBound.microseconds, using: &source))
      #expect(Instant(text: instant.description) == instant, "seed \(seed)")
    }
  }

  @Test(arguments: [Int64.min, .max, 0, -1, -1000, -1001])
  func `never traps, however far away`(microseconds: Int64) {
    let instant = Instant(microseconds: microseconds)
    #expect(Instant.writable.contains(Instant(text: instant.description) ?? instant))
    #expect(microseconds &- instant.milliseconds &* 1000 >= 0)
    #expect(microseconds &- instant.milliseconds &* 1000 < 1000)
    #expect(instant.secondsSince2001.isFinite)
  }
}
