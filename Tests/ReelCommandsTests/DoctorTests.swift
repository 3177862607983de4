import Foundation
import ReelEvents
import ReelLog
import Testing

/// What `reel doctor` says of one file.
private struct Diagnosis {
  let status: Int32
  let state: String
  let events: Int
  /// The kinds of what was found, with their counts.
  private(set) var counts: [String: Int] = [:]
  private(set) var notices: Set<String> = []
  private(set) var findings: [[String: Any]] = []
  let text: String

  init(_ path: String) throws {
    let run = Reel("doctor", path, "--json")
    status = run.status
    text = Reel("doctor", path).output
    let files = try run.json()["files"] as? [[String: Any]] ?? []
    state = files.first?["state"] as? String ?? "unreadable: \(run.errors)"
    events = files.first?["events"] as? Int ?? -1
    findings = files.first?["findings"] as? [[String: Any]] ?? []
    for finding in findings {
      guard let kind = finding["kind"] as? String else { continue }
      counts[kind, default: 0] += finding["count"] as? Int ?? 0
      if finding["severity"] as? String == "notice" { notices.insert(kind) }
    }
  }

  /// The kinds of damage and contradiction.
  var faults: Set<String> { Set(counts.keys).subtracting(notices) }
}

/// A way to damage a recording of 600 events in frames of 100, after the frame of its header.
private struct Damage: Sendable, CustomTestStringConvertible {
  let name: String
  /// What is found then, and what recover saves.
  let kinds: Set<String>
  let events: Int
  var recoverStatus: Int32 = 3
  let change: @Sendable (inout [UInt8], [Int]) -> Void

  var testDescription: String { name }

  static let all: [Damage] = [
    Damage(name: "a flipped bit in a frame in the middle", kinds: ["frame"], events: 500) {
      $0[($1[3] + $1[4]) / 2] ^= 1
    },
    Damage(name: "a flipped checksum", kinds: ["frame"], events: 500) { $0[$1[4] - 1] ^= 1 },
    Damage(name: "a flipped bit in a block header", kinds: ["frame"], events: 500) {
      $0[$1[3] + 7] |= 6
    },
    Damage(name: "two frames with flipped bits", kinds: ["frame"], events: 400) {
      $0[$1[2] + 20] ^= 1
      $0[$1[5] + 20] ^= 1
    },
    Damage(name: "no more magic number", kinds: ["garbage"], events: 500) { $0[$1[3]] ^= 1 },
    Damage(name: "bytes of something else", kinds: ["garbage", "seek-table"], events: 600) {
      $0.insert(contentsOf: Array(repeating: 0x55, count: 99), at: $1[4])
    },
    Damage(name: "a header that is lost", kinds: ["frame", "header"], events: 600) {
      $0[$1[1] - 1] ^= 1
    },
    Damage(
      name: "a header that begins with something else", kinds: ["garbage", "header"],
      events: 600
    ) { bytes, _ in bytes[0] ^= 1 },
    Damage(name: "no header any more", kinds: ["header", "seek-table"], events: 600) {
      $0.removeSubrange(..<$1[1])
    },
    Damage(name: "a cut inside a frame", kinds: ["torn"], events: 300) {
      $0.removeSubrange(($1[4] + 9)...)
    },
    Damage(name: "a cut inside the index", kinds: ["torn"], events: 600, recoverStatus: 3) {
      $0.removeSubrange(($1[7] + 9)...)
    },
    Damage(name: "a flipped bit in the index", kinds: ["index"], events: 600, recoverStatus: 0) {
      $0[$1[7] + 40] ^= 1
    },
    Damage(
      name: "a flipped bit in the seek table", kinds: ["seek-table"], events: 600,
      recoverStatus: 0
    ) { bytes, _ in bytes[bytes.count - 20] ^= 1 },
    Damage(
      name: "a flipped bit at the very end", kinds: ["seek-table"], events: 600,
      recoverStatus: 0
    ) { bytes, _ in bytes[bytes.count - 1] ^= 1 },
  ]
}

@Suite("reel doctor and reel recover, of a damaged recording")
struct DamagedRecordingTests {
  /// The bytes of the recording and where its frames begin.
  private static let whole = Result { () throws -> ([UInt8], [Int]) in
    let long = try LongRecording(600)
    let bytes = Array(try long.folder.read("long.jsonl.zst"))
    let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    let index: [UInt8] = [0x52, 0x2A, 0x4D, 0x18]
    let starts = bytes.indices.dropLast(3).filter {
      bytes[$0..<$0 + 4].elementsEqual(magic) || bytes[$0..<$0 + 4].elementsEqual(index)
    }
    return (bytes, starts)
  }

