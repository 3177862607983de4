import Foundation
import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite("A redacted recording")
struct RedactTests {
  static let corpus: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "recordings").path
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".jsonl.zst") }.sorted().map { "\(root)/\($0)" }
      // Each is replayed some forty times; short ones have all that matters here.
      .filter { (try? Data(contentsOf: URL(filePath: $0)).count) ?? 0 < 16 << 10 }
  }()

  @Test(arguments: corpus)
  func `takes the same way under every rule, and tells no value`(_ path: String) throws {
    let folder = try Folder()
    let run = Reel("redact", path, "-o", folder("r.jsonl.zst"), "--check", "--json")
    #expect(run.status == 0, "\(run.errors) \(run.output)")
    let check = try run.json()["check"] as? [String: Any]
    #expect(check?["isSame"] as? Bool == true)
    let text = Reel("cat", folder("r.jsonl.zst")).output
    for secret in try Secrets.of(Reel("cat", path).lines) {
      #expect(!text.contains(secret), "\(path): \(secret)")
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `takes the same way, whatever the events are`(_ number: UInt64) throws {
    let folder = try Folder()
    var seed = Seed(number)
    let events = (0..<120).map { _ in seed.event() }
    let path = try folder.write(events, as: "s.jsonl")
    let run = Reel("redact", path, "-o", folder("r.jsonl"), "--check", "--seed", "\(number)")
    #expect(run.status == 0, "seed \(number): \(run.errors)")
  }

  @Test func `is the same bytes for the same number`() throws {
    let folder = try Folder()
    let path = try folder.record("a.jsonl.zst", Scenarios.landmine + Scenarios.undo)
    for name in ["one/r.jsonl.zst", "two/r.jsonl.zst"] {
      try FileManager.default.createDirectory(
        atPath: folder(String(name.prefix(3))), withIntermediateDirectories: false)
      #expect(Reel("redact", path, "-o", folder(name), "--seed", "9").status == 0)
    }
    #expect(try folder.read("one/r.jsonl.zst") == folder.read("two/r.jsonl.zst"))
    #expect(Reel("redact", path, "-o", folder("r.jsonl.zst"), "--seed", "8").status == 0)
    #expect(try folder.read("r.jsonl.zst") != folder.read("one/r.jsonl.zst"))
  }

  @Test func `keeps no device, account, note or version that a person chose`() throws {
    let folder = try Folder()
    let path = try folder.write(
      [
        .deviceInstalled(version: "2.1", policy: "phone=allowlist"),
        .deviceAccount(account: "sven@example.com"),
        .note(text: "Sven taps the shop in Bergstrasse"),
        .deviceUpdated(version: "svens-build", policy: "/Users/sven/rule.json"),
        .messageFailed(message: "svens-phone-1", error: "sven is offline"),
        .storeSet(store: .defaults, key: "svensKey", value: .string("svens value")),
        .storeSet(store: StoreName("svensList"), key: "svens-album", value: .bool(true)),
      ].map {
        Event(at: .scenarioStart, device: DeviceName("Sven's phone/svensProcess"), action: $0)
      }, as: "s.jsonl")
    #expect(Reel("redact", path, "-o", folder("r.jsonl"), "--check").status == 0)
    let text = Reel("cat", folder("r.jsonl")).output.lowercased()
    for word in ["sven", "bergstrasse", "example.com", "users"] { #expect(!text.contains(word)) }
    #expect(text.contains("\"version\":\"2.1\""))
    #expect(text.contains("\"policy\":\"phone=allowlist\""))
  }

  @Test func `shows what the catalog calls readable, and hides what it hides`() throws {
    let folder = try Folder()
    let catalog = try folder.write(
      "c.json",
      """
      {"keys": [
        {"name": "unit", "type": "string", "synced": true, "reason": "r", "readable": "value"},
        {"name": "place", "type": "string", "synced": true, "reason": "r"},
        {"name": "secretProject", "type": "bool", "synced": true, "reason": "why it is so",
          "default": true, "readable": "nothing"}],
       "rules": [{"name": "open", "when": "any(absent secretProject, true place)",
          "entitlement": true, "decides": "Whether it opens."}]}
      """)
    let path = folder("a.jsonl")
    let scenario = """
      phone installs
      watch installs
      phone sets unit celsius
      phone sets place Hamburg
      phone sets secretProject true
      phone sends context to watch as m1
      watch receives m1
      watch checks open

      """
    #expect(
      Reel(["record", "-", "-o", path, "--catalog", catalog], input: Array(scenario.utf8)).status
        == 0)
    let run = Reel("redact", path, "-o", folder("r.jsonl"), "--check", "--json")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let text = Reel("cat", folder("r.jsonl")).output
    #expect(text.contains("\"unit\":\"celsius\""))
    #expect(text.contains("\"key\":\"place\""))
    #expect(!text.contains("Hamburg"))
    #expect(!text.contains("secretProject") && !text.contains("why it is so"))
    #expect(run.output.contains("the values of unit, which the catalog calls readable"))
  }

  @Test func `says what may still tell on someone`() throws {
    let folder = try Folder()
    let path = try folder.record("a.jsonl", Scenarios.landmine)
    let run = Reel("redact", path, "-o", folder("r.jsonl"))
    #expect(run.output.isEmpty)
    for part in ["their order, and the time", "true and false", "phone, watch", "equals"] {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
    #expect(!run.errors.contains("--seed"))
    #expect(Reel("redact", path, "-o", folder("s.jsonl"), "--seed", "1").errors.contains("--seed"))
  }

  // MARK: What is not whole

  @Test func `leaves out what is not understood, and keeps the numbers of the rest`() throws {
    let folder = try Folder()
    _ = try folder.record("a.jsonl", Scenarios.landmine)
    var lines = try String(decoding: folder.read("a.jsonl"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    lines[3] = lines[3].dropLast() + #","svensField":"svens secret"}"#
    let time = "2026-01-01T00:00:02.000000Z"
    lines.insert(#"{"at":"\#(time)","device":"phone","event":"svens.kind"}"#, at: 4)
    lines.insert("svens broken line", at: 5)
    try folder.write("b.jsonl", lines.joined(separator: "\n") + "\n")
    let run = Reel("redact", folder("b.jsonl"), "-o", folder("r.jsonl"), "--json")
    #expect(run.status == 3)
    let left = try run.json()["leftOut"] as? [String: Int]
    #expect(left == ["unknownKinds": 1, "unknownFields": 1, "badLines": 1])
    let redacted = Reel("cat", folder("r.jsonl")).lines
    #expect(redacted.count == lines.count)
    #expect(!redacted.joined().contains("sven"))
    #expect(redacted[5].contains("a line that is no event was left out here"))
    #expect(Reel("info", folder("r.jsonl")).status == 0)
  }

  @Test func `of a torn one has the whole lines, and says so`() throws {
    let folder = try Folder()
    let path = try folder.record("a.jsonl.zst", Scenarios.landmine)
    let bytes = try folder.read("a.jsonl.zst")
    let whole = Reel("cat", path).lines.count
    for cut in [bytes.count / 2, bytes.count * 3 / 4] {
      let torn = try folder.write("t.jsonl.zst", bytes.prefix(cut))
      let left = Reel("cat", torn).lines.count
      let run = Reel("redact", torn, "-o", folder("r.jsonl"), "--force")
      if left == 0 {
        #expect(run.status == 65)
        continue
      }
      #expect(run.status == (left == whole ? 0 : 3), "\(run.errors)")
      #expect(Reel("cat", folder("r.jsonl")).lines.count == left)
    }
  }

  @Test(
    arguments: [
      (["--seed", "x"], "--seed takes a whole number"), ([], "redact takes -o OUT"),
      (["-o", "-", "--check"], "--check reads the copy again"),
      (["-o", "-", "--json"], "both want standard output"),
    ])
  func `is refused politely`(_ flags: [String], _ sentence: String) throws {
    let folder = try Folder()
    let path = try folder.record("a.jsonl", Scenarios.landmine)
    let flags = flags == ["--seed", "x"] ? flags + ["-o", folder("r.jsonl")] : flags
    let run = Reel(["redact", path] + flags)
    #expect(run.status == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `is not made of an empty file, nor over the one that it is made of`() throws {
    let folder = try Folder()
    let empty = try folder.write("e.jsonl", "")
    #expect(Reel("redact", empty, "-o", folder("r.jsonl")).status == 65)
    let path = try folder.record("a.jsonl", Scenarios.landmine)
    #expect(Reel("redact", path, "-o", path, "--force").status == 73)
    #expect(!folder.has("r.jsonl"))
  }
}

/// Texts of a recording that a redacted one must not have.
enum Secrets {
  /// The texts of at least four characters in values, ids, accounts and notes of `lines`, besides
  /// the words that the format and the catalog have too.
  static func of(_ lines: [String]) throws -> Set<String> {
    var secrets: Set<String> = []
    for line in lines.dropFirst() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let members = object as? [String: Any] else { continue }
      for name in ["value", "values", "payload", "account", "text", "message", "by"] {
        collect(members[name], into: &secrets)
      }
      if let store = members["store"] as? String, store == "notInterested" {
        collect(members["key"], into: &secrets)
      }
    }
    let known = lines[0] + wordsOfTheFormat
    return secrets.filter { $0.count >= 4 && !known.contains($0) }
  }

  private static let wordsOfTheFormat =
    "added removed schema horizon $binary $date $digest size #number #installation #removed true"

  private static func collect(_ part: Any?, into secrets: inout Set<String>) {
    switch part {
    case let text as String: secrets.insert(text)
    case let parts as [Any]: for part in parts { collect(part, into: &secrets) }
    case let members as [String: Any]:
      secrets.formUnion(members.keys)
      for member in members.values { collect(member, into: &secrets) }
    default: break
    }
  }
}

extension Folder {
  /// Writes a recording of `events` in plain lines, made by an app of its own, and gives its path.
  func write(_ events: [Event], as name: String) throws -> String {
    var writer = try EventWriter.creating(
      self(name), container: .plain,
      header: RecordingHeader(
        name: "sample", recordedUnder: nil,
        catalog: Catalog.parse(Array(WeatherCatalog.text.utf8))), lockedBy: nil)
    for event in events { try writer.append(event) }
    try writer.finish()
    return self(name)
  }
}
