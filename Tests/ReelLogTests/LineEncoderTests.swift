import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite("An encoder of lines")
struct LineEncoderTests {
  @Test(arguments: UInt64(1)...20)
  func `writes what each event alone would be written as`(_ number: UInt64) {
    var seed = Seed(number)
    var encoder = LineEncoder()
    var at = Instant(microseconds: Int64(seed.index(below: 4_000_000)) - 2_000_000)
    for _ in 0..<200 {
      var event = seed.event()
      // Mostly the second of the event before, forwards and backwards, and across 1970.
      at.microseconds += Int64(seed.index(below: 600_000)) - 300_000
      if seed.happens(onceIn: 4) { at = event.at }
      event.at = at
      var expected: [UInt8] = []
      EventLine.append(event, to: &expected)
      var written: [UInt8] = []
      encoder.append(event, to: &written)
      #expect(written == expected)
    }
  }
}
