import ReelEvents
import ReelPolicies
import ReelSimulation
import Testing

@testable import ReelSync

/// Who does not have Pro leaves no trace in the cloud.
@Suite struct `The gate` {
  let cloud = SimulatedCloud()

  @Test(arguments: [[], [false], [nil], [nil, false, nil]] as [[Bool?]])
  func `keeps a user who is not known to have Pro away from the cloud`(answers: [Bool?]) throws {
    let phone = try TestDevice("phone", in: cloud)
    for answer in answers { try phone.answer(answer) }
    try phone.dismiss("a")
    try phone.dismiss("b")
    try phone.undo("a")
    try phone.set.refresh()
    try phone.relaunch()
    for answer in answers { try phone.answer(answer) }
    try phone.dismiss("c")
    #expect(phone.touches.words == [])
    #expect(phone.blob == nil)
    #expect(phone.ids == ["b", "c"])
  }

  @Test func `lets a user who gets Pro pull, merge and push, in this order`() throws {
    let tablet = try TestDevice("tablet", in: cloud)
    try tablet.answer(true)
    try tablet.dismiss("t")
    let phone = try TestDevice("phone", in: cloud)
    try phone.answer(false)
    try phone.dismiss("p")
    cloud.settle()
    try phone.set.proAnswered(true)
    #expect(
      phone.touches.words == ["made", "notices", "synchronize", "account", "object", "set"])
    cloud.settle()
    #expect(phone.ids == ["p", "t"])
    #expect(tablet.ids == ["p", "t"])
  }

  @Test func `does not make the store object twice`() throws {
    let phone = try TestDevice("phone", in: cloud)
    for _ in 0..<3 { try phone.answer(true) }
    #expect(phone.touches.words.filter { $0 == "made" }.count == 1)
  }

  @Test func `lets go of the store object when Pro is lost, and nothing leaves any more`() throws {
    let phone = try TestDevice("phone", in: cloud)
    try phone.answer(true)
    try phone.dismiss("a")
    _ = phone.touches.take()
    try phone.answer(false)
    #expect(phone.touches.take() == ["no notices"])
    let held = phone.blob
    try phone.dismiss("b")
    try phone.undo("a")
    #expect(phone.touches.words == [])
    #expect(phone.blob == held)
    #expect(phone.ids == ["b"])
    let mark = try #require(phone.local.memory.list.marks["a"])
    #expect(mark.removed > mark.added)
  }

  @Test func `merges without loss when Pro is back`() throws {
    let phone = try TestDevice("phone", in: cloud)
    let tablet = try TestDevice("tablet", in: cloud)
    try phone.answer(true)
    try tablet.answer(true)
    try phone.dismiss("undone")
    try phone.dismiss("kept")
    try phone.answer(false)
    try phone.undo("undone")
    try phone.dismiss("while-free")
    try tablet.dismiss("meanwhile")
    #expect(tablet.ids == ["kept", "meanwhile", "undone"])
    try phone.answer(true)
    #expect(phone.ids == ["kept", "meanwhile", "while-free"])
    #expect(tablet.ids == ["kept", "meanwhile", "while-free"])
  }

  /// What the first version of the app did: a removal without Pro left no mark.
  @Test func `brings an undo back under a rule that leaves no marks without Pro`() throws {
    var policy = BuiltInPolicies.tombstones
    policy.gate = .pro
    let phone = try TestDevice("phone", in: cloud, policy: policy)
    try phone.answer(true)
    try phone.dismiss("undone")
    try phone.answer(false)
    try phone.undo("undone")
    try phone.answer(true)
    #expect(phone.ids == ["undone"])
  }

  @Test(arguments: zip(DismissalPolicy.Unknown.allCases, [false, true, true]))
  func `asks the rule what an unknown answer means after a known one`(
    unknown: DismissalPolicy.Unknown, isOpen: Bool
  ) throws {
    var policy = BuiltInPolicies.tombstones
    policy.unknown = unknown
    let phone = try TestDevice("phone", in: cloud, policy: policy)
    try phone.answer(true)
    try phone.answer(nil)
    _ = phone.touches.take()
    try phone.dismiss("a")
    #expect(phone.touches.words.isEmpty != isOpen)
  }

  @Test func `remembers the last answer over a relaunch, and touches nothing before the next`()
    throws
  {
    let phone = try TestDevice("phone", in: cloud)
    try phone.answer(true)
    try phone.relaunch()
    _ = phone.touches.take()
    try phone.dismiss("a")
    #expect(phone.touches.words == [])
    try phone.answer(nil)
    #expect(phone.touches.words.contains("set"))
  }

  @Test func `tells whoever records of every opportunity, held back or not`() throws {
    let phone = try TestDevice("phone", in: cloud)
    try phone.answer(false)
    try phone.dismiss("a")
    try phone.answer(true)
    #expect(
      phone.witness.words == [
        "store.loaded", "pro false", "pull gate", "push gate", "set a", "push gate", "pro true",
        "pull none", "push p3",
      ])
  }
}
