import Foundation
import Testing

@Suite("reel test and reel accept")
struct CorpusTests {
  @Test func `fails without a golden, passes with one, and fails when it is wrong`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let missing = Reel("test", folder.path)
    #expect(missing.status == 1)
    #expect(missing.output.contains("there is no \(folder("landmine.golden.json"))"))
    #expect(missing.lines.last == "0 passed, 1 failed")
    #expect(Reel("accept", file, "--yes").status == 0)
    let passed = Reel("test", folder.path)
    #expect(passed.status == 0)
    #expect(passed.lines.last == "3 passed, 0 failed")
    let golden = String(decoding: try folder.read("landmine.golden.json"), as: UTF8.self)
    try folder.write(
      "landmine.golden.json",
      golden.replacingOccurrences(of: "\"synced\": 2", with: "\"synced\": 3")
        .replacingOccurrences(of: "\"writes\": 1", with: "\"writes\": 7"))
    let failed = Reel("test", file)
    #expect(failed.status == 1)
    #expect(failed.output.contains("    expected  7\n    found     1\n  goes back to event 3, "))
    #expect(failed.lines.last == "0 passed, 3 failed")
    #expect(failed.output.contains("reel accept \(file)"))
  }

  @Test func `fails for a golden whose recording is gone`() throws {
    let folder = try Folder()
    try folder.write("gone.golden.json", "{}")
    let run = Reel("test", folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("there is no recording beside it"))
  }

  @Test func `gives its results as JSON`() throws {
    let folder = try Folder()
    _ = try folder.record("a.jsonl", Scenarios.landmine)
    let object = try Reel("test", folder.path, "--json").json()
    #expect(object["schema"] as? String == "reel.test/1")
    #expect(object["failed"] as? Int == 1)
    let result = try #require((object["results"] as? [[String: Any]])?.first)
    #expect(result["status"] as? String == "failed")
    #expect(result["recording"] as? String == folder("a.jsonl"))
  }

  @Test func `runs a scenario under each policy that it expects something of`() throws {
    let folder = try Folder()
    let expectations = """
      expect allowlist: none
      expect landmine: none
      final landmine: watch paidWatch=true; watch temperatureUnit=celsius

      """
    let file = try folder.write("a.scenario", expectations + Scenarios.landmine)
    let run = Reel("test", file)
    #expect(run.status == 1)
    #expect(run.output.contains("failed  \(file) under landmine"))
    #expect(run.output.contains("found entitlement-by-absence watch paidWatch at event 7"))
    #expect(run.output.contains("reel check \(file) --policy landmine"))
    #expect(run.lines.last == "1 passed, 1 failed")
  }

  @Test func `names a check that there is not`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "a.scenario", "expect allowlist: entitlement-by-absense watch\n" + Scenarios.landmine)
    let run = Reel("test", file)
    #expect(run.status == 1)
    #expect(run.output.contains("did you mean entitlement-by-absence?"))
  }

  @Test func `has nothing to say where there is nothing`() throws {
    let folder = try Folder()
    #expect(Reel("test", folder.path).status == 66)
    #expect(Reel("test", folder("nowhere")).status == 66)
  }

  @Test func `accepts nothing without a person's word`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let inCI = Reel("accept", file, "--yes", environment: ["CI": "true"])
    #expect(inCI.status == 64)
    let unasked = Reel("accept", folder.path)
    #expect(unasked.status == 64)
    #expect(unasked.errors.contains("--yes"))
    let refused = Reel("accept", file, input: "n\n", isTerminal: true)
    #expect(refused.status == 1)
    #expect(!folder.has("a.golden.json"))
    let accepted = Reel("accept", file, input: "y\n", isTerminal: true)
    #expect(accepted.status == 0)
    #expect(folder.has("a.golden.json"))
    #expect(Reel("accept", file).output == "nothing to accept: every golden is as it should be\n")
  }

  @Test func `pins the policies of the scenario beside a recording`() throws {
    let folder = try Folder()
    let scenario = """
      policy omitting = allowlist {"settings.omit":["memberEntitlement"]}
      expect omitting: unsynced-key-read watch memberEntitlement; \
      entitlement-by-absence watch paidWatch

      """
    let text = scenario + Scenarios.landmine
    try folder.write("a.scenario", text)
    let file = try folder.record("a.jsonl", text)
    #expect(Reel("accept", file, "--yes").output.contains("new, pins as recorded, omitting"))
    let run = Reel("test", folder.path)
    #expect(run.lines.last == "3 passed, 0 failed", "\(run.output)")
    #expect(
      Reel("accept", file, "--yes", "--policy", "merge-only").output.contains("merge-only: new"))
    #expect(Reel("test", folder.path).lines.last == "4 passed, 0 failed")
  }

  @Test func `passes every scenario of the corpus`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let run = Reel("test", root.appending(path: "recordings").path)
    #expect(run.status == 0, "\(run.output)")
    let shared = root.deletingLastPathComponent().appending(path: "shared/cases/scenarios").path
    guard FileManager.default.fileExists(atPath: shared) else { return }
    #expect(Reel("test", shared).status == 0)
  }
}
