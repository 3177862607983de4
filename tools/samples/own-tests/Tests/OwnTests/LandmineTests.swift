// Made by: reel emit --swift-testing recordings/watch-settings/landmine.jsonl.zst --policy landmine
import ReelTesting
import Testing

@Suite("landmine")
struct LandmineTests {
  private let recording = Recording(
    "landmine",
    lines: #"""
      {"reel":1,"recording":{"name":"landmine","recordedUnder":"allowlist+tombstones",\#
      "catalog":{"keys":[{"audience":"both","name":"memberEntitlement",\#
      "reason":"Checked on the phone only; left out, it reads as paid on the watch.",\#
      "sampleSize":5,"synced":true,"type":"bool"},{"audience":"both","name":"legacyMember",\#
      "reason":"Bought the app before memberships; the watch cannot find that out by itself.",\#
      "sampleSize":5,"synced":true,"type":"bool"},{"audience":"both","default":"celsius",\#
      "name":"temperatureUnit","reason":"Temperatures read the same on both devices.",\#
      "sampleSize":12,"synced":true,"type":"string"}],\#
      "rules":[{"decides":"Whether the watch shows the whole app or the paywall.",\#
      "entitlement":true,"name":"paidWatch","when":"any(absent memberEntitlement,\#
       true memberEntitlement, true legacyMember)"}]}}}
      {"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"device.installed"}
      {"at":"2026-01-01T00:00:01.000000Z","device":"watch","event":"device.installed"}
      {"at":"2026-01-01T00:00:02.000000Z","device":"phone","event":"store.set",\#
      "key":"memberEntitlement","value":false}
      {"at":"2026-01-01T00:00:03.000000Z","device":"phone","event":"store.set",\#
      "key":"temperatureUnit","value":"celsius"}
      {"at":"2026-01-01T00:00:04.000000Z","device":"phone","event":"message.sent","message":"m1",\#
      "channel":"context","to":"watch","payload":{"memberEntitlement":false,\#
      "temperatureUnit":"celsius"}}
      {"at":"2026-01-01T00:00:05.000000Z","device":"watch","event":"message.received",\#
      "message":"m1","channel":"context"}
      {"at":"2026-01-01T00:00:05.000000Z","device":"watch","event":"store.applied","by":"m1",\#
      "values":{"memberEntitlement":false,"temperatureUnit":"celsius"}}
      {"at":"2026-01-01T00:00:06.000000Z","device":"watch","event":"entitlement.read",\#
      "rule":"paidWatch","answer":false}
      {"at":"2026-01-02T00:00:06.000000Z","device":"phone","event":"device.updated",\#
      "version":"2.0"}
      {"at":"2026-01-02T00:00:07.000000Z","device":"watch","event":"device.updated",\#
      "version":"2.0"}
      {"at":"2026-01-02T00:00:08.000000Z","device":"phone","event":"store.set",\#
      "key":"temperatureUnit","value":"fahrenheit"}
      {"at":"2026-01-02T00:00:09.000000Z","device":"phone","event":"message.sent","message":"m2",\#
      "channel":"context","to":"watch","payload":{"memberEntitlement":false,\#
      "temperatureUnit":"fahrenheit"}}
      {"at":"2026-01-02T00:00:10.000000Z","device":"watch","event":"message.received",\#
      "message":"m2","channel":"context"}
      {"at":"2026-01-02T00:00:10.000000Z","device":"watch","event":"store.cleared","by":"m2",\#
      "keys":["memberEntitlement","temperatureUnit"]}
      {"at":"2026-01-02T00:00:10.000000Z","device":"watch","event":"store.applied","by":"m2",\#
      "values":{"memberEntitlement":false,"temperatureUnit":"fahrenheit"}}
      {"at":"2026-01-02T00:00:11.000000Z","device":"watch","event":"entitlement.read",\#
      "rule":"paidWatch","answer":false}
      """#)

  @Test("reproduces what was recorded")
  func reproducesWhatWasRecorded() throws {
    try expectReproduced(recording)
  }

  @Test("comes to the same as recorded")
  func comesToTheSameAsRecorded() throws {
    try expectNoFindings(in: recording)
    try expectSettings(
      #"""
      {"memberEntitlement":false,"temperatureUnit":"fahrenheit"}
      """#, on: "phone", in: recording)
    try expectSettings(
      #"""
      {"memberEntitlement":false,"temperatureUnit":"fahrenheit"}
      """#, on: "watch", in: recording)
  }

  @Test("comes to the same under landmine")
  func comesToTheSameUnderLandmine() throws {
    try expectFindings(
      exactly: [
        "unsynced-key-read watch memberEntitlement",
        "entitlement-by-absence watch paidWatch",
      ], in: recording, under: "landmine")
    try expectSettings(
      #"""
      {"memberEntitlement":false,"temperatureUnit":"fahrenheit"}
      """#, on: "phone", in: recording, under: "landmine")
    try expectSettings(
      #"""
      {"temperatureUnit":"fahrenheit"}
      """#, on: "watch", in: recording, under: "landmine")
  }

  @Test("replays the same again, and with a pause anywhere")
  func replaysTheSameAgainAndWithAPauseAnywhere() throws {
    try expectReplayedTwiceSame(recording)
    try expectPrefixThenRest(recording)
  }
}
