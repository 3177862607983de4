import ReelEvents
import ReelPolicies
import ReelSeams
import ReelSimulation
import Testing

@testable import ReelSync

/// A list that follows its user across devices.
@Suite struct `A set in step with the cloud` {
  let cloud = SimulatedCloud()

  private func proDevice(
    _ name: String, _ policy: DismissalPolicy = BuiltInPolicies.tombstones
  ) throws -> TestDevice<AlbumID> {
    cloud.settle()
    let device = try TestDevice(name, in: cloud, policy: policy)
    cloud.settle()
    try device.answer(true)
    return device
  }

  @Test func `shows on one device what was done on another`() throws {
    let (phone, tablet) = (try proDevice("phone"), try proDevice("tablet"))
    try phone.dismiss("a")
    #expect(tablet.ids == ["a"])
    try tablet.undo("a")
    #expect(phone.ids == [])
  }

  /// T01 in the live service, under each way to merge.
  @Test(arguments: zip(DismissalPolicy.Merge.allCases, [[], ["a"], []]))
  func `keeps an undo, unless it only joins lists`(
    merge: DismissalPolicy.Merge, listed: [String]
  ) throws {
    var policy = BuiltInPolicies.tombstones
    policy.merge = merge
    let (phone, tablet) = (try proDevice("phone", policy), try proDevice("tablet", policy))
    try phone.dismiss("a")
    try phone.undo("a")
    try tablet.set.refresh()
    cloud.settle()
    #expect(phone.ids == listed)
    #expect(tablet.ids == listed)
  }

  @Test func `survives a reinstall without a touch of the user`() throws {
    let phone = try proDevice("phone")
    try phone.dismiss("a")
    let again = try proDevice("phone")
    #expect(again.ids == ["a"])
  }

  @Test func `does not survive a reinstall of a user without Pro`() throws {
    let phone = try TestDevice("phone", in: cloud)
    try phone.answer(false)
    try phone.dismiss("a")
    let again = try TestDevice("phone", in: cloud)
    try again.answer(false)
    #expect(again.ids == [])
  }

  /// The download comes later than the first launch; a dismissal in between is merged with it.
  @Test(arguments: CloudRules.Conflict.allCases)
  func `comes to the same whichever way the cloud settles conflicts`(
    conflict: CloudRules.Conflict
  ) throws {
    var rules = CloudRules()
    rules.conflict = conflict
    rules.uploadDelayMilliseconds = 5000
    rules.downloadDelayMilliseconds = 3000
    let cloud = SimulatedCloud(rules)
    let phone = try TestDevice("phone", in: cloud)
    let tablet = try TestDevice("tablet", in: cloud)
    for device in [phone, tablet] { try device.answer(true) }
    for number in 0..<6 {
      try phone.dismiss("p\(number)")
      try tablet.dismiss("t\(number)")
      if number.isMultiple(of: 2) { cloud.advance(milliseconds: 2500) }
    }
    try phone.undo("p0")
    cloud.advance(milliseconds: 60_000)
    let expected = (1..<6).map { "p\($0)" } + (0..<6).map { "t\($0)" }
    #expect(phone.ids == expected)
    #expect(tablet.ids == expected)
    #expect(phone.blob == tablet.blob)
  }

  @Test func `writes nothing when there is nothing new, however often it looks`() throws {
    let (phone, tablet) = (try proDevice("phone"), try proDevice("tablet"))
    try phone.dismiss("a")
    for device in [phone, tablet] { _ = device.touches.take() }
    for _ in 0..<3 {
      for device in [phone, tablet] {
        try device.set.refresh()
        try device.answer(true)
        cloud.settle()
      }
    }
    #expect(!phone.touches.words.contains("set"))
    #expect(!tablet.touches.words.contains("set"))
  }

