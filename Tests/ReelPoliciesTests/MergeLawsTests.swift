import ReelEvents
import ReelPolicies
import TestSamples
import Testing

/// The merge of two sets: the later addition and the later removal of each item.
@Suite struct `The merge of two lists` {
  /// Every list over two items with stamps 1 and 2, and how each two of them merge.
  struct SmallWorld {
    let sets: [MarkedSet]
    /// The place in `sets` of the merge of each two; nil where it is not in this world.
    let merges: [[Int?]]

    init(usesHorizon: Bool) {
      let stamps = [Mark.never, 1, 2]
      let marks = stamps.flatMap { added in stamps.map { Mark(added: added, removed: $0) } }
      var sets: [MarkedSet] = []
      for horizon in usesHorizon ? stamps : [Mark.never] {
        for (one, other) in marks.flatMap({ one in marks.map { (one, $0) } }) {
          let entries = [("a", one), ("b", other)].filter { $0.1.latest != Mark.never }
          sets.append(
            MarkedSet(entries.map { .init(id: $0.0, mark: $0.1) }, horizon: horizon))
        }
      }
      let places = Dictionary(uniqueKeysWithValues: sets.enumerated().map { (key($1), $0) })
      self.sets = sets
      merges = sets.map { one in
        sets.map { places[key(one.merged(with: $0, usesHorizon: usesHorizon))] }
      }
    }
  }

  static let plain = SmallWorld(usesHorizon: false)
  static let bounded = SmallWorld(usesHorizon: true)

  @Test func `stays among the lists that two devices can make`() {
    #expect(Self.plain.sets.count == 81)
    #expect(Self.plain.merges.allSatisfy { $0.allSatisfy { $0 != nil } })
    #expect(Self.bounded.merges.allSatisfy { $0.allSatisfy { $0 != nil } })
  }

  @Test(arguments: [false, true])
  func `is commutative`(usesHorizon: Bool) {
    let merges = (usesHorizon ? Self.bounded : Self.plain).merges
    for one in merges.indices {
      for other in merges.indices { #expect(merges[one][other] == merges[other][one]) }
    }
  }

  @Test(arguments: [false, true])
  func `is idempotent`(usesHorizon: Bool) {
    let merges = (usesHorizon ? Self.bounded : Self.plain).merges
    for one in merges.indices { #expect(merges[one][one] == one) }
  }

  @Test func `is associative without a horizon`() {
    let merges = Self.plain.merges.map { $0.map { $0 ?? -1 } }
    var differing = 0
    for one in merges.indices {
      for two in merges.indices {
        for three in merges.indices
        where merges[merges[one][two]][three] != merges[one][merges[two][three]] { differing += 1 }
      }
    }
    #expect(differing == 0)
  }

  /// A horizon says "of what is this old I may have forgotten the removal", and what only others
  /// know and is this old is refused. Grouping decides who is asked alone: the first horizon
  /// refuses the second device's album, and then the second's own, later horizon refuses the
  /// phone's too, which it would have taken as known to both. Tombstones of bounded life cost that
  /// much.
  @Test func `is not associative with a horizon`() {
    let phone = MarkedSet([.init(id: "a", mark: Mark(added: 2))])
    let forgetful = MarkedSet([], horizon: 1)
    let tablet = MarkedSet([.init(id: "a", mark: Mark(added: 1))], horizon: 2)
    #expect(phone.merging(forgetful).merging(tablet).live(.removed) == ["a"])
    #expect(phone.merging(forgetful.merging(tablet)).live(.removed) == [])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `is all three on large lists`(seed: UInt64) {
    var seed = Seed(seed)
    let sets = (0..<3).map { _ in seed.markedSet(count: 1500) }
    let plain = { (one: MarkedSet, other: MarkedSet) in one.merged(with: other, usesHorizon: false)
    }
    #expect(plain(sets[0], sets[1]) == plain(sets[1], sets[0]), "seed \(seed)")
    #expect(plain(sets[0], sets[0]) == sets[0], "seed \(seed)")
    #expect(
      plain(plain(sets[0], sets[1]), sets[2]) == plain(sets[0], plain(sets[1], sets[2])),
      "seed \(seed)")
  }

  @Test(arguments: DismissalPolicy.Tie.allCases)
  func `gives a tie to what the policy says`(tie: DismissalPolicy.Tie) {
    let added = MarkedSet([.init(id: "a", mark: Mark(added: 7))])
    let removed = MarkedSet([.init(id: "a", mark: Mark(removed: 7))])
    let listed = tie == .added ? ["a"] : []
    #expect(added.merged(with: removed, usesHorizon: false).live(tie) == listed)
    #expect(removed.merged(with: added, usesHorizon: false).live(tie) == listed)
  }
}

private func key(_ set: MarkedSet) -> String {
  set.entries.map { "\($0.id) \($0.mark.added) \($0.mark.removed)" }.joined(separator: ",")
    + "|\(set.horizon)"
}

extension MarkedSet {
  fileprivate func merging(_ other: MarkedSet) -> MarkedSet {
    merged(with: other, usesHorizon: true)
  }
}
