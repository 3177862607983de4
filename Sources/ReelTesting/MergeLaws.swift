import ReelEvents
import ReelPolicies
public import Testing

/// Expects that merging lists under `policy` is commutative, associative and idempotent: whichever
/// device pulls first, all come to the same list.
///
/// Three devices add and remove a few items, by seed; then each pulls what others would push.
/// - Parameters:
///   - policy: a policy argument for devices in general, such as `tombstones`.
///   - seeds: which histories to try.
/// - Throws: `PolicyError`.
public func expectMergeLaws(
  _ policy: String, seeds: Range<UInt64> = 1..<201,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let rule = try PolicyArgument(policy).policy(device: "", version: nil).dismissals
  for law in MergeLaw.allCases {
    for seed in seeds {
      guard let (one, other) = law.sides(MergingLists(rule, seed: seed)) else { continue }
      Issue.record(
        """
        \(policy), seed \(seed): merging is not \(law.rawValue)
          \(law.formula.one) = \(text(one, rule))
          \(law.formula.other) = \(text(other, rule))
        """, sourceLocation: sourceLocation)
      break
    }
  }
}

/// What holds of a merge that needs no order.
private enum MergeLaw: String, CaseIterable {
  case commutative, associative, idempotent

  var formula: (one: String, other: String) {
    switch self {
    case .commutative: ("a pulls b", "b pulls a")
    case .associative: ("(a pulls b) pulls c", "a pulls (b pulls c)")
    case .idempotent: ("a pulls a", "a")
    }
  }

  /// Both sides of the law for three lists; nil where they are the same.
  func sides(_ lists: MergingLists) -> (MarkedSet, MarkedSet)? {
    let (a, b, c) = (lists.sets[0], lists.sets[1], lists.sets[2])
    let merge = lists.merge
    let (one, other) =
      switch self {
      case .commutative: (merge(a, b), merge(b, a))
      case .associative: (merge(merge(a, b), c), merge(a, merge(b, c)))
      case .idempotent: (merge(a, a), a)
      }
    return one == other ? nil : (one, other)
  }
}

/// The lists of three devices that have edited each for itself.
private struct MergingLists {
  let rule: DismissalPolicy
  let sets: [MarkedSet]

  init(_ rule: DismissalPolicy, seed: UInt64) {
    self.rule = rule
    var random = SplitMix(state: seed)
    sets = (0..<3).map { _ in
      var list = SyncedList()
      for _ in 0..<random.below(8) {
        let item = "album-\(random.below(4))"
        let now = Self.circumstances(clock: Int64(1 + random.below(6)))
        if random.below(3) == 0 {
          list.remove(item, under: rule, in: now)
        } else {
          list.add(item, under: rule, in: now)
        }
      }
      return list.marks
    }
  }

  /// What a device that has `mine` comes to when it pulls what one that has `theirs` would push.
  func merge(_ mine: MarkedSet, _ theirs: MarkedSet) -> MarkedSet {
    let blob = Blob.write(
      theirs, tie: rule.tie, carriesRemovals: rule.merge == .tombstones,
      unknownMembers: ValueDictionary())
    var list = SyncedList(marks: mine, hasPulled: true, unknownMembers: ValueDictionary())
    _ = list.pull(blob, under: rule, in: Self.circumstances(clock: 10))
    return list.marks
  }

  private static func circumstances(clock: Int64) -> SyncedList.Circumstances {
    SyncedList.Circumstances(clock: clock, installedAt: nil, isGateOpen: true, isLocked: false)
  }
}

/// Numbers by seed (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
private struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return (word ^ (word >> 31)) % bound
  }
}

private func text(_ set: MarkedSet, _ rule: DismissalPolicy) -> String {
  let marks = set.entries.map { entry in
    let stamps = [("added", entry.mark.added), ("removed", entry.mark.removed)]
      .filter { $0.1 != Mark.never }.map { "\($0.0) \($0.1)" }
    return "\(entry.id) (\(stamps.joined(separator: ", ")))"
  }
  return "{\(set.live(rule.tie).joined(separator: ", "))} of \(marks.joined(separator: "; "))"
}
