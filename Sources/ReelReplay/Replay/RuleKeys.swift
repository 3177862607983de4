import ReelProjections

/// The keys that the catalog's rules name, one after the other, for those who look at them at each
/// answer: going through the keys of a rule copies nothing.
struct RuleKeys {
  private let keys: ContiguousArray<Int32>
  /// Where the keys of each rule begin, by rule number, and where the last ones end.
  private let starts: ContiguousArray<Int>

  /// The keys of the rules that `vocabulary` knows from its catalog.
  init(_ vocabulary: Vocabulary) {
    var (keys, starts): (ContiguousArray<Int32>, ContiguousArray<Int>) = ([], [0])
    for rule in vocabulary.catalogRules {
      keys += rule.keys
      starts.append(keys.count)
    }
    (self.keys, self.starts) = (keys, starts)
  }

  /// Where the keys of `rule` are, in order of first appearance; nowhere for one that the catalog
  /// does not have.
  func places(of rule: Int32) -> Range<Int> {
    Int(rule) + 1 < starts.count ? starts[Int(rule)]..<starts[Int(rule) + 1] : 0..<0
  }

  subscript(place: Int) -> Int32 { keys[place] }
}
