import Foundation
import Testing

@Suite("reel info")
struct InfoTests {
  @Test func `says what a recording is and holds`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    let run = Reel("info", file)
    #expect(run.status == 0)
    #expect(run.output.contains("landmine.jsonl: 8 events\n"))
    #expect(run.output.contains("  rule     allowlist+tombstones\n"))
    #expect(run.output.contains("  catalog  90 keys, 36 synced, 4 rules\n"))
    #expect(run.output.contains("  time     2026-01-01 00:00:00 to 00:00:06\n"))
    #expect(run.output.contains("  devices  phone 4, watch 4\n"))
    #expect(run.output.contains("  keys     2 named\n"))
    let object = try Reel("info", file, "--json").json()
    #expect(object["schema"] as? String == "reel.info/1")
    #expect((object["kinds"] as? [String: Int])?["store.set"] == 2)
  }

  @Test func `counts by device and kind, one count a line`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    #expect(
      Reel("info", file, "--count").output == """
        events 8
        keys 2
        first 2026-01-01T00:00:00.000000Z
        last 2026-01-01T00:00:06.000000Z
        device phone 4
        device watch 4
        kind device.installed 2
        kind entitlement.read 1
        kind message.received 1
        kind message.sent 1
        kind store.applied 1
        kind store.set 2

        """)
  }

  @Test func `reports a torn file at any byte with status 3 and every whole line before`() throws {
    let folder = try Folder()
    let whole = try folder.read(
      URL(filePath: folder.record("a.jsonl", Scenarios.landmine)).lastPathComponent)
    for cut in stride(from: 1, to: whole.count, by: 397) {
      let part = whole.prefix(cut)
      let isWhole = part.last == 0x0A
      let events = max(0, part.count { $0 == 0x0A } - 1)
      let file = try folder.write("torn.jsonl", part)
      let run = Reel("info", file, "--json")
      #expect(run.status == (isWhole ? 0 : 3), "cut at \(cut)")
      let object = try run.json()
      #expect(object["events"] as? Int == events, "cut at \(cut)")
      if !isWhole { #expect((object["torn"] as? [String: Int])?["offset"] == cut) }
    }
  }

  @Test func `reads a compressed file up to the tear`() throws {
    let folder = try Folder()
    let catalog = try folder.write("catalog.json", "{}")
    let run = Reel(
      "record", "-", "-o", folder("a.jsonl.zst"), "--flush-every", "1", "--catalog", catalog,
      input: Scenarios.landmine)
    #expect(run.status == 0)
    let whole = try folder.read("a.jsonl.zst")
    var counts: Set<Int> = []
    for cut in 1..<whole.count {
      let file = try folder.write("torn.jsonl.zst", whole.prefix(cut))
      let run = Reel("info", file, "--json")
      #expect(run.status == 0 || run.status == 3, "cut at \(cut): \(run.errors)")
      counts.insert(try run.json()["events"] as? Int ?? -1)
    }
    #expect(counts == Set(0...7))
    let torn = Reel("info", try folder.write("torn.jsonl.zst", whole.prefix(whole.count / 2)))
    #expect(torn.status == 3)
    #expect(torn.output.contains("torn at byte "))
    #expect(torn.errors.contains("reel recover "))
  }

  @Test func `counts bad lines and goes on`() throws {
    let folder = try Folder()
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).lines
    let text = (lines[...3] + ["{\"at\":1}"] + lines[4...]).joined(separator: "\n") + "\n"
    let run = Reel("info", try folder.write("bad.jsonl", text))
    #expect(run.status == 3)
    #expect(run.output.contains("8 events"))
    #expect(run.output.contains("1 bad line\n"))
    #expect(run.output.contains("line 5"))
  }
}

@Suite("reel cat")
struct CatTests {
  @Test func `passes lines on unchanged, of unknown kinds too`() throws {
    let folder = try Folder()
    var lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).lines
    lines.insert(
      #"{"event":"store.frozen", "device":"phone","at":"2026-01-01T00:00:09Z","new":1}"#, at: 4)
    let text = lines.joined(separator: "\n") + "\n"
    let file = try folder.write("a.jsonl", text)
    #expect(Reel("cat", file).output == text)
    #expect(Reel("cat", file, "-o", folder("b.jsonl")).status == 0)
    #expect(try folder.read("b.jsonl") == Data(text.utf8))
    #expect(Reel("cat", file, "-o", folder("b.jsonl")).status == 73)
    let replayed = Reel("replay", file)
    #expect(replayed.status == 0)
    #expect(replayed.errors.contains("1 event is of a kind that this version does not know"))
  }

  @Test(
    arguments: [
      (["--device", "watch"], 4), (["--event", "store.set"], 2), (["--key", "temperatureUnit"], 3),
      (["--key", "paidWatch"], 1), (["--from", "6"], 3), (["--until", "2"], 2),
      (["--from", "2", "--until", "4"], 3), (["--from", "2026-01-01T00:00:05Z"], 3),
      (["--until", "2026-01-01T00:00:01Z"], 2), (["--device", "nobody"], 0),
      (["--device", "watch", "--event", "store.applied"], 1),
    ])
  func `shows the events that are asked for`(_ flags: [String], _ count: Int) throws {
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    let run = Reel(["cat", "-"] + flags, input: Array(lines.utf8))
    #expect(run.status == 0)
    #expect(run.lines.count == count + 1)
  }

  @Test func `leaves bad lines out and says so`() {
    var lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).lines
    lines.insert("nonsense", at: 2)
    let run = Reel("cat", "-", input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 3)
    #expect(run.lines.count == 9)
    #expect(run.errors.contains("line 3"))
  }
}

