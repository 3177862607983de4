import ReelEvents
import ReelPolicies
import ReelProjections
import Testing

@Suite struct `A vocabulary of too much` {
  /// How many keys and processes there are, and the words that refuse them; nil where they are
  /// within the limits.
  private static let amounts: [(keys: Int, processes: Int, words: String?)] = [
    (1_000, 1_000, nil),
    (1_000, 1_001, "more than 1000 devices and processes"),
    (100_000, 100, nil),
    (100_001, 1, "more than 100000 distinct keys"),
    (100_000, 101, "100000 distinct keys on 101 devices and processes"),
  ]

  @Test(arguments: amounts)
  func `is refused in words`(keys: Int, processes: Int, words: String?) throws {
    let vocabulary = Vocabulary(catalog: try Catalog.parse(Array(#"{"keys":[]}"#.utf8)))
    for number in 0..<keys { _ = vocabulary.keys.numberAdding("key\(number)") }
    for number in 0..<processes { _ = vocabulary.process("device\(number)") }
    #expect(vocabulary.limitedCount == keys + processes)
    #expect((vocabulary.excess == nil) == (words == nil))
    #expect(vocabulary.excess?.contains(words ?? "") ?? (words == nil))
  }
}
