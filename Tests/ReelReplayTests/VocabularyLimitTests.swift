import ReelEvents
import ReelPolicies
import ReelProjections
import Testing

@Suite struct `A vocabulary of too much` {
  /// How many names there are of each kind, and the words that refuse them; nil where they are
  /// within the limits.
  private struct Amount: Sendable {
    var keys = 0
    var processes = 0
    var rules = 0
    var lists = 0
    var words: String?
  }

  private static let amounts = [
    Amount(keys: 1_000, processes: 1_000),
    Amount(keys: 1_000, processes: 1_001, words: "more than 1000 devices and processes"),
    Amount(keys: 100_000, processes: 100),
    Amount(keys: 100_001, processes: 1, words: "more than 100000 distinct keys"),
    Amount(
      keys: 100_000, processes: 101, words: "100000 distinct keys on 101 devices and processes"),
    Amount(processes: 100, rules: 10_000, lists: 10_000),
    Amount(rules: 10_001, words: "more than 10000 rules"),
    Amount(lists: 10_001, words: "more than 10000 lists"),
    Amount(processes: 101, rules: 10_000, words: "10000 rules on 101 devices and processes"),
  ]

  @Test(arguments: amounts.indices)
  func `is refused in words`(_ index: Int) throws {
    let amount = Self.amounts[index]
    let vocabulary = Vocabulary(catalog: try Catalog.parse(Array(#"{"keys":[]}"#.utf8)))
    let before = vocabulary.limitedCount
    for number in 0..<amount.keys { _ = vocabulary.keys.numberAdding("key\(number)") }
    for number in 0..<amount.processes { _ = vocabulary.process("device\(number)") }
    for number in 0..<amount.rules { _ = vocabulary.rules.number(adding: "rule\(number)") }
    for number in 0..<amount.lists { _ = vocabulary.lists.number(adding: "list\(number)") }
    let added = amount.keys + amount.processes + amount.rules + amount.lists
    #expect(vocabulary.limitedCount == before + added)
    #expect((vocabulary.excess == nil) == (amount.words == nil))
    #expect(vocabulary.excess?.contains(amount.words ?? "") ?? (amount.words == nil))
  }
}