  @Test func `is one canonical text under one key`() throws {
    let phone = try proDevice("phone")
    try phone.dismiss("b")
    try phone.dismiss("a")
    try phone.undo("b")
    let start = Instant.scenarioStart.milliseconds
    #expect(
      phone.blob
        == "{\"#message\":\"p4\",\"added\":{\"a\":\(start + 3000),\"b\":\(start + 2000)},"
        + "\"removed\":{\"b\":\(start + 4000)},\"schema\":1}")
    #expect(phone.store.dictionaryRepresentation.keys.sorted() == ["notInterested"])
  }

  static let unreadable: [String] = [
    "{\"schema\":2,\"rows\":[\"a\"]}", "{\"added\":{}}", "not JSON", "", "[]",
    "{\"added\":{\"a\":1.5},\"schema\":1}", "{\"added\":{\"a\":1,\"a\":2},\"schema\":1}",
  ]

  @Test(arguments: unreadable)
  func `never takes what it cannot read for empty, and never writes over it`(text: String) throws {
    let phone = try proDevice("phone")
    try phone.dismiss("a")
    let other = cloud.install(on: "newer version", account: "u1")
    cloud.settle()
    other.set(text, forKey: "notInterested")
    cloud.settle()
    #expect(phone.ids == ["a"])
    try phone.dismiss("b")
    #expect(phone.ids == ["a", "b"])
    #expect(phone.blob == text)
    try phone.relaunch()
    try phone.answer(true)
    try phone.dismiss("c")
    #expect(phone.blob == text)
    #expect(phone.witness.words.last == "push undecodable")
  }

  @Test func `never takes a value of another type for empty`() throws {
    let phone = try proDevice("phone")
    try phone.dismiss("a")
    let other = cloud.install(on: "other", account: "u1")
    cloud.settle()
    other.set(["a"], forKey: "notInterested")
    cloud.settle()
    try phone.dismiss("b")
    #expect(phone.ids == ["a", "b"])
    #expect(phone.store.object(forKey: "notInterested") as? [String] == ["a"])
  }

  @Test func `reads what a later version added to the blob, and never writes over it`() throws {
    let phone = try proDevice("phone")
    try phone.dismiss("a")
    let other = cloud.install(on: "newer version", account: "u1")
    cloud.settle()
    other.set(
      "{\"added\":{\"b\":5},\"colour\":{\"b\":\"red\"},\"schema\":1}", forKey: "notInterested")
    cloud.settle()
    #expect(phone.ids == ["a", "b"])
    try phone.relaunch()
    try phone.answer(true)
    try phone.undo("b")
    #expect(phone.ids == ["a"])
    #expect(
      phone.blob == "{\"added\":{\"b\":5},\"colour\":{\"b\":\"red\"},\"schema\":1}")
  }

  @Test func `tells whoever records which push it got, and carries no other's name on`() throws {
    let (phone, tablet) = (try proDevice("phone"), try proDevice("tablet"))
    try phone.dismiss("a")
    #expect(phone.witness.words.last == "push p2")
    #expect(tablet.witness.words.suffix(3) == ["pull p2", "applied a", "push unchanged"])
    try tablet.dismiss("b")
    #expect(phone.blob?.contains("\"#message\":\"p3\"") == true)
    #expect(tablet.local.memory.list.unknownMembers == [:])
  }

  @Test func `does not push before it has pulled`() throws {
    var policy = BuiltInPolicies.tombstones
    policy.pullFirst = .after(milliseconds: 30_000)
    let phone = try proDevice("phone", policy)
    try phone.dismiss("a")
    #expect(phone.blob == nil)
    #expect(phone.witness.words.suffix(2) == ["set a", "push pullFirst"])
    cloud.advance(milliseconds: 30_000)
    try phone.set.refresh()
    #expect(phone.blob != nil)
  }

  @Test func `takes note of a full cloud, and tries again when there is something new`() throws {
    let phone = try proDevice("phone")
    let filler = cloud.install(on: "other app version", account: "u1")
    cloud.settle()
    filler.set(String(repeating: "x", count: 1_048_500), forKey: "filler")
    cloud.settle()
    try phone.dismiss("album-that-is-too-long-for-the-rest-of-the-quota")
    #expect(phone.blob == nil)
    #expect(phone.witness.words.last == "failed p2 quota")
    filler.removeObject(forKey: "filler")
    cloud.settle()
    try phone.set.refresh()
    #expect(phone.blob != nil)
  }

  @Test func `keeps a list for each account`() throws {
    let phone = try proDevice("phone")
    try phone.dismiss("first")
    phone.use(account: "u2")
    #expect(phone.ids == [])
    try phone.dismiss("second")
    #expect(phone.blob?.contains("first") == false)
    phone.use(account: "u1")
    #expect(phone.ids == ["first"])
    try phone.relaunch()
    phone.use(account: "u2")
    try phone.answer(true)
    #expect(phone.ids == ["second"])
    phone.use(account: nil)
    #expect(phone.ids == [])
  }

  @Test func `stays with a user who signs in for the first time`() throws {
    let phone = try TestDevice("phone", in: cloud)
    phone.use(account: nil)
    try phone.answer(true)
    try phone.dismiss("a")
    phone.use(account: "u1")
    #expect(phone.ids == ["a"])
    #expect(phone.blob?.contains("\"a\"") == true)
    #expect(!phone.witness.words.contains { $0.hasPrefix("account") })
  }

  @Test func `reports what it could not keep, and pulls it again`() throws {
    let (phone, tablet) = (try proDevice("phone"), try proDevice("tablet"))
    tablet.storage.isRefusing = true
    try phone.dismiss("a")
    #expect(tablet.errors.count == 1)
    #expect(tablet.ids == [])
    tablet.storage.isRefusing = false
    try tablet.set.refresh()
    #expect(tablet.ids == ["a"])
  }

  @Test func `does not act on a notice about another key`() throws {
    let phone = try proDevice("phone")
    let other = cloud.install(on: "other", account: "u1")
    cloud.settle()
    _ = phone.touches.take()
    other.set("x", forKey: "somethingElse")
    cloud.settle()
    #expect(phone.touches.words == [])
  }
}
