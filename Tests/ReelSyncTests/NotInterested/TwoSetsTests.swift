import ReelEvents
import ReelPolicies
import ReelSeams
import ReelSimulation
import Testing

@testable import ReelSync

/// The playlists that the app made travel as the dismissed albums do, with no plumbing of their
/// own.
@Suite struct `Two sets in one cloud` {
  let cloud = SimulatedCloud()

  @Test func `travel side by side, each under its own key`() throws {
    let albums = try ["phone", "tablet"].map { try TestDevice($0, in: cloud) }
    let playlists = try ["phone", "tablet"].map {
      try TestDevice($0, in: cloud, set: SetName<PlaylistID>.createdPlaylists)
    }
    for device in albums { try device.answer(true) }
    for device in playlists { try device.set.proAnswered(true) }
    try albums[0].dismiss("album-1")
    try playlists[0].set.insert(PlaylistID(rawValue: "p.1"))
    try playlists[1].set.insert(PlaylistID(rawValue: "p.2"))
    cloud.settle()
    #expect(albums[1].ids == ["album-1"])
    #expect(playlists[0].ids == ["p.1", "p.2"])
    #expect(playlists[1].ids == ["p.1", "p.2"])
    #expect(
      albums[0].store.dictionaryRepresentation.keys.sorted() == [
        "createdPlaylists", "notInterested",
      ])
  }

  @Test func `are recorded under their own names`() throws {
    let playlists = try TestDevice("phone", in: cloud, set: SetName<PlaylistID>.createdPlaylists)
    try playlists.set.proAnswered(true)
    try playlists.set.insert(PlaylistID(rawValue: "p.1"))
    for action in playlists.witness.actions {
      switch action {
      case .storeSet(let store, _, _), .storeLoaded(let store, _):
        #expect(store.text == "createdPlaylists")
      case .messageSent(let message): #expect(message.key == "createdPlaylists")
      case .messageReceived(let message): #expect(message.key == "createdPlaylists")
      default: break
      }
    }
  }

  /// A number is an id too: whatever has a text.
  struct StationID: ItemID {
    let number: Int

    init?(rawValue: String) {
      guard let number = Int(rawValue) else { return nil }
      self.number = number
    }

    var rawValue: String { "\(number)" }
  }

  @Test func `may have ids of any type, and keep those that it has no form for`() throws {
    let name = SetName<StationID>("stations")
    let phone = try TestDevice("phone", in: cloud, set: name)
    let other = cloud.install(on: "other", account: "u1")
    cloud.settle()
    other.set("{\"added\":{\"7\":1,\"later-form\":1},\"schema\":1}", forKey: "stations")
    cloud.settle()
    try phone.set.proAnswered(true)
    #expect(phone.set.all.map(\.number) == [7])
    try phone.set.remove(try #require(StationID(rawValue: "7")))
    #expect(phone.blob?.contains("\"later-form\":1") == true)
  }
}
