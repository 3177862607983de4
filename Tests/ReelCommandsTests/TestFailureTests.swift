import Foundation
import Testing

/// A folder with one recording and its golden, of which a piece is changed.
private func folder(changing old: String, to new: String) throws -> Folder {
  let folder = try Folder()
  let file = try folder.record("a.jsonl", Scenarios.landmine)
  _ = Reel("accept", file, "--policy", "landmine", "--yes")
  let golden = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
  try folder.write("a.golden.json", golden.replacingOccurrences(of: old, with: new))
  return folder
}

@Suite("A failed golden")
struct TestFailureTests {
  /// What is changed in the golden, the place that is named, and the event it goes back to.
  private static let changes = [
    ("\"temperatureUnit\": \"celsius\"", "settings/temperatureUnit", 4),
    ("\"paidWatch\": true", "answers/watch/paidWatch", 8),
    ("\"entitlement-by-absence\"", "findings/1/check", 8),
    ("\"kind\": \"payload\"", "divergences/first/0/kind", 5),
    ("\"memberEntitlement\": false", "settings/memberEntitlement", 3),
  ]

  @Test(arguments: changes)
  func `names the place, its line, and the event that it goes back to`(
    _ old: String, _ place: String, _ event: Int
  ) throws {
    let value = old.range(of: ": ").map { String(old[$0.upperBound...]) } ?? old
    let new = old.replacingOccurrences(of: value, with: "\"changed\"")
    let folder = try folder(changing: old, to: new)
    let run = Reel("test", folder.path, "--filter", "landmine")
    #expect(run.status == 1)
    let first = try #require(try firstFailure(folder, "landmine"), "\(run.output)")
    #expect((first["place"] as? String)?.hasSuffix(place) == true, "\(first)")
    #expect(first["event"] as? Int == event, "\(first)")
    #expect(first["expected"] as? String == "\"changed\"")
    let line = try #require(first["line"] as? Int)
    let lines = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
      .components(separatedBy: "\n")
    #expect(lines[line - 1].contains("\"changed\""), "\(lines[line - 1])")
  }

  private func firstFailure(_ folder: Folder, _ policy: String) throws -> [String: Any]? {
    let object = try Reel("test", folder.path, "--filter", policy, "--json").json()
    let results = try #require(object["results"] as? [[String: Any]])
    return results.first { $0["status"] as? String == "failed" }?["first"] as? [String: Any]
  }

  @Test func `shows both sides one below the other, the cause, and what to run next`() throws {
    let folder = try folder(
      changing: "\"temperatureUnit\": \"celsius\"", to: "\"temperatureUnit\": \"kelvin\"")
    let run = Reel("test", folder.path, "--filter", "as recorded")
    let text = run.output.replacingOccurrences(of: folder.path, with: "FOLDER")
    try Golden.expect(text, is: "test-failure.txt")
  }

