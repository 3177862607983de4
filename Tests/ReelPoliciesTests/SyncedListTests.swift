import ReelEvents
import ReelPolicies
import TestSamples
import Testing

extension Seed {
  /// A set of up to `count` items out of twice as many, with stamps that often meet.
  mutating func markedSet(count: Int) -> MarkedSet {
    MarkedSet(
      (0..<count).map { _ in
        let stamp = { (seed: inout Seed) in
          seed.happens(onceIn: 4) ? Mark.never : Int64(seed.index(below: 50))
        }
        return .init(
          id: "album-\(index(below: 2 * count))",
          mark: Mark(added: stamp(&self), removed: stamp(&self)))
      })
  }
}

/// One device's copy of a list.
@Suite struct `A synchronised list` {
  static let day: Int64 = 86_400_000

  static func at(_ clock: Int64) -> SyncedList.Circumstances {
    SyncedList.Circumstances(clock: clock, installedAt: 0, isGateOpen: true, isLocked: false)
  }

  static var bounded: DismissalPolicy {
    var policy = BuiltInPolicies.tombstones
    policy.retainMilliseconds = 90 * day
    policy.keepsHorizon = true
    return policy
  }

  /// The blob that a push sends; nil where it is held back.
  static func push(
    _ list: inout SyncedList, _ policy: DismissalPolicy, at clock: Int64
  ) -> Value? {
    if case .sent(let blob) = list.push(under: policy, in: at(clock)) { blob } else { nil }
  }

  @Test(arguments: [Int64(1000), 999, 0, -5])
  func `never stamps below a stamp already seen for the item`(clock: Int64) {
    let policy = BuiltInPolicies.tombstones
    var list = SyncedList()
    list.add("a", under: policy, in: Self.at(1000))
    list.remove("a", under: policy, in: Self.at(clock))
    #expect(list.marks["a"] == Mark(added: 1000, removed: 1001))
    list.add("a", under: policy, in: Self.at(clock))
    #expect(list.marks["a"] == Mark(added: 1002, removed: 1001))
  }

  @Test func `keeps stamps that blobs can hold, whatever stamp came from elsewhere`() {
    let policy = BuiltInPolicies.tombstones
    let latest = Blob.stampRange.upperBound
    var list = SyncedList()
    let hostile: Value = .dictionary([
      "added": .dictionary(["a": .integer(latest)]), "schema": .integer(1),
    ])
    #expect(list.pull(hostile, under: policy, in: Self.at(5)) == nil)
    list.remove("a", under: policy, in: Self.at(5))
    #expect(list.marks["a"] == Mark(added: latest, removed: latest))
    #expect(list.marks.live(policy.tie).isEmpty)
    #expect(Blob.read(Self.push(&list, policy, at: 6)) != .unreadable)
  }

  static let hostileStamps: [Int64] = [.max, .max - 1, .min + 1, (1 << 53) + 1]

  @Test(arguments: hostileStamps)
  func `takes a blob with a stamp that no tool keeps for unreadable`(stamp: Int64) {
    for members: ValueDictionary in [
      ["added": .dictionary(["a": .integer(stamp)]), "schema": .integer(1)],
      ["added": .dictionary([:]), "horizon": .integer(stamp), "schema": .integer(1)],
    ] {
      #expect(Blob.read(.dictionary(members)) == .unreadable)
    }
  }

  /// T03: an album dismissed and undone; the removal expires; a device that was away pushes.
  @Test func `does not let an old device bring back an album whose removal was dropped`() {
    let policy = Self.bounded
    var (phone, tablet) = (SyncedList(), SyncedList())
    _ = phone.pull(nil, under: policy, in: Self.at(0))
    phone.add("a", under: policy, in: Self.at(1))
    let first = Self.push(&phone, policy, at: 2)
    _ = tablet.pull(first, under: policy, in: Self.at(3))
    phone.remove("a", under: policy, in: Self.at(4))
    _ = Self.push(&phone, policy, at: 5)
    phone.add("b", under: policy, in: Self.at(91 * Self.day))
    let later = Self.push(&phone, policy, at: 91 * Self.day)
    #expect(phone.marks["a"] == nil)
    _ = tablet.pull(later, under: policy, in: Self.at(92 * Self.day))
    #expect(tablet.marks.live(policy.tie) == ["b"])
    _ = phone.pull(
      Self.push(&tablet, policy, at: 92 * Self.day) ?? later, under: policy,
      in: Self.at(92 * Self.day))
    #expect(phone.marks.live(policy.tie) == ["b"])
  }

  @Test func `comes back from what is kept of it, and pulls before it pushes`() {
    let policy = BuiltInPolicies.tombstones
    var list = SyncedList()
    _ = list.pull(
      .dictionary([
        "added": .dictionary(["a": .integer(1)]), "colour": .string("red"), "schema": .integer(1),
      ]), under: policy, in: Self.at(2))
    let kept = SyncedList(
      marks: list.marks, hasPulled: list.hasPulled, unknownMembers: list.unknownMembers)
    #expect(kept.cloud == nil)
    #expect(kept.unknownMembers == ["colour": .string("red")])
    #expect(kept.hasPulled)
  }

  @Test(arguments: DismissalPolicy.Account.allCases)
  func `belongs to an account or to all, as the policy says`(account: DismissalPolicy.Account) {
    var policy = BuiltInPolicies.tombstones
    policy.account = account
    var parked: [String: [String]] = [:]
    let second = policy.lists(
      leaving: "u1", with: ["a"], entering: "u2", without: [], parked: &parked)
    #expect(second == (account == .carry ? ["a"] : []))
    let first = policy.lists(
      leaving: "u2", with: second + ["b"], entering: "u1", without: [], parked: &parked)
    #expect(first == (account == .carry ? ["a", "b"] : ["a"]))
  }
}
