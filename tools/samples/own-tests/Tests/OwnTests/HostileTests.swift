// Made by: reel emit --swift-testing tools/samples/own-tests/Recordings/hostile.scenario
import ReelTesting
import Testing

@Suite("hostile")
struct HostileTests {
  private let recording = Recording(
    "hostile",
    lines: ####"""
      {"reel":1,"recording":{"name":"hostile","recordedUnder":"allowlist+tombstones",\####
      "catalog":{"keys":[{"audience":"both","name":"memberEntitlement",\####
      "reason":"Checked on the phone only; left out, it reads as paid on the watch.",\####
      "sampleSize":5,"synced":true,"type":"bool"},{"audience":"both","name":"legacyMember",\####
      "reason":"Bought the app before memberships; the watch cannot find that out by itself.",\####
      "sampleSize":5,"synced":true,"type":"bool"},{"audience":"both","default":"celsius",\####
      "name":"temperatureUnit","reason":"Temperatures read the same on both devices.",\####
      "sampleSize":12,"synced":true,"type":"string"},{"audience":"both",\####
      "name":"displayLanguage","reason":"The language chosen in the app; the watch has no scree\####
      n to choose it on.","sampleSize":4,"synced":true,"type":"string"}],\####
      "rules":[{"decides":"Whether the watch shows the whole app or the paywall.",\####
      "entitlement":true,"name":"paidWatch","when":"any(absent memberEntitlement,\####
       true memberEntitlement, true legacyMember)"}]}}}
      {"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"device.installed"}
      {"at":"2026-01-01T00:00:01.000000Z","device":"watch","event":"device.installed"}
      {"at":"2026-01-01T00:00:02.000000Z","device":"phone","event":"store.set",\####
      "key":"temperatureUnit","value":"\"\"\"# \"\"\"## \\#(1) \\##(2) \\(3) \\"}
      {"at":"2026-01-01T00:00:03.000000Z","device":"phone","event":"store.set",\####
      "key":"displayLanguage","value":"\u0000\u001b[31m\r\n\####u{2028}\####u{202e}\####u{feff}\####
       温度 👩\####u{200d}👩\####u{200d}👧 é"}
      {"at":"2026-01-01T00:00:04.000000Z","device":"phone","event":"store.set",\####
      "key":"*/ \"\"\"### `key` //","value":["",{"":""},\####
      {"$date":"2026-01-01T00:00:00.000000Z"},-0.0]}
      {"at":"2026-01-01T00:00:05.000000Z","device":"phone","event":"note",\####
      "text":"\\\\\\#\\##\\### \"\"\"\"\"\"#### a long text that has to be taken apart somewher\####
      e, with no comma in sight for a while yet"}
      {"at":"2026-01-01T00:00:06.000000Z","device":"phone","event":"message.sent",\####
      "message":"m1\"#","channel":"context","to":"watch",\####
      "payload":{"displayLanguage":"\u0000\u001b[31m\r\n\####u{2028}\####u{202e}\####u{feff} 温度\####
       👩\####u{200d}👩\####u{200d}👧 é","temperatureUnit":"\"\"\"# \"\"\"## \\#(1) \\##(2) \\(3) \####
      \\"}}
      {"at":"2026-01-01T00:00:07.000000Z","device":"watch","event":"message.received",\####
      "message":"m1\"#","channel":"context"}
      {"at":"2026-01-01T00:00:07.000000Z","device":"watch","event":"store.applied",\####
      "by":"m1\"#","values":{"displayLanguage":"\u0000\u001b[31m\r\n\####u{2028}\####u{202e}\####
      \####u{feff} 温度 👩\####u{200d}👩\####u{200d}👧 é","temperatureUnit":"\"\"\"# \"\"\"## \\#(1)\####
       \\##(2) \\(3) \\"}}
      """####)

  @Test("reproduces what was recorded")
  func reproducesWhatWasRecorded() throws {
    try expectReproduced(recording)
  }

  @Test("comes to the same as recorded")
  func comesToTheSameAsRecorded() throws {
    try expectNoFindings(in: recording)
    try expectSettings(
      ###"""
      {"*/ \"\"\"### `key` //":["",{"":""},{"$date":"2026-01-01T00:00:00.000000Z"},-0.0],\###
      "displayLanguage":"\u0000\u001b[31m\r\n\###u{2028}\###u{202e}\###u{feff} 温度 \###
      👩\###u{200d}👩\###u{200d}👧 é","temperatureUnit":"\"\"\"# \"\"\"## \\#(1) \\##(2) \\(3) \\"}
      """###, on: "phone", in: recording)
    try expectSettings(
      ###"""
      {"displayLanguage":"\u0000\u001b[31m\r\n\###u{2028}\###u{202e}\###u{feff} 温度 \###
      👩\###u{200d}👩\###u{200d}👧 é","temperatureUnit":"\"\"\"# \"\"\"## \\#(1) \\##(2) \\(3) \\"}
      """###, on: "watch", in: recording)
  }

  @Test("replays the same again, and with a pause anywhere")
  func replaysTheSameAgainAndWithAPauseAnywhere() throws {
    try expectReplayedTwiceSame(recording)
    try expectPrefixThenRest(recording)
  }
}
