import ReelEvents
import ReelProjections
import TestSamples
import Testing

@Suite struct `A table of values` {
  /// Sizes around a word, and around what counts as small.
  private static let sizes = [0, 1, 5, 6, 7, 30, 31, 32, 200, 4_093, 4_094, 4_095, 6_000]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `keeps what is held through every sweep, and forgets the rest`(_ number: UInt64) {
    var seed = Seed(number)
    var table = ValueTable()
    var held: [Int32: Value] = [:]
    for round in 0..<40 {
      for _ in 0..<200 {
        let mark = "\(seed.index(below: 400))"
        let size = seed.pick(Self.sizes)
        let value = Value.string(mark + String(repeating: "v", count: max(0, size - mark.count)))
        let number = table.number(adding: value)
        #expect(table.number(adding: value) == number)
        if seed.happens(onceIn: 5) { held[number] = value }
      }
      expect(held, in: table, "seed \(number), round \(round)")
      for number in held.keys.sorted() where seed.happens(onceIn: 3) { held[number] = nil }
      var live = LiveValues(of: table, keepsTexts: true)
      for number in held.keys { live.hold(number) }
      table.sweep(live)
      expect(held, in: table, "seed \(number), round \(round), swept")
      #expect(table.number(adding: .string("new \(round)")) <= table.count)
    }
    #expect(table.count < 1_000)
  }

  private func expect(
    _ held: [Int32: Value], in table: borrowing ValueTable, _ comment: Comment
  ) {
    var table = copy table
    for (number, value) in held {
      #expect(table.value(of: number) == value, comment)
      #expect(table.canonicalBytes(of: number) == value.canonicalBytes, comment)
      #expect(table.withCanonicalBytes(of: number, Array.init) == value.canonicalBytes, comment)
      #expect(table.number(adding: value) == number, comment)
    }
  }
}
