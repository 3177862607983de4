import ReelTesting
import Testing

/// What a weather app promises of the settings on its watch, held against recorded sessions.
@Suite struct SettingsTests {
  private static let recordings = "../../../../../recordings/watch-settings"
  private let update = Recording("\(recordings)/landmine.jsonl.zst")

  @Test func `The new rule takes nothing from a watch that the old one gave it`() throws {
    try expectSettings(
      #"{"memberEntitlement":false,"temperatureUnit":"fahrenheit"}"#, on: "watch", in: update,
      under: "allowlist")
    try expectNoFindings(in: update, under: "allowlist")
  }

  @Test func `Leaving out the entitlement gives the app away`() throws {
    try expectFindings(
      exactly: [
        "unsynced-key-read watch memberEntitlement", "entitlement-by-absence watch paidWatch",
      ], in: update, under: "landmine")
  }

  @Test(arguments: try Recording.all(in: recordings))
  func `A session comes to its golden`(_ recording: Recording) throws {
    try expectGolden(recording)
  }

  @Test(.recordings(in: "\(recordings)"))
  func `A session is replayed as it was recorded`() throws {
    try expectReproduced(Recording.current)
  }
}
