import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite struct `Where a payload differs from an earlier one` {
  private static let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"#

  /// Messages of two devices, mostly with the keys that the one before had.
  private func lines(_ seed: inout Seed, count: Int) -> [[UInt8]] {
    var keys = Array("abcdefghijklmnop")
    var values: [String: String] = [:]
    return (0..<count).map { number in
      if seed.happens(onceIn: 6) {
        keys = Array("abcdefghijklmnop").filter { _ in !seed.happens(onceIn: 8) }
      }
      // The last two are not canonical: such lines are read another way.
      let texts = ["1", "2", "true", #""long long text""#, #"{"x":[1,2]}"#, "[]", "1.0", " 1"]
      for _ in 0..<seed.index(below: 3) {
        values[String(seed.pick(keys))] = seed.happens(onceIn: 20) ? seed.pick(texts) : texts[2]
        values[String(seed.pick(keys))] = texts[seed.index(below: 6)]
      }
      let members = keys.map { #""\#($0)":\#(values[String($0)] ?? "false")"# }
      let payload = "{" + members.joined(separator: ",") + "}"
      let line =
        seed.happens(onceIn: 5)
        ? #""watch","event":"store.applied","by":"m\#(number)","values":\#(payload)}"#
        : #""\#(seed.pick(["a", "b"]))","event":"message.sent","message":"m\#(number)","#
          + #""channel":"context","to":"\#(seed.pick(["c", "d"]))","payload":\#(payload)}"#
      return Array((Self.start + line).utf8)
    }
  }

  @Test(arguments: 0..<UInt64(12))
  func `is what a look at all members finds, by seed`(number: UInt64) {
    var seed = Seed(number)
    var scanner = LineScanner()
    var counts = (base: 0, places: 0)
    for _ in 0..<3 {
      var batch = EventBatch(lines: lines(&seed, count: 200))
      _ = scanner.scan(&batch)
      for message in batch.messages where message.base >= 0 {
        counts.base += 1
        let first = Int(message.base)
        #expect(first < message.members.lowerBound)
        let old = Array(batch.members[first..<first + message.members.count])
        let new = Array(batch.members[message.members])
        #expect(new.map(\.key) == old.map(\.key), "seed \(number)")
        let places = message.places.map { Int(batch.places[Int($0)]) }
        #expect(places == new.indices.filter { new[$0].value != old[$0].value }, "seed \(number)")
        counts.places += places.count
      }
    }
    #expect(counts.base > 100 && counts.places > 100, "seed \(number)")
  }
}
