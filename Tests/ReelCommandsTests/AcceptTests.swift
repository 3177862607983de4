import Foundation
import Testing

@Suite("reel accept")
struct AcceptTests {
  /// Three recordings without a golden.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["a", "b", "c"] { _ = try folder.record("\(name).jsonl", Scenarios.landmine) }
    return folder
  }

  private func goldens(_ folder: Folder) -> [String] {
    ["a", "b", "c"].filter { folder.has("\($0).golden.json") }
  }

  @Test(
    arguments: [
      ("y\ny\ny\n", ["a", "b", "c"], 0), ("n\ny\nn\n", ["b"], 1), ("a\n", ["a", "b", "c"], 0),
      ("n\nall\n", ["b", "c"], 1), ("y\nq\n", ["a"], 1), ("", [], 1), ("y\n", ["a"], 1),
      ("maybe\n\nY\nNO\nquit\n", ["a"], 1),
    ] as [(String, [String], Int32)])
  func `asks for each change on a terminal`(
    _ answers: String, _ written: [String], _ status: Int32
  ) throws {
    let folder = try folder()
    let run = Reel("accept", folder.path, input: answers, isTerminal: true)
    #expect(goldens(folder) == written)
    #expect(run.status == status)
    #expect(run.errors.contains("\(written.count) written"), "\(run.errors)")
  }

  @Test func `shows a change before it asks for it`() throws {
    let folder = try folder()
    let run = Reel("accept", folder.path, input: "q\n", isTerminal: true)
    #expect(run.lines.count == 2)
    #expect(run.lines[0] == folder("a.golden.json"))
    #expect(run.lines[1].hasPrefix("  new, pins as recorded"))
    #expect(run.errors.hasPrefix("Write it (1 of 3)? [y]es, [n]o, [a]ll, [q]uit: "))
  }

  @Test func `takes the names of recordings where nobody can be asked`() throws {
    let folder = try folder()
    let unnamed = Reel("accept", folder.path)
    #expect(unnamed.status == 64)
    #expect(unnamed.errors.contains("\(folder.path) is a folder; name the recordings"))
    #expect(unnamed.lines.count == 6)
    let mixed = Reel("accept", folder("a.jsonl"), folder.path)
    #expect(mixed.status == 64)
    #expect(goldens(folder) == [])
    let named = Reel("accept", folder("c.jsonl"), folder("a.jsonl"))
    #expect(named.status == 0)
    #expect(goldens(folder) == ["a", "c"])
  }

  @Test func `tells as JSON what it wrote`() throws {
    let folder = try folder()
    let run = Reel("accept", folder.path, "--json", input: "n\ny\nq\n", isTerminal: true)
    #expect(run.lines.count == 1)
    let changed = try #require(try run.json()["changed"] as? [[String: Any]])
    #expect(changed.map { $0["written"] as? Bool } == [false, true, false])
    #expect(run.errors.contains("new, pins"))
  }

  @Test func `names a golden without its recording and leaves it`() throws {
    let folder = try folder()
    try folder.write("gone.golden.json", "{}")
    let run = Reel("accept", folder.path, "--yes")
    #expect(run.status == 0)
    #expect(run.errors.contains("gone.golden.json has no recording beside it"))
    #expect(folder.has("gone.golden.json"))
    let alone = Reel("accept", folder("gone.golden.json"), "--yes")
    #expect(alone.status == 66)
    #expect(alone.errors.contains("expected recordings, which goldens are of"))
  }
}

@Suite("reel test --twice")
struct TwiceTests {
  @Test func `runs again in another process and finds every byte the same`() throws {
    let folder = try Folder()
    for (name, text) in [("a", Scenarios.landmine), ("b", Scenarios.undo)] {
      let file = try folder.record("\(name).jsonl", text)
      _ = Reel("accept", file, "--yes")
    }
    let end = try Program("test", folder.path, "--twice", "--junit", folder("j.xml")).end()
    #expect(end.status == 0, "\(end.output) \(end.errors)")
    #expect(end.output.contains("in a second process, with another hash seed, locale and time"))
    #expect(end.output.hasSuffix("6 passed, 0 failed\n"))
    let json = try Program("test", folder.path, "--twice", "--json").end()
    #expect(json.output.contains("\"secondRun\":\"same\""))
    #expect(!json.output.contains("\"goldens\""))
  }

  @Test func `fails like the first run where that fails`() throws {
    let folder = try Folder()
    _ = try folder.record("a.jsonl", Scenarios.landmine)
    let end = try Program("test", folder.path, "--twice").end()
    #expect(end.status == 1)
    #expect(end.output.hasSuffix("0 passed, 1 failed\n"))
  }
}
