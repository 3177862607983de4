import Testing

@testable import ReelCommands

@Suite("reel cat of what is not there")
struct CatAbsenceTests {
  @Test(arguments: [
    (["--device", "wach"], "note: no device is called wach there; did you mean watch?\n"),
    (["--device", "x"], "note: no device is called x there; the devices are phone, watch\n"),
    (
      ["--key", "memberEntitlment"],
      "note: no event there is about a key, rule or item memberEntitlment; did you mean "
        + "memberEntitlement?\n"
    ),
    (
      ["--key", "paidWach"],
      "note: no event there is about a key, rule or item paidWach; did you mean paidWatch?\n"
    ),
    (["--key", "nosuch"], "note: no event there is about a key, rule or item nosuch\n"),
    (
      ["--key", "nosuch", "--device", "phne"],
      "note: no device is called phne there; did you mean phone?\n"
        + "note: no event there is about a key, rule or item nosuch\n"
    ),
    (["--device", "watch", "--event", "device.locked"], ""),
    (["--device", "phone", "--key", "paidWatch"], ""),
    (["--key", "temperatureUnit", "--from", "2099-01-01T00:00:00Z"], ""),
    (["--event", "device.locked"], ""), (["--key", "temperatureUnit"], ""),
  ])
  func `says so beside an empty result`(_ flags: [String], _ note: String) throws {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", Scenarios.landmine)
    let run = Reel(["cat", file] + flags)
    #expect(run.status == 0)
    #expect(run.errors == note)
    let json = Reel(["cat", file, "--json"] + flags)
    #expect(json.errors == note)
    #expect(try json.json()["events"] != nil)
  }

  @Test func `reads standard input no second time`() throws {
    let folder = try Folder()
    _ = try folder.record("session.jsonl", Scenarios.landmine)
    let input = Array(try folder.read("session.jsonl"))
    let run = Reel(["cat", "-", "--device", "wach"], input: input)
    #expect(run.status == 0)
    #expect(run.errors == "note: no device is called wach there; did you mean watch?\n")
  }

  @Test func `looks at every recording that it was given`() throws {
    let folder = try Folder()
    let one = try folder.record("one.jsonl", Scenarios.landmine)
    let two = try folder.record("two.jsonl.zst", Scenarios.undo)
    #expect(Reel("cat", one, two, "--key", "album-7").errors.isEmpty)
    let run = Reel("cat", one, two, "--key", "album-8")
    #expect(run.errors.hasSuffix("item album-8; did you mean album-7?\n"))
  }
}
