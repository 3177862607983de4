import Foundation
import ReelEvents
import ReelLog
import Testing

@Suite("reel diff")
struct DiffTests {
  @Test func `shows the first difference, its causes, its costs and what is saved`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let run = Reel("diff", file, "--from", "wipe-then-apply", "--to", "landmine")
    #expect(run.status == 1)
    try Golden.expect(run.output, is: "diff-landmine.txt")
  }

  @Test func `gives the members of its JSON as they are documented`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let object = try Reel("diff", file, "--to", "landmine", "--json").json()
    #expect(
      object.keys.sorted() == [
        "divergences", "divergencesOmitted", "events", "findings", "from", "recording", "schema",
        "to", "traffic", "undecided", "undelivered",
      ])
    #expect(object["schema"] as? String == "reel.diff/1")
    #expect(object["from"] as? String == "allowlist+tombstones")
    #expect(object["to"] as? String == "landmine")
    let first = try #require((object["divergences"] as? [[String: Any]])?.first)
    #expect(first["event"] as? Int == 5)
    #expect(first["kind"] as? String == "payload")
    #expect(first["key"] as? String == "memberEntitlement")
    #expect(first["because"] as? [Int] == [3, 5])
    let findings = try #require(object["findings"] as? [String: [[String: Any]]])
    #expect(findings["from"]?.isEmpty == true)
    #expect(
      findings["to"]?.compactMap { $0["check"] as? String }.contains("entitlement-by-absence")
        == true)
    let traffic = try #require(object["traffic"] as? [String: [String: Int]])
    #expect(traffic["from"]?["messages"] == 1)
  }

  @Test func `says that two rules are the same with status 0`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let run = Reel("diff", file, "--to", "allowlist")
    #expect(run.status == 0)
    #expect(run.lines[0] == "a: allowlist+tombstones -> allowlist: the same in 8 events")
  }

  @Test func `leads to tombstones where a recording is only about dismissals`() throws {
    let folder = try Folder()
    let file = try folder.record("undo.jsonl.zst", Scenarios.undo, policy: "union")
    let run = Reel("diff", file, "--from", "union")
    #expect(run.lines[0].hasPrefix("undo: union -> tombstones: "))
    #expect(run.status == 1)
  }

  @Test func `takes policies from a file and from the scenario itself`() throws {
    let folder = try Folder()
    let policy = try folder.write(
      "omit.json", "{\"extends\": \"allowlist\", \"settings.omit\": [\"memberEntitlement\"],}")
    let scenario = try folder.write(
      "a.scenario",
      "policy omitting = allowlist {\"settings.omit\":[\"memberEntitlement\"]}\n"
        + Scenarios.landmine)
    let named = try Reel("diff", scenario, "--to", "omitting", "--json").json()
    let filed = try Reel("diff", scenario, "--to", "phone=\(policy)", "--json").json()
    #expect((named["divergences"] as? [Any])?.isEmpty == false)
    #expect(named["divergences"] as? NSArray == filed["divergences"] as? NSArray)
  }

  @Test(arguments: [[], ["--explain", "1"], ["--html", "-"]])
  func `tells that a recording is torn, though it explains what comes before`(
    flags: [String]
  ) throws {
    let folder = try Folder()
    _ = try folder.record("a.jsonl", Scenarios.landmine + "\nphone sets theme 1")
    let torn = try folder.write("torn.jsonl", folder.read("a.jsonl").dropLast(5))
    let run = Reel(["diff", torn, "--from", "wipe-then-apply", "--to", "landmine"] + flags)
    #expect(run.status == 1)
    #expect(run.errors.contains("torn.jsonl is torn at byte"), "\(run.errors)")
  }

  @Test func `explains the same events whether it can seek them or not`() throws {
    let folder = try Folder()
    let source = try RecordingSource(
      FileReader(path: folder.record("a.jsonl", Scenarios.landmine)))
    var batch = EventBatch()
    #expect(try source.next(into: &batch))
    let events = try batch.lines.map { line in
      try EventLine.decode(
        batch.text, range: Int(line.start)..<Int(line.start + line.count)
      ).event
    }
    let outputs = try ["b.jsonl", "b.jsonl.zst"].map { name in
      var writer = try EventWriter.creating(
        folder(name), container: Container(forNewFile: folder(name)), header: source.header,
        lockedBy: nil)
      for event in events {
        try writer.append(event)
        let note = Action.note(text: String(repeating: "x", count: 200))
        for _ in 0..<100 {
          try writer.append(Event(at: event.at, device: event.device, action: note))
        }
        try writer.flush()
      }
      try writer.finish()
      return Reel("diff", folder(name), "--from", "wipe-then-apply", "--to", "landmine").output
    }
    #expect(outputs[0].contains("sends context to watch"))
    #expect(outputs[0] == outputs[1])
  }

  @Test func `reads a recording from standard input`() {
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    #expect(Reel("diff", "-", "--to", "landmine", input: lines).status == 1)
    #expect(Reel("check", "-", "--policy", "allowlist", input: lines).status == 0)
    #expect(Reel("info", "-", "--count", input: lines).output.hasPrefix("events 8\n"))
  }
}