  @Test func `find nothing wrong with a whole one`() throws {
    let (bytes, starts) = try Self.whole.get()
    #expect(starts.count == 8)
    let folder = try Folder()
    let diagnosis = try Diagnosis(try folder.write("a.jsonl.zst", Data(bytes)))
    #expect(diagnosis.status == 0)
    // Every tenth event of the long recording has a clock that is behind.
    #expect(diagnosis.counts == ["clock-back": 60])
    let run = Reel("recover", folder("a.jsonl.zst"), "-o", folder("b.jsonl.zst"), "--json")
    #expect(run.status == 0)
    #expect(try run.json()["lostEvents"] as? Int == 0)
    #expect(
      Reel("cat", folder("a.jsonl.zst")).output == Reel("cat", folder("b.jsonl.zst")).output)
  }

  @Test(arguments: Damage.all)
  fileprivate func `name it, and save the rest`(_ damage: Damage) throws {
    var (bytes, starts) = try Self.whole.get()
    damage.change(&bytes, starts)
    let folder = try Folder()
    let path = try folder.write("a.jsonl.zst", Data(bytes))
    let diagnosis = try Diagnosis(path)
    #expect(diagnosis.status == 3)
    #expect(diagnosis.state == "damaged")
    #expect(diagnosis.faults == damage.kinds, "\(diagnosis.text)")
    #expect(diagnosis.events == damage.events)
    #expect(diagnosis.text.contains("reel recover \(path) -o NEW.jsonl.zst"))

    let run = Reel("recover", path, "-o", folder("saved.jsonl.zst"), "--json")
    #expect(run.status == damage.recoverStatus, "\(run.errors)")
    #expect(try run.json()["events"] as? Int == damage.events)
    #expect(Array(try folder.read("a.jsonl.zst")) == bytes)
    let saved = try Diagnosis(folder("saved.jsonl.zst"))
    #expect((saved.status, saved.events) == (0, damage.events), "\(saved.text)")
    #expect(Reel("replay", folder("saved.jsonl.zst")).status == 0)
    // Every saved line is a line of the whole recording.
    let before = Set(Reel("cat", try folder.write("b.zst", Data(try Self.whole.get().0))).lines)
    #expect(Reel("cat", folder("saved.jsonl.zst")).lines.dropFirst().allSatisfy(before.contains))
  }

  @Test func `tell how many events are lost, by the index`() throws {
    var (bytes, starts) = try Self.whole.get()
    bytes[starts[3] + 20] ^= 1
    bytes[starts[6] + 20] ^= 1
    let folder = try Folder()
    let path = try folder.write("a.jsonl.zst", Data(bytes))
    let diagnosis = try Diagnosis(path)
    let frame = try #require(diagnosis.findings.first { $0["kind"] as? String == "frame" })
    #expect(frame["lostEvents"] as? Int == 200)
    #expect(frame["count"] as? Int == 2)
    let places = frame["places"] as? [[String: Int]] ?? []
    #expect(places == [["frame": 3, "byte": starts[3]], ["frame": 6, "byte": starts[6]]])
    let run = Reel("recover", path, "-o", folder("b.jsonl.zst"), "--json")
    #expect(try run.json()["lostEvents"] as? Int == 200)
    #expect(try run.json()["lossesUncounted"] as? Int == 0)
  }

  @Test func `say that nothing is left of one cut in its header`() throws {
    let (bytes, starts) = try Self.whole.get()
    let folder = try Folder()
    for cut in [1, 3, 4, 9, 50, starts[1] - 8] {
      let path = try folder.write("a.jsonl.zst", Data(bytes[..<cut]))
      let diagnosis = try Diagnosis(path)
      #expect((diagnosis.status, diagnosis.faults) == (3, ["torn"]), "cut at \(cut)")
      #expect(diagnosis.text.contains("nothing can be saved"), "cut at \(cut)")
      let run = Reel("recover", path, "-o", folder("b.jsonl.zst"))
      #expect(run.status == 1, "cut at \(cut)")
      #expect(run.errors.contains("no whole line is left"), "cut at \(cut)")
      #expect(!folder.has("b.jsonl.zst"))
    }
  }

  @Test func `make no recording where no event can be saved`() throws {
    let (bytes, starts) = try Self.whole.get()
    var changed = Array(bytes[..<starts[2]])
    changed[starts[1] + 30] ^= 1
    let folder = try Folder()
    let path = try folder.write("a.jsonl.zst", Data(changed))
    let run = Reel("recover", path, "-o", folder("b.jsonl.zst"))
    #expect(run.status == 1)
    #expect(run.errors.contains("no event of \(path) can be saved"))
    #expect(!folder.has("b.jsonl.zst"))
  }

  @Test func `put a catalog that is given into a header that was lost`() throws {
    var (bytes, starts) = try Self.whole.get()
    bytes[starts[1] - 1] ^= 1
    let folder = try Folder()
    let path = try folder.write("a.jsonl.zst", Data(bytes))
    let catalog = try folder.write(
      "catalog.json",
      #"{"keys":[{"name":"a","type":"bool","synced":true,"reason":"r","audience":"both"}]}"#)
    let run = Reel("recover", path, "-o", folder("b.jsonl.zst"), "--catalog", catalog)
    #expect(run.status == 3, "\(run.errors)")
    #expect(run.errors.contains("the header is lost"))
    let info = try Reel("info", folder("b.jsonl.zst"), "--json").json()
    #expect(info["catalogKeys"] as? Int == 1)
    #expect(info["events"] as? Int == 600)
  }

  @Test func `never write over the damaged file`() throws {
    let (bytes, _) = try Self.whole.get()
    let folder = try Folder()
    let path = try folder.write("a.jsonl.zst", Data(bytes.dropLast(9)))
    let run = Reel("recover", path, "-o", path, "--force")
    #expect(run.status == 73)
    #expect(Array(try folder.read("a.jsonl.zst")) == bytes.dropLast(9))
  }
}

