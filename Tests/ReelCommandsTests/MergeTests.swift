import Foundation
import ReelEvents
import ReelLog
import Testing

@testable import ReelCommands

@Suite("reel merge")
struct MergeTests {
  /// Splits a recording of `scenario` by device and merges the parts again.
  private func merged(_ scenario: String, _ devices: [String]) throws -> (
    before: String, run: Reel, after: String
  ) {
    let folder = try Folder()
    let before = Reel("record", "-", "-o", "-", input: scenario).output
    let parts = try devices.map { device in
      let path = folder("\(device).jsonl")
      let part = Reel(["cat", "-", "--device", device, "-o", path], input: Array(before.utf8))
      try #require(part.status == 0)
      return path
    }
    let run = Reel(["merge"] + parts.reversed() + ["-o", "-"])
    return (before, run, run.output)
  }

  @Test func `brings the parts of a session back into one`() throws {
    let (before, run, after) = try merged(Scenarios.landmine, ["phone", "watch"])
    #expect(run.status == 0)
    #expect(before == after)
  }

  @Test func `puts a receipt after its sending, whatever the clocks say`() throws {
    let scenario = """
      phone installs
      phone clock +1h
      watch installs
      phone sets chartStyle bars
      phone sends context to watch as m1
      watch receives m1
      watch reads chartStyle

      """
    let (_, run, after) = try merged(scenario, ["phone", "watch"])
    #expect(run.status == 0)
    let lines = after.split(separator: "\n")
    let sent = try #require(lines.firstIndex { $0.contains("message.sent") })
    let received = try #require(lines.firstIndex { $0.contains("message.received") })
    #expect(sent < received)
    #expect(Reel("replay", "-", "--verify", input: after).status == 0)
  }

  @Test func `lets a receipt go whose sender is in none of the recordings`() throws {
    let (_, run, after) = try merged(Scenarios.landmine, ["watch"])
    #expect(run.status == 0)
    #expect(run.errors.contains("1 received message has no sender"))
    #expect(after.contains("message.received"))
  }

  @Test func `refuses an id that is sent twice`() throws {
    let folder = try Folder()
    let one = try folder.record("one.jsonl", Scenarios.landmine)
    let other = try folder.record("other.jsonl", Scenarios.landmine)
    let run = Reel("merge", one, other, "-o", folder("m.jsonl"))
    #expect(run.status == 65)
    #expect(run.errors.contains("message m1 is sent twice"))
    #expect(!folder.has("m.jsonl"))
  }

  @Test func `refuses catalogs that differ, unless one is given`() throws {
    let folder = try Folder()
    let catalog = try folder.write("catalog.json", "{\"keys\": [], \"rules\": []}")
    _ = Reel("record", "-", "-o", folder("a.jsonl"), input: "phone installs\n")
    _ = Reel(
      "record", "-", "-o", folder("b.jsonl"), "--catalog", catalog, input: "watch installs\n")
    let parts = [folder("a.jsonl"), folder("b.jsonl"), "-o", folder("m.jsonl")]
    let run = Reel(["merge"] + parts)
    #expect(run.status == 65)
    #expect(run.errors.contains("--catalog"))
    #expect(Reel(["merge"] + parts + ["--catalog", catalog]).status == 0)
  }

  @Test func `keeps the rule where all were recorded under it`() throws {
    let folder = try Folder()
    let record = { (name: String, device: String, policy: String) in
      try folder.record(name, "\(device) installs\n", policy: policy)
    }
    let phone = try record("phone.jsonl", "phone", "landmine")
    let same = try record("watch.jsonl", "watch", "landmine")
    let other = try record("tablet.jsonl", "tablet", "allowlist")
    let agreed = Reel("merge", phone, same, "-o", "-").lines[0]
    #expect(agreed.contains("\"recordedUnder\":\"landmine\""))
    let mixed = Reel("merge", phone, same, other, "-o", "-").lines[0]
    #expect(mixed.contains("\"recordedUnder\":null"))
  }

