import ReelReplay
import ReelTesting
import Testing

@Suite("An expectation of a recording")
struct ExpectationsTests {
  private let landmine = Corpus.landmine

  @Test func `is met by what holds`() throws {
    try expectReproduced(landmine)
    try expectNoFindings(in: landmine, under: "allowlist")
    try expectSame(landmine, from: "allowlist", to: "allowlist-wiping-all")
    try expectFindings(
      [.entitlementByAbsence, .unsyncedKeyRead], in: landmine, under: "landmine")
    try expectFindings(
      exactly: [
        "unsynced-key-read watch memberEntitlement", "entitlement-by-absence watch paidWatch",
      ], in: landmine, under: "landmine")
    try expectSettings(
      #"{"temperatureUnit":"fahrenheit"}"#, on: "watch", in: landmine, under: "landmine")
    try expectGolden(landmine)
  }

  @Test func `names the event and both sides of what does not hold`() {
    expectFailure("landmine.jsonl.zst under landmine", "event 8, {\"at\":") {
      try expectNoFindings(in: landmine, under: "landmine")
    }
    expectFailure("part in payload of memberEntitlement", "landmine: nothing", "event 3, {") {
      try expectSame(landmine, from: "wipe-then-apply", to: "landmine")
    }
    expectFailure("expected echo-write, not found", "found: nothing") {
      try expectFindings([.echoWrite], in: landmine, under: "allowlist")
    }
    expectFailure("expected echo-write phone, not found", "paidWatch at event") {
      try expectFindings(
        exactly: [
          "echo-write phone", "unsynced-key-read watch memberEntitlement",
          "entitlement-by-absence watch paidWatch",
        ], in: landmine, under: "landmine")
    }
    expectFailure("another temperatureUnit", "\"kelvin\"", "\"fahrenheit\"", "event 13, {") {
      try expectSettings(
        #"{"memberEntitlement":false,"temperatureUnit":"kelvin"}"#, on: "watch", in: landmine)
    }
  }

  @Test func `compares lists by their items`() throws {
    let undo = Recording("\(Corpus.dismissals)/undo.jsonl.zst")
    let device = "phone"
    expectFailure("missing:    album-x", "not wanted:") {
      try expectListed(["album-x"], on: device, in: undo)
    }
    try expectListed([], list: "noSuchList", on: device, in: undo)
  }

  @Test func `reports a policy that there is not by throwing`() {
    #expect(throws: (any Error).self) { try expectNoFindings(in: landmine, under: "landmines") }
  }
}

@Suite("expectGolden")
struct ExpectGoldenTests {
  @Test func `knows the policies that the scenario beside a recording defines`() throws {
    try expectGolden(Recording("../../recordings/watch-settings/landmine-revoked.jsonl.zst"))
    try expectGolden(Recording("../../recordings/watch-settings/default-as-choice.jsonl.zst"))
  }

  @Test func `shows the place with its line, both sides, the event, and how to accept`() throws {
    let folder = try Folder()
    try folder.take("watch-settings/landmine")
    try folder.change(
      "landmine.golden.json", "\"temperatureUnit\": \"fahrenheit\"",
      to: "\"temperatureUnit\": \"kelvin\"")
    let recording = Recording("\(folder.path)/landmine.jsonl.zst")
    expectFailure(
      "devices/phone/settings/temperatureUnit", "landmine.golden.json, line 26",
      "expected: \"kelvin\"", "found:    \"fahrenheit\"", "goes back to event 11, {",
      "reel accept \(folder.path)/landmine.jsonl.zst"
    ) {
      try expectGolden(recording)
    }
  }

  @Test func `tells a missing golden from a conflict and from another file`() throws {
    let folder = try Folder()
    try folder.take("watch-settings/landmine")
    let recording = Recording("\(folder.path)/landmine.jsonl.zst")
    try folder.change("landmine.golden.json", "{\n  \"policies\"", to: "{\n=======\n  \"policies\"")
    expectFailure("landmine.golden.json, line 2", "a merge that nobody has finished") {
      try expectGolden(recording)
    }
    try folder.change("landmine.golden.json", "=======\n", to: "")
    try folder.change("landmine.golden.json", "reel.golden/1", to: "reel.golden/9")
    expectFailure("expected a golden, schema reel.golden/1") { try expectGolden(recording) }
    expectFailure("there is no", "reel accept") {
      try expectGolden(Recording("\(folder.path)/none.jsonl.zst"))
    }
    expectFailure("expected a recording in a file") {
      try expectGolden(Recording("inline", lines: "{}"))
    }
  }
}