@Suite("reel doctor, of files that others wrote")
struct ForeignRecordingTests {
  @Test(
    arguments: [
      ("zstd -q -o b.zst a.jsonl", ["no-seek-table"]),
      ("zstd -q --no-check -o b.zst a.jsonl", ["no-checksum", "no-seek-table"]),
      (
        "head -c 40000 a.jsonl | zstd -q > b.zst; tail -c +40001 a.jsonl | zstd -q >> b.zst",
        ["no-seek-table", "split-line"]
      ),
      ("head -c -1 a.jsonl | zstd -q > b.zst", ["no-line-feed", "no-seek-table"]),
      (
        #"(zstd -q -c a.jsonl; printf '\120*M\030\003\000\000\000abc') > b.zst"#,
        ["foreign-frame", "no-seek-table"]
      ),
      ("cp a.jsonl b.zst", []),
    ] as [(String, [String])])
  func `names what is unusual, and calls none of it a fault`(
    _ command: String, _ notices: [String]
  ) throws {
    let long = try LongRecording(300, as: "a.jsonl")
    let run = try Program.shell("cd \(long.folder.path) && \(command)")
    try #require(run.status == 0, "\(run.output)")
    let diagnosis = try Diagnosis(long.folder("b.zst"))
    #expect((diagnosis.status, diagnosis.events) == (0, 300), "\(diagnosis.text)")
    #expect(diagnosis.notices == Set(notices + ["clock-back"]))
  }

  @Test(
    arguments: [
      ("", "an empty file"), ("hello\n", "other text"), ("{\"a\":1}\n", "the header"),
      ("{\"reel\":2}\n", "written in format 2; this reads up to 1"), ("[1,2]\n", "other text"),
    ])
  func `refuses what is no recording, by name`(_ text: String, _ sentence: String) throws {
    let folder = try Folder()
    let path = try folder.write("x", text)
    for verb in [["doctor", path], ["recover", path, "-o", folder("new")]] {
      let run = Reel(verb)
      #expect(run.status == 65)
      #expect(run.errors.contains(sentence), "\(run.errors)")
      #expect(!folder.has("new"))
    }
  }

  @Test func `goes on to the next file where one cannot be examined`() throws {
    let folder = try Folder()
    let good = try folder.record("good.jsonl.zst", Scenarios.landmine)
    let bad = try folder.write("bad.jsonl", "hello\n")
    let run = Reel("doctor", bad, folder("missing"), good)
    #expect(run.status == 66)
    #expect(run.errors.contains("bad.jsonl"))
    #expect(run.errors.contains("missing"))
    #expect(run.output.contains("good.jsonl.zst: whole, 8 events"))
  }

  private static let suite = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/corpora/json-test-suite")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: suite.path),
      "skipped: ../shared/corpora is not there"))
  func `finds the line of each file of the JSON test suite that is no JSON`() throws {
    let folder = try Folder()
    let header = Data(Reel("record", "-", "-o", "-", input: "note x\n").lines[0].utf8)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.suite.path).sorted()
    for name in names where name.hasSuffix(".json") {
      let content = try Data(contentsOf: Self.suite.appending(path: name))
      let start =
        #"{"at":"2026-01-01T00:00:00Z","device":"a","event":"store.set","key":"k","value":"#
      let path = try folder.write(
        "x.jsonl", header + Data("\n\(start)".utf8) + content + Data("}\n".utf8))
      let diagnosis = try Diagnosis(path)
      let isOneLine = !content.contains(0x0A)
      if name.hasPrefix("n_") || !isOneLine {
        #expect(diagnosis.faults == ["line"], "\(name): \(diagnosis.text)")
        if isOneLine { #expect(diagnosis.text.contains("line 2"), "\(name): \(diagnosis.text)") }
      } else if name.hasPrefix("y_"), diagnosis.status != 0 {
        // Values are a little less than JSON is: no null, no key twice, no key of one `$`.
        #expect(diagnosis.faults == ["line"], "\(name)")
      }
      // As a file of its own it is no recording, and nothing traps or hangs on it.
      #expect(
        [65, 3].contains(Reel("doctor", Self.suite.appending(path: name).path).status), "\(name)")
    }
  }
}