@Suite("reel recover")
struct RecoverTests {
  @Test func `writes what can be read to a new file`() throws {
    let folder = try Folder()
    _ = Reel("record", "-", "-o", folder("a.jsonl"), input: Scenarios.landmine)
    let whole = try folder.read("a.jsonl")
    let torn = try folder.write("torn.jsonl", whole.dropLast(20))
    let run = Reel("recover", torn, "-o", folder("new.jsonl.zst"))
    #expect(run.status == 3)
    #expect(run.errors.contains("new.jsonl.zst: 7 events"))
    #expect(Reel("info", folder("new.jsonl.zst"), "--count").output.hasPrefix("events 7\n"))
    #expect(Reel("info", folder("new.jsonl.zst")).status == 0)
    #expect(try folder.read("torn.jsonl") == whole.dropLast(20))
    #expect(Reel("recover", folder("a.jsonl"), "-o", folder("same.jsonl")).status == 0)
  }
}

@Suite("Input that is wrong")
struct BadInputTests {
  private static let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]

  @Test(
    arguments: [
      ("empty.jsonl", "", "an empty file"),
      ("text.jsonl", "hello\n", "other text"),
      ("none.jsonl", "{\"a\":1}\n", "the header of a recording"),
      ("new.jsonl", "{\"reel\":2,\"later\":{}}\n", "written in format 2; this reads up to 1"),
      ("bad.jsonl", "HEADER\n{\"at\":\"2026-01-01T00:00:00Z\"}\n", "line 2"),
      ("utf8.jsonl", "HEADER\n{\"at\":\"noon\",\"device\":\"a\",\"event\":\"note\"}\n", "line 2"),
      (
        "deep.jsonl",
        "HEADER\n{\"at\":\"2026-01-01T00:00:00Z\",\"device\":\"a\",\"event\":\"store.set\",\"key\":"
          + "\"k\",\"value\":" + String(repeating: "[", count: 200) + "\n", "line 2"
      ),
    ])
  func `is refused with 65, the place and what was expected`(
    _ name: String, _ text: String, _ sentence: String
  ) throws {
    let folder = try Folder()
    let file = try folder.write(
      name, text.replacingOccurrences(of: "HEADER", with: Self.header))
    for verb in [["replay"], ["diff"], ["check"]] {
      let run = Reel(verb + [file])
      #expect(run.status == 65)
      #expect(run.errors.contains(sentence), "\(run.errors)")
      #expect(run.errors.contains(name))
      #expect(run.output.isEmpty)
    }
  }

  @Test func `is refused where a line is too long`() throws {
    let folder = try Folder()
    let long = String(repeating: "x", count: (16 << 20) + 1)
    let file = try folder.write("long.jsonl", "\(Self.header)\n\"\(long)\"\n")
    let run = Reel("check", file)
    #expect(run.status == 65)
    #expect(run.errors.contains("a line of at most 16777216 bytes"))
  }

  @Test func `is refused where bytes are no Zstandard frame`() throws {
    let folder = try Folder()
    let file = try folder.write("x.jsonl.zst", Data([0x1F, 0x8B, 8, 0, 1, 2, 3]))
    let run = Reel("info", file)
    #expect(run.status == 65)
    #expect(run.errors.contains("a gzip file"))
  }

  @Test(arguments: ["replay", "diff", "check", "info", "cat"])
  func `that is not there ends with 66`(_ verb: String) throws {
    let folder = try Folder()
    let run = Reel(verb, folder("missing.jsonl"))
    #expect(run.status == 66)
    #expect(run.errors.contains("missing.jsonl"))
    #expect(Reel(verb, folder.path).status == 66)
  }

  @Test(
    arguments: [
      ("allowlst", 64, "did you mean allowlist?"),
      ("allowlist+merge-only", 64, "two policies with a settings half"),
      ("missing.json", 66, "missing.json"),
    ])
  func `includes policies that there are not`(
    _ policy: String, _ status: Int32, _ sentence: String
  ) throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let run = Reel("check", file, "--policy", policy)
    #expect(run.status == status)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("{\"settings.aply\": \"setFirst\"}", "did you mean settings.apply?"),
      ("{\"extends\": \"allowlst\"}", "did you mean allowlist?"),
      ("{\"settings.apply\": \"lastly\"}", "the switch settings.apply takes one of"),
      ("[]", "expected an object of switches"),
      ("{\n\n\"settings.apply\": }", "line 3"),
    ])
  func `includes policy files with faults`(_ text: String, _ sentence: String) throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let run = Reel("check", file, "--policy", try folder.write("p.json", text))
    #expect(run.status == 65)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.contains("p.json"))
  }

  @Test func `includes catalogs with faults`() throws {
    let folder = try Folder()
    let catalog = try folder.write(
      "catalog.json",
      """
      {"keys": [{"name": "a", "type": "bool", "synced": true, "reason": "", "audience": "both",
        "sampleSize": 4}]}
      """)
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let run = Reel("check", file, "--catalog", catalog)
    #expect(run.status == 65)
    #expect(run.errors.contains("catalog.json, line 1"), "\(run.errors)")
  }

  @Test func `includes recordings made under a policy that nobody knows`() throws {
    let folder = try Folder()
    let text = Self.header.replacingOccurrences(of: "allowlist+tombstones", with: "ours")
    let run = Reel("replay", try folder.write("a.jsonl", text + "\n"))
    #expect(run.status == 65)
    #expect(run.errors.contains("a.jsonl was recorded under ours"))
  }
}