@Suite("reel check")
struct CheckTests {
  @Test func `names each finding with its event, and is clean under the allowlist`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let bad = Reel("check", file, "--policy", "landmine")
    #expect(bad.status == 1)
    #expect(bad.output.contains("error at event 8: entitlement-by-absence on watch paidWatch"))
    let good = Reel("check", file, "--policy", "allowlist")
    #expect(good.status == 0)
    #expect(good.output == "landmine under allowlist: clean, 8 events\n")
  }

  @Test func `fails for warnings only when strict`() throws {
    let folder = try Folder()
    let file = try folder.record(
      "a.jsonl", Scenarios.landmine.replacingOccurrences(of: "temperatureUnit", with: "debugMode"))
    let command = ["check", file, "--policy", "wipe-then-apply"]
    let run = Reel(command)
    #expect(run.status == 0)
    #expect(run.output.contains("unsynced-key-stored"))
    #expect(Reel(command + ["--strict"]).status == 1)
  }

  @Test func `is undecided where the session ends before its last change has arrived`() throws {
    let folder = try Folder()
    let text =
      "phone installs\nwatch installs\nphone sets chartStyle bars\nphone sends context to watch\n"
    let run = Reel("check", try folder.record("a.jsonl", text))
    #expect(run.status == 2)
    #expect(run.output.contains("undecided: "))
  }
}

@Suite("reel replay")
struct ReplayTests {
  @Test func `shows the state of each device`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let run = Reel("replay", file, "--policy", "allowlist")
    try Golden.expect(run.output, is: "replay-landmine.txt")
    #expect(run.status == 0)
  }

  @Test func `stops after an event or before a time, and shows one device`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let byNumber = try Reel("replay", file, "--until", "3", "--device", "phone", "--json").json()
    let byTime = try Reel(
      "replay", file, "--until", "2026-01-01T00:00:02Z", "--device", "phone", "--json"
    ).json()
    #expect(byNumber["events"] as? Int == 3)
    #expect(byNumber as NSDictionary == byTime as NSDictionary)
    let devices = try #require(byNumber["devices"] as? [String: [String: Any]])
    #expect(Array(devices.keys) == ["phone"])
    #expect(
      devices["phone"]?.keys.sorted() == [
        "answers", "dismissals", "keys", "settings", "stores", "traffic",
      ])
    let unknown = Reel("replay", file, "--device", "phon")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean phone?"))
  }

  @Test func `lines columns up for wide characters, and shows no control characters`() throws {
    let folder = try Folder()
    let text = "phone sets ab 1\nphone sets 温度 2\nphone sets \"\\u001b[31m\" 3\n"
    let run = Reel("replay", try folder.record("a.jsonl", text), "--show", "settings")
    #expect(
      run.lines.suffix(3) == [
        #"  settings  \u{1b}[31m  3"#, "            ab          1", "            温度        2",
      ])
  }

  @Test func `shows the dismissals`() throws {
    let folder = try Folder()
    let text = Scenarios.undo.split(separator: "\n").prefix(5).joined(separator: "\n")
    let run = Reel(
      "replay", try folder.record("undo.jsonl", text), "--show", "dismissals")
    #expect(run.output.contains("dismissals  notInterested  album-7"))
  }

  @Test func `reproduces keys that look the same and have other bytes`() throws {
    let folder = try Folder()
    let file = try folder.record(
      "a.jsonl",
      "phone installs\nwatch installs\nphone sets caf\u{E9} 1\nphone sets cafe\u{301} 2\n"
        + "phone sends context to watch as m1\nwatch receives m1\n")
    let run = Reel("replay", file, "--verify")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `names the first event whose outcome it does not reproduce`() throws {
    let folder = try Folder()
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    let forged = try folder.write(
      "f.jsonl",
      lines.replacingOccurrences(
        of: "\"rule\":\"paidWatch\",\"answer\":false",
        with: "\"rule\":\"paidWatch\",\"answer\":true"))
    let run = Reel("replay", forged, "--verify")
    #expect(run.status == 1)
    #expect(
      run.output.contains("the first at event 8 on watch, answer: recorded yes, replay says no"))
    let object = try Reel("replay", forged, "--verify", "--json").json()
    #expect((object["first"] as? [String: Any])?["event"] as? Int == 8)
  }

  @Test func `does not decide about an app's own code`() throws {
    let folder = try Folder()
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    let foreign = try folder.write(
      "f.jsonl",
      lines.replacingOccurrences(
        of: "\"recordedUnder\":\"allowlist+tombstones\"", with: "\"recordedUnder\":null"))
    #expect(Reel("replay", foreign, "--verify").status == 2)
    #expect(Reel("replay", foreign, "--verify", "--policy", "allowlist").status == 0)
  }

  @Test func `tells a device with nothing in its stores from one that nobody has seen`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "a.scenario", "phone installs\ntablet locks\n")
    let lines = Reel("replay", file).lines
    #expect(lines.firstIndex(of: "phone").map { lines[$0 + 1] } == "  nothing stored")
    #expect(lines.firstIndex(of: "tablet").map { lines[$0 + 1] } == "  nothing known")
  }
}
