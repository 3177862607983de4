import ReelPolicies
import ReelSeams
import ReelSimulation
import Testing

@testable import ReelSync

/// A helper once gave out a context whose container died with the helper, and a whole test run with
/// it. What is handed out here keeps alive whatever it needs.
@Suite struct `A set whose opener went out of scope` {
  /// Opens everything that a set needs and returns the set alone.
  private func openDismissals(_ cloud: SimulatedCloud, on device: String) throws -> DismissalStore {
    let witness = Unwitnessed(clock: cloud.clock)
    let storage = MemoryLogStorage()
    let local = try LocalSet(
      .notInterested, in: storage, policy: BuiltInPolicies.tombstones, witness: witness)
    let store = cloud.install(on: device, account: "u1")
    let set = ProSet(
      local, through: CloudDoor(open: { store }, account: { "u1" }, report: { _ in }))
    try set.proAnswered(true)
    return set
  }

  @Test func `is used as if its opener were there`() throws {
    let cloud = SimulatedCloud()
    let (phone, tablet) = (
      try openDismissals(cloud, on: "phone"), try openDismissals(cloud, on: "tablet")
    )
    try phone.dismiss(AlbumID(rawValue: "a"))
    cloud.settle()
    #expect(tablet.contains(AlbumID(rawValue: "a")))
  }

  @Test func `lives as long as a stream of its changes, and still hears of other devices`()
    async throws
  {
    let cloud = SimulatedCloud()
    let tablet = try openDismissals(cloud, on: "tablet")
    var reader = try openDismissals(cloud, on: "phone").changes.makeAsyncIterator()
    #expect(await reader.next() == [])
    try tablet.dismiss(AlbumID(rawValue: "a"))
    cloud.settle()
    #expect(await reader.next() == [AlbumID(rawValue: "a")])
  }

  @Test func `is let go when nobody uses it any more`() throws {
    let cloud = SimulatedCloud()
    var set: DismissalStore? = try openDismissals(cloud, on: "phone")
    weak let observed = set
    var changes = set?.changes
    set = nil
    #expect(observed != nil)
    #expect(changes != nil)
    changes = nil
    #expect(observed == nil)
  }

  @Test func `keeps the cloud, whose own handle was all that a helper returned`() {
    func install() -> any CloudDevice {
      SimulatedCloud().install(on: "phone", account: "u1")
    }
    let store = install()
    store.set("x", forKey: "key")
    #expect(store.object(forKey: "key") as? String == "x")
  }
}