  @Test func `marks a receipt that was never applied before the next launch`() throws {
    let folder = try Folder()
    let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]
    let line = { (second: Int, rest: String) in
      "{\"at\":\"2026-01-01T00:00:0\(second).000000Z\",\"device\":\"watch\",\(rest)}"
    }
    let receipt = line(
      1, "\"event\":\"message.received\",\"message\":\"x\",\"channel\":\"context\"")
    let cleared = line(1, "\"event\":\"store.cleared\",\"by\":\"x\",\"keys\":[\"chartStyle\"]")
    let applied = line(
      1, "\"event\":\"store.applied\",\"by\":\"x\",\"values\":{\"chartStyle\":\"bars\"}")
    let launch = line(2, "\"event\":\"device.launched\"")
    let merge = { (lines: [String]) in
      let text = ([header] + lines).joined(separator: "\n") + "\n"
      return Reel("merge", "-", "-o", "-", input: text)
    }
    let mark = "\"interrupted\":true"
    #expect(merge([receipt, cleared, launch]).output.contains(mark))
    #expect(merge([receipt, launch]).output.contains(mark))
    #expect(!merge([receipt, cleared, applied, launch]).output.contains(mark))
    #expect(!merge([receipt, cleared]).output.contains(mark))
    // A new launch is a new file.
    let first = try folder.write(
      "w.jsonl", [header, receipt, cleared].joined(separator: "\n") + "\n")
    let second = try folder.write(
      "w2.jsonl",
      [header, line(2, "\"event\":\"store.loaded\",\"values\":{}")].joined(separator: "\n") + "\n")
    let run = Reel("merge", second, first, "-o", "-")
    #expect(run.lines[1].contains(mark))
    #expect(run.errors.contains("marked as interrupted"))
  }

  @Test func `lets a receipt wait for a sender with a fast clock, and not for ever`() throws {
    let folder = try Folder()
    let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]
    let line = { (second: Int, device: String, rest: String) in
      #"{"at":"2026-01-01T00:00:\#(second).000000Z","device":"\#(device)",\#(rest)}"#
    }
    let receipt = #""event":"message.received","message":"x","channel":"userInfo""#
    let send = #""event":"message.sent","message":"x","channel":"userInfo","to":"watch""#
    let notes = (20...40).map { line($0, "phone", #""event":"note","text":"n""#) }
    let phone = [header] + notes.prefix(16) + [line(36, "phone", send)] + notes.suffix(5)
    let watch = [header, line(30, "watch", receipt)]
    let files = try [("phone.jsonl", phone), ("watch.jsonl", watch)].map { name, lines in
      try folder.write(name, lines.joined(separator: "\n") + "\n")
    }
    // The receipt is overtaken by the notes of the seconds 31 to 35 and by its sending.
    for (horizon, position) in [(6, 17), (100, 17), (5, 16), (2, 13)] {
      var merger = try Merger(
        files.map { try MergeRecording(FileReader(path: $0)) }, horizonEvents: Int64(horizon))
      var lines: [String] = []
      while let event = try merger.next() {
        lines.append(String(decoding: event.line, as: UTF8.self))
      }
      #expect(lines.firstIndex { $0.contains("message.received") } == position)
    }
  }

  @Test func `tells a lost message of a recorder from one that comes later`() throws {
    let folder = try Folder()
    let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]
    let line = { (second: Int, device: String, rest: String) in
      "{\"at\":\"2026-01-01T00:00:0\(second).000000Z\",\"device\":\"\(device)\",\(rest)}"
    }
    let send = { (second: Int, count: Int) in
      line(
        second, "phone",
        #""event":"message.sent","message":"phone-\#(count)","channel":"userInfo","to":"watch""#
      )
    }
    let phone = [
      header.replacingOccurrences(of: "\"name\":\"session\"", with: "\"name\":\"phone\""),
      send(3, 1), send(4, 3), send(9, 4),
    ]
    let watch = [
      header,
      line(
        1, "watch",
        "\"event\":\"message.received\",\"message\":\"phone-2\",\"channel\":\"userInfo\""),
    ]
    let one = try folder.write("phone.jsonl", phone.joined(separator: "\n") + "\n")
    let other = try folder.write("watch.jsonl", watch.joined(separator: "\n") + "\n")
    let run = Reel("merge", one, other, "-o", "-")
    #expect(run.status == 0)
    // The third message shows that the second is lost, so the receipt need not wait for the fourth.
    #expect(
      run.lines.map { $0.contains("message.received") } == [false, false, false, true, false])
  }
}

