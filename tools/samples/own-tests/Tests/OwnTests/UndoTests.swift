// Made by: reel emit --swift-testing recordings/not-interested/undo.jsonl.zst --policy union
import ReelTesting
import Testing

@Suite("undo")
struct UndoTests {
  private let recording = Recording(
    "undo",
    lines: #"""
      {"reel":1,"recording":{"name":"undo","recordedUnder":"allowlist+tombstones",\#
      "catalog":{"keys":[{"audience":"both","name":"memberEntitlement",\#
      "reason":"Checked on the phone only; left out, it reads as paid on the watch.",\#
      "sampleSize":5,"synced":true,"type":"bool"},{"audience":"both","name":"legacyMember",\#
      "reason":"Bought the app before memberships; the watch cannot find that out by itself.",\#
      "sampleSize":5,"synced":true,"type":"bool"}],"rules":[{"decides":"Whether the watch shows th\#
      e whole app or the paywall.","entitlement":true,"name":"paidWatch",\#
      "when":"any(absent memberEntitlement, true memberEntitlement, true legacyMember)"}]}}}
      {"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"device.installed"}
      {"at":"2026-01-01T00:00:01.000000Z","device":"phone","event":"entitlement.read",\#
      "rule":"pro","answer":true}
      {"at":"2026-01-01T00:00:02.000000Z","device":"phone","event":"message.received",\#
      "channel":"kvs"}
      {"at":"2026-01-01T00:00:03.000000Z","device":"tablet","event":"device.installed"}
      {"at":"2026-01-01T00:00:04.000000Z","device":"tablet","event":"entitlement.read",\#
      "rule":"pro","answer":true}
      {"at":"2026-01-01T00:00:05.000000Z","device":"tablet","event":"message.received",\#
      "channel":"kvs"}
      {"at":"2026-01-01T00:00:06.000000Z","device":"phone","event":"store.set",\#
      "store":"notInterested","key":"album-7","value":true}
      {"at":"2026-01-01T00:00:07.000000Z","device":"phone","event":"message.sent","message":"p1",\#
      "channel":"kvs","to":"cloud","key":"notInterested",\#
      "payload":{"added":{"album-7":1767225606000},"schema":1}}
      {"at":"2026-01-01T00:00:12.000000Z","device":"tablet","event":"message.received",\#
      "channel":"kvs"}
      {"at":"2026-01-01T00:00:12.000000Z","device":"tablet","event":"store.applied",\#
      "store":"notInterested","by":"","values":{"album-7":true}}
      {"at":"2026-01-01T00:00:22.000000Z","device":"phone","event":"store.remove",\#
      "store":"notInterested","key":"album-7"}
      {"at":"2026-01-01T00:00:23.000000Z","device":"phone","event":"message.received",\#
      "channel":"kvs"}
      {"at":"2026-01-01T00:00:24.000000Z","device":"phone","event":"message.sent","message":"p2",\#
      "channel":"kvs","to":"cloud","key":"notInterested",\#
      "payload":{"added":{"album-7":1767225606000},"removed":{"album-7":1767225622000},\#
      "schema":1}}
      {"at":"2026-01-01T00:00:29.000000Z","device":"tablet","event":"message.received",\#
      "channel":"kvs"}
      {"at":"2026-01-01T00:00:29.000000Z","device":"tablet","event":"store.cleared",\#
      "store":"notInterested","by":"","keys":["album-7"]}
      {"at":"2026-01-01T00:00:30.000000Z","device":"tablet","event":"message.sent","message":"p3",\#
      "channel":"kvs","to":"cloud","key":"notInterested","suppressed":"unchanged"}
      {"at":"2026-01-01T00:00:35.000000Z","device":"phone","event":"message.received",\#
      "channel":"kvs"}
      """#)

  @Test("reproduces what was recorded")
  func reproducesWhatWasRecorded() throws {
    try expectReproduced(recording)
  }

  @Test("comes to the same as recorded")
  func comesToTheSameAsRecorded() throws {
    try expectNoFindings(in: recording)
    try expectListed(
      [], list: "notInterested", on: "phone", in: recording)
    try expectListed(
      [], list: "notInterested", on: "tablet", in: recording)
  }

  @Test("comes to the same under union")
  func comesToTheSameUnderUnion() throws {
    try expectFindings(
      exactly: ["dismissal-resurrected phone album-7"], in: recording, under: "union")
    try expectListed(
      ["album-7"], list: "notInterested", on: "phone", in: recording, under: "union")
    try expectListed(
      ["album-7"], list: "notInterested", on: "tablet", in: recording, under: "union")
  }

  @Test("replays the same again, and with a pause anywhere")
  func replaysTheSameAgainAndWithAPauseAnywhere() throws {
    try expectReplayedTwiceSame(recording)
    try expectPrefixThenRest(recording)
  }
}