  @Test func `tells answers and findings before sizes, and every finding by name`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let rule = try folder.write("rule.json", #"{"extends":"allowlist"}"#)
    _ = Reel("accept", file, "--policy", rule, "--yes")
    try folder.write(
      "rule.json", #"{"extends":"allowlist","settings.omit":["memberEntitlement"]}"#)
    let run = Reel("test", file, "--filter", "rule.json")
    let lines = run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[1].hasPrefix("devices/watch/answers/watch/paidWatch"), "\(run.output)")
    let findings = lines.filter { $0.contains(", new finding: error at event ") }
    #expect(
      findings.compactMap { $0.components(separatedBy: ": ").last } == [
        "unsynced-key-read on watch memberEntitlement",
        "entitlement-by-absence on watch paidWatch",
      ], "\(run.output)")
    #expect(lines.contains("reel diff \(file) --to \(rule)"))
  }

  @Test func `says where a golden looked for a policy that is not there`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let rule = try folder.write("rule.json", #"{"extends":"allowlist"}"#)
    _ = Reel("accept", file, "--policy", rule, "--yes")
    try FileManager.default.removeItem(atPath: rule)
    let run = Reel("test", file)
    #expect(run.output.contains("pins \(rule), which is not there"), "\(run.output)")
    #expect(run.output.contains("the folder where the golden was accepted"))
    #expect(!run.output.contains("reel doctor"))
  }

  @Test func `tells large values of one size apart`() throws {
    let folder = try Folder()
    let file = try folder.record(
      "a.jsonl", "phone installs\nphone fills previewCache 5000B\n")
    _ = Reel("accept", file, "--policy", "landmine", "--yes")
    let golden = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
    let digest = try #require(golden.firstMatch(of: /"\$digest":"([0-9a-f]{32})"/)).1
    try folder.write(
      "a.golden.json", golden.replacing(digest, with: String(repeating: "0", count: 32)))
    let first = try #require(try firstFailure(folder, "landmine"))
    #expect(first["expected"] as? String == "(5,000 bytes, digest 00000000)")
    #expect(first["found"] as? String == "(5,000 bytes, digest \(digest.prefix(8)))")
  }

  @Test func `goes back to the change that came first, wherever it stands in the golden`() throws {
    let folder = try folder(changing: "\"event\": 5", to: "\"event\": 2")
    let first = try #require(try firstFailure(folder, "landmine"))
    let cause = try #require(first["cause"] as? [String: Any])
    #expect(cause["event"] as? Int == 2)
    #expect((cause["message"] as? String)?.contains("difference in payload") == true)
  }

  @Test(arguments: ["<<<<<<< ours", "=======", ">>>>>>> theirs", "||||||| base"])
  func `is told apart from a merge that nobody has finished`(_ mark: String) throws {
    let folder = try folder(changing: "  \"policies\": {", to: "  \"policies\": {\n\(mark)")
    let golden = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
    let line = golden.components(separatedBy: "\n").firstIndex(of: mark).map { $0 + 1 }
    let tested = Reel("test", folder.path)
    #expect(tested.status == 1)
    let place = "a.golden.json, line \(line ?? 0)"
    #expect(tested.output.contains(place), "\(tested.output)")
    #expect(tested.output.contains("git checkout --ours"))
    let accepted = Reel("accept", folder.path, "--yes")
    #expect(accepted.status == 65)
    #expect(accepted.errors.contains("\(place): expected a golden, found the marks of a merge"))
    #expect(String(decoding: try folder.read("a.golden.json"), as: UTF8.self) == golden)
  }

  @Test func `does not take a value for the mark of a merge`() throws {
    let folder = try Folder()
    let text = "phone sets a \"<<<<<<< x\"\nphone sets b \"=======\"\n"
    let file = try folder.record("a.jsonl", text)
    #expect(Reel("accept", file).status == 0)
    #expect(Reel("test", folder.path).status == 0)
  }

  @Test func `names the line of a scenario and the event`() throws {
    let folder = try Folder()
    let text = "# a comment\n  final landmine: watch temperatureUnit=kelvin\n"
    try folder.write("a.scenario", text + Scenarios.landmine)
    let first = try #require(try firstFailure(folder, "landmine"))
    #expect(first["line"] as? Int == 2)
    #expect(first["expected"] as? String == "watch temperatureUnit=\"kelvin\"")
    #expect(first["found"] as? String == "watch temperatureUnit=\"celsius\"")
    #expect(first["caption"] as? String == "watch receives m1")
  }
}

@Suite("reel test --filter")
struct TestFilterTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["landmine.jsonl", "other.jsonl.zst"] {
      let file = try folder.record(name, Scenarios.landmine)
      _ = Reel("accept", file, "--yes")
    }
    let text = "expect allowlist: none\nexpect merge-only: none\n"
    try folder.write("draft.scenario", text + Scenarios.landmine)
    return folder
  }

  @Test(
    arguments: [
      ("landmine", 3), ("other", 3), ("allowlist", 3), ("merge-only", 1), ("*.zst", 3),
      ("draft*", 2), ("merge?only", 1), ("as recorded", 2), ("draft.scenario", 2), ("[lo]*", 6),
    ])
  func `runs what has the text in its path or policy`(_ filter: String, _ count: Int) throws {
    let folder = try folder()
    let run = Reel("test", folder.path, "--filter", filter)
    #expect(run.lines.last == "\(count) passed, 0 failed", "\(run.output) \(run.errors)")
  }

  @Test func `fails where nothing is meant, and says so`() throws {
    let folder = try folder()
    for filter in ["nowhere", "*.jsonl.gz", "kelvin"] {
      let run = Reel("test", folder.path, "--filter", filter)
      #expect(run.status == 66)
      #expect(run.errors.contains("--filter \(filter) means, found none"), "\(run.errors)")
    }
  }
}

@Suite("The results of reel test")
struct TestResultTests {
  private static let corpus = SourceFolder.root.appending(path: "recordings/watch-settings").path

  @Test func `come in one order, however many jobs there are`() throws {
    let one = Reel("test", Self.corpus, "--json", "--goldens", "--jobs", "1")
    #expect(one.status == 0, "\(one.errors)")
    for jobs in ["2", "7"] {
      let many = Reel("test", Self.corpus, "--json", "--goldens", "--jobs", jobs)
      #expect(many.output == one.output, "\(jobs) jobs")
    }
  }

  @Test func `have the goldens in them only where somebody asks`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    _ = Reel("accept", file, "--yes")
    #expect(try Reel("test", file, "--json").json()["goldens"] == nil)
    let goldens = try Reel("test", file, "--json", "--goldens").json()["goldens"]
    #expect((goldens as? [String: Any])?.keys.sorted() == [file])
    #expect(Reel("test", file, "--goldens").status == 64)
  }
}