@Suite("reel merge, of recordings that a recorder made")
struct MergeRecordedTests {
  private static let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]

  /// The recording of `name` with `events`, a second apart by a clock that is `skew` seconds ahead.
  private func recording(
    _ name: String, skew: Int, _ events: [(second: Int, text: String)]
  ) -> String {
    let header = Self.header.replacingOccurrences(
      of: "\"name\":\"session\"", with: "\"name\":\"\(name)\"")
    let lines = events.map { second, text in
      let at = Instant(microseconds: Int64(1_767_225_600 + second + skew) * 1_000_000)
      return #"{"at":"\#(at)","device":"\#(name)",\#(text)}"#
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private static func sends(_ id: String, to device: String) -> String {
    #""event":"message.sent","message":"\#(id)","channel":"userInfo","to":"\#(device)""#
  }

  private static func receives(_ id: String) -> String {
    #""event":"message.received","message":"\#(id)","channel":"userInfo""#
  }

  /// Two devices that answer each other a hundred times.
  private func pingPong(skew: Int) -> [String: String] {
    var phone: [(Int, String)] = []
    var watch: [(Int, String)] = []
    for turn in 0..<100 {
      phone.append((turn * 10, Self.sends("phone-\(turn + 1)", to: "watch")))
      watch.append((turn * 10 + 2, Self.receives("phone-\(turn + 1)")))
      watch.append((turn * 10 + 4, Self.sends("watch-\(turn + 1)", to: "phone")))
      phone.append((turn * 10 + 6, Self.receives("watch-\(turn + 1)")))
    }
    return [
      "phone": recording("phone", skew: 0, phone), "watch": recording("watch", skew: skew, watch),
    ]
  }

  @Test(arguments: [0, 5 * 3600, -5 * 3600, 30 * 86_400])
  func `keeps causal order though clocks are hours apart`(_ skew: Int) throws {
    let folder = try Folder()
    let files = try pingPong(skew: skew).sorted { $0.key < $1.key }.map {
      try folder.write("\($0.key).jsonl", $0.value)
    }
    let run = Reel(["merge"] + files + ["-o", folder("m.jsonl.zst")])
    #expect((run.status, run.errors.contains("no sender")) == (0, false))
    #expect(
      Reel("merge", files[1], files[0], "-o", "-").lines.dropFirst()
        == Reel("cat", folder("m.jsonl.zst")).lines.dropFirst())
    let doctor = Reel("doctor", folder("m.jsonl.zst"))
    #expect(doctor.status == 0, "\(doctor.output)")
    #expect(doctor.output.contains("400 events"))
    #expect(!doctor.output.contains("clock-back"))
    // Each turn is whole before the next one begins.
    let kinds = Reel("cat", folder("m.jsonl.zst")).lines.dropFirst().map {
      $0.contains("message.sent") ? "s" : "r"
    }
    #expect(kinds.joined() == String(repeating: "sr", count: 200))
  }

  @Test func `goes on where a recording is torn, and says so`() throws {
    let folder = try Folder()
    let parts = pingPong(skew: 3600)
    let phone = try #require(parts["phone"])
    let torn = try folder.write("phone.jsonl", String(phone.prefix(phone.count / 2)))
    let watch = try folder.write("watch.jsonl", try #require(parts["watch"]))
    let run = Reel("merge", torn, watch, "-o", folder("m.jsonl"))
    #expect(run.status == 3)
    #expect(run.errors.contains("phone.jsonl is torn at byte"))
    #expect(run.errors.contains("have no sender in these recordings"))
    let doctor = Reel("doctor", folder("m.jsonl"))
    #expect(doctor.status == 0, "\(doctor.output)")
    #expect(doctor.output.contains("never-sent"))
  }

  @Test func `ends where receipts wait for each other, which no session can have`() throws {
    let folder = try Folder()
    let one = try folder.write(
      "a.jsonl",
      recording("a", skew: 0, [(1, Self.receives("b-1")), (2, Self.sends("a-1", to: "b"))]))
    let other = try folder.write(
      "b.jsonl",
      recording("b", skew: 0, [(1, Self.receives("a-1")), (2, Self.sends("b-1", to: "a"))]))
    let run = Reel("merge", one, other, "-o", folder("m.jsonl"))
    #expect(run.status == 0)
    #expect(run.errors.contains("1 received message has no sender"))
    #expect(Reel("info", folder("m.jsonl"), "--count").output.hasPrefix("events 4\n"))
    #expect(Reel("doctor", folder("m.jsonl")).status == 1)
  }

  @Test func `never writes over what it joins`() throws {
    let folder = try Folder()
    let parts = pingPong(skew: 0)
    let phone = try folder.write("phone.jsonl", try #require(parts["phone"]))
    let watch = try folder.write("watch.jsonl", try #require(parts["watch"]))
    let run = Reel("merge", phone, watch, "-o", phone, "--force")
    #expect(run.status == 73)
    #expect(try folder.read("phone.jsonl") == Data(try #require(parts["phone"]).utf8))
  }
}