@Suite("reel doctor, of what events say")
struct DoctorEventTests {
  private static let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]

  private func diagnosis(_ events: [String]) throws -> Diagnosis {
    let folder = try Folder()
    let lines = events.enumerated().map { index, event in
      event.replacingOccurrences(
        of: "AT", with: "\"at\":\"2026-01-01T00:00:\(10 + index).000000Z\"")
    }
    return try Diagnosis(
      folder.write("a.jsonl", ([Self.header] + lines).joined(separator: "\n") + "\n"))
  }

  private static let sent =
    #"{AT,"device":"phone","event":"message.sent","message":"m1","channel":"context","to":"watch"}"#
  private static let received =
    #"{AT,"device":"watch","event":"message.received","message":"m1","channel":"context"}"#
  private static let failed =
    #"{AT,"device":"phone","event":"message.failed","message":"m1","error":"notReachable"}"#
  private static let applied =
    #"{AT,"device":"watch","event":"store.applied","by":"m1","values":{"k":1}}"#

  @Test(
    arguments: [
      ([sent, received, applied], 0, [:]),
      ([received, sent], 1, ["received-early": 1]),
      ([sent, sent], 1, ["id-twice": 1]),
      ([received], 0, ["never-sent": 1]),
      ([sent, received, received], 0, ["received-twice": 1]),
      ([failed], 0, ["failure-unsent": 1]), ([sent, failed], 0, [:]),
      ([sent, applied], 0, ["applied-unreceived": 1]),
      (
        [#"{AT,"device":"a","event":"recorder.dropped","count":7}"#], 0, ["dropped": 1]
      ),
      (
        [
          #"{AT,"device":"a","event":"store.merged"}"#, #"{AT,"device":"a","event":"store.split"}"#,
          #"{AT,"device":"a","event":"store.merged"}"#,
        ], 0, ["unknown-kind": 3]
      ),
      (
        [
          #"{AT,"device":"a","event":"note","text":"x"}"#,
          #"{"at":"2026-01-01T00:00:08Z","device":"a","event":"note","text":"x"}"#,
        ], 0, ["clock-back": 1]
      ),
      (
        [
          #"{AT,"device":"a","event":"note","text":"x"}"#,
          #"{"at":"2026-01-01T00:00:08Z","device":"b","event":"note","text":"x"}"#,
        ], 0, ["clocks-apart": 1]
      ),
      ([#"{AT,"device":"a","event":"note","text":"x","mood":1}"#], 0, ["unknown-member": 1]),
      ([#"{AT,"device":"a","event":"note"}"#, "nonsense"], 3, ["line": 2]),
    ] as [([String], Int32, [String: Int])])
  func `names what cannot have been, and what is worth knowing`(
    _ events: [String], _ status: Int32, _ counts: [String: Int]
  ) throws {
    let diagnosis = try diagnosis(events)
    #expect(diagnosis.status == status, "\(diagnosis.text)")
    #expect(diagnosis.counts == counts, "\(diagnosis.text)")
  }

  @Test func `tells the event, what was expected and what was found`() throws {
    let text = try diagnosis([Self.received, Self.sent]).text
    #expect(
      text.contains(
        "contradiction received-early: event 1: expected message m1 after it is sent, found its "
          + "receipt, while it is sent only by event 2"), "\(text)")
    let clock = try diagnosis([
      #"{AT,"device":"a","event":"note","text":"x"}"#,
      #"{"at":"2026-01-01T00:00:08.5Z","device":"a","event":"note","text":"x"}"#,
    ]).text
    #expect(
      clock.contains(
        "event 2: expected a clock of a that goes forward, found one 1.500000 s behind event 1"))
    let line = try diagnosis([Self.sent, #"{AT,"device":"a","event":"note"}"#]).text
    #expect(line.contains("line 3: expected the member `text`, found none, at byte "), "\(line)")
  }

  @Test func `tells what is found a thousand times once, with its first places`() throws {
    let bad = Array(repeating: "nonsense", count: 1000)
    let unknown = (0..<1000).map {
      #"{"at":"2026-01-01T00:00:00Z","device":"a","event":"kind\#($0)"}"#
    }
    let diagnosis = try diagnosis(bad + unknown)
    #expect(diagnosis.counts == ["line": 1000, "unknown-kind": 1000])
    #expect(diagnosis.findings.count < 210)
    #expect(diagnosis.text.utf8.count < 50_000)
  }
}
