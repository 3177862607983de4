import Foundation
import ReelReplay
import Testing

@testable import ReelCommands

/// A folder of sessions of which each tells policies apart in its own way.
private func sessions() throws -> Folder {
  let folder = try Folder()
  try folder.write("landmine.scenario", Scenarios.landmine)
  try folder.write("undo.scenario", Scenarios.undo)
  try folder.write(
    "unknown-key.scenario",
    "phone installs\nwatch installs\nphone sets debugMode true\nphone sends context to watch\n"
      + "watch receives\n")
  try folder.write(
    "quiet.scenario",
    "phone installs\nwatch installs\nphone sets chartStyle bars\nphone sends context to watch\n"
      + "watch receives\nwatch reads chartStyle\n")
  try folder.write(
    "unfinished.scenario",
    "phone installs\nwatch installs\nphone sets chartStyle bars\nphone sends context to watch\n")
  return folder
}

@Suite("reel matrix")
struct MatrixTests {
  @Test func `shows at a glance which rules are safe, and what proves the others wrong`() throws {
    let folder = try sessions()
    let run = Reel("matrix", folder.path)
    #expect(run.status == 1)
    try Golden.expect(run.output, is: "matrix.txt")
  }

  @Test func `cuts names for a terminal alone`() throws {
    let folder = try Folder()
    let name = "the-member-of-many-years-whose-watch-was-never-told"
    try folder.write("\(name).scenario", Scenarios.landmine)
    try folder.write("undo.scenario", Scenarios.undo)
    let command = ["matrix", folder.path, "--policies", "landmine,allowlist"]
    let whole = Reel(command).lines
    #expect(whole.contains { $0.hasPrefix("\(name)  ") })
    #expect(whole.contains { $0.contains("\(name) at ") })
    let cut = Reel(command, isTerminal: true, environment: ["COLUMNS": "100"]).lines
    #expect(!cut.contains { $0.hasPrefix("\(name)  ") || $0.contains("\(name) at ") })
    #expect(cut.contains { $0.contains("the-member-of-many-years-whose-wa…") })
  }

  @Test func `gives a pull request its table`() throws {
    let folder = try sessions()
    let run = Reel(
      "matrix", folder.path, "--markdown", "--policies", "wipe-then-apply,landmine,union")
    #expect(run.status == 1)
    try Golden.expect(run.output, is: "matrix.md")
  }

  @Test(
    arguments: [
      ("allowlist", [String](), 2), ("allowlist", ["quiet.scenario"], 0),
      ("explicit", ["quiet.scenario"], 0), ("landmine", ["quiet.scenario"], 0),
      ("landmine", ["quiet.scenario", "landmine.scenario"], 1),
      ("allowlist", ["unfinished.scenario", "quiet.scenario"], 2),
      ("allowlist,landmine", ["unfinished.scenario", "landmine.scenario"], 1),
      ("tombstones", ["landmine.scenario"], 0), ("landmine", ["undo.scenario"], 0),
      ("wipe-then-apply", ["unknown-key.scenario"], 0),
    ])
  func `ends with 0 for safe rules, 1 for others, 2 where a session does not tell`(
    _ policies: String, _ names: [String], _ status: Int32
  ) throws {
    let folder = try sessions()
    let paths = names.isEmpty ? [folder.path] : names.map { folder($0) }
    #expect(Reel(["matrix"] + paths + ["--policies", policies]).status == status)
  }

  @Test func `lets warnings fail only when strict`() throws {
    let folder = try sessions()
    let file = folder("unknown-key.scenario")
    #expect(Reel("matrix", file, "--policies", "wipe-then-apply", "--strict").status == 1)
    #expect(Reel("matrix", file, "--policies", "allowlist", "--strict").status == 0)
  }

  @Test func `says nothing of a rule where a session has nothing of what it decides`() throws {
    let folder = try sessions()
    let object = try Reel("matrix", folder.path, "--json").json()
    #expect(object["schema"] as? String == "reel.matrix/1")
    #expect(object["policies"] as? [String] == PolicyList.builtIn)
    let rows = try #require(object["recordings"] as? [[String: Any]])
    let names = ["landmine", "quiet", "undo", "unfinished", "unknown-key"]
    #expect(
      rows.compactMap { $0["recording"] as? String } == names.map { folder("\($0).scenario") })
    for row in rows {
      let cells = try #require(row["cells"] as? [[String: Any]])
      let silent = cells.filter { $0["verdict"] as? String == "unconcerned" }
        .compactMap { $0["policy"] as? String }
      let isAboutLists = row["systems"] as? [String] == ["dismissals"]
      let lists = ["replace", "union", "tombstones"]
      #expect(silent == PolicyList.builtIn.filter { lists.contains($0) != isAboutLists })
    }
    let totals = try #require(object["totals"] as? [[String: Any]])
    let landmine = try #require(totals.first { $0["policy"] as? String == "landmine" })
    #expect(landmine["isSafe"] as? Bool == false)
    #expect(landmine["fails"] as? Int == 1)
    #expect(landmine["unconcerned"] as? Int == 1)
    let proof = try #require(landmine["firstProof"] as? [String: Any])
    #expect(proof["recording"] as? String == folder("landmine.scenario"))
  }

  @Test func `counts as breaking with all others only those that decide the same`() throws {
    let folder = try Folder()
    try folder.write("both.scenario", Scenarios.landmine)
    let policies = "landmine,wipe-then-apply,tombstones"
    let alone = try Reel("matrix", folder.path, "--policies", policies, "--json").json()
    #expect(try brokenWithAll(alone) == [0, 0, 0])
    let broken = try Reel(
      "matrix", folder.path, "--policies", "landmine,tombstones", "--json"
    ).json()
    #expect(try brokenWithAll(broken) == [1, 0])
  }

  private func brokenWithAll(_ object: [String: Any]) throws -> [Int] {
    let totals = try #require(object["totals"] as? [[String: Any]])
    return totals.compactMap { $0["brokenWithAll"] as? Int }
  }

  @Test func `counts a scenario once, beside a recording of its name`() throws {
    let folder = try sessions()
    _ = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let rows = try #require(
      try Reel("matrix", folder.path, "--json").json()["recordings"] as? [[String: Any]])
    let names = rows.compactMap { $0["recording"] as? String }
    #expect(names.contains(folder("landmine.jsonl.zst")))
    #expect(!names.contains(folder("landmine.scenario")))
    #expect(names.contains(folder("undo.scenario")))
  }

  @Test func `shows names and policies of any letters as they are`() throws {
    let folder = try Folder()
    try folder.write("a|b<i>`_\u{202E}.scenario", Scenarios.landmine)
    try folder.write("c.scenario", Scenarios.landmine)
    let markdown = Reel("matrix", folder.path, "--markdown", "--policies", "landmine").output
    #expect(markdown.contains("<code>a&#124;b&lt;i&gt;&#96;\\_\\\\u{202e}</code>"))
    #expect(!markdown.contains("<i>"))
    let text = Reel("matrix", folder.path, "--policies", "landmine").output
    #expect(text.contains("a|b<i>`_\\u{202e}"))
  }

  @Test(
    arguments: [
      (["--policies", "allowlist,,union"], "with a comma between them"),
      (["--policies", "allowlist,allowlist"], "lists allowlist twice"),
      (["--policies", "alowlist"], "did you mean allowlist?"),
      (["--jobs", "0"], "--jobs takes a number from 1"),
      (["--json", "--markdown"], "both want standard output"),
    ])
  func `refuses what is wrong and says what would be right`(
    _ flags: [String], _ sentence: String
  ) throws {
    let folder = try sessions()
    let run = Reel(["matrix", folder.path] + flags)
    #expect(run.status == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `has nothing to say where there is nothing`() throws {
    #expect(Reel("matrix", try Folder().path).status == 66)
    #expect(Reel("matrix", try Folder()("nowhere")).status == 66)
  }

  @Test func `stops at a recording that is damaged, and names it`() throws {
    let folder = try sessions()
    try folder.write("bad.jsonl", "{\"reel\":9}\n")
    let run = Reel("matrix", folder.path)
    #expect(run.status == 65)
    #expect(run.errors.contains("bad.jsonl"))
  }
}

@Suite("The list of policies")
struct PolicyListTests {
  @Test(
    arguments: [
      ("allowlist", ["allowlist"]), ("a,b,c", ["a", "b", "c"]),
      ("phone=a,watch=b", ["phone=a,watch=b"]),
      ("phone=a,watch=b,c", ["phone=a,watch=b", "c"]),
      ("c,phone=a,watch=b", ["c", "phone=a,watch=b"]),
      ("phone=a,watch=b,phone=c,watch=d", ["phone=a,watch=b", "phone=c,watch=d"]),
      ("phone=a,phone@2=b,watch=a", ["phone=a,phone@2=b,watch=a"]),
      ("phone=a,phone=b", ["phone=a", "phone=b"]), ("a+b,c+d", ["a+b", "c+d"]),
    ])
  func `is split at commas, save between parts that name devices`(
    _ text: String, _ policies: [String]
  ) throws {
    #expect(try PolicyList.split(text) == policies)
  }
}

@Suite("The matrix of the corpus")
struct CorpusMatrixTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "recordings").path

  @Test(arguments: [[], ["--json"]] as [[String]])
  func `is the same bytes however many work on it`(_ flags: [String]) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.corpus + "/not-interested")
      .filter { $0.hasPrefix("u") && $0.hasSuffix(".jsonl.zst") }
      .map { "\(Self.corpus)/not-interested/\($0)" }
    #expect(files.count > 5)
    let one = Reel(["matrix", "--jobs", "1"] + files + flags)
    let many = Reel(["matrix", "--jobs", "5"] + files.reversed() + flags)
    #expect(one.output == many.output)
    #expect(one.status == 1)
  }

  @Test func `fits the width of a terminal`() {
    let lines = Reel(
      "matrix", Self.corpus, isTerminal: true, environment: ["COLUMNS": "100", "NO_COLOR": "1"]
    ).lines
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(lines.filter { $0.count > 100 })")
    #expect(lines.contains { $0.hasPrefix("landmine ") })
  }

  @Test func `has in each cell what check and diff say of it`() throws {
    let object = try Reel("matrix", Self.corpus, "--json").json()
    let rows = try #require(object["recordings"] as? [[String: Any]])
    for (number, row) in rows.enumerated() where number % 12 == 5 {
      guard (row["events"] as? Int ?? 0) < 200 else { continue }
      let path = try #require(row["recording"] as? String)
      for cell in try #require(row["cells"] as? [[String: Any]]) {
        let policy = try #require(cell["policy"] as? String)
        let check = try Reel("check", path, "--policy", policy, "--json").json()
        let found = try #require(check["findings"] as? [[String: Any]])
        let counts = try #require(cell["checks"] as? [[String: Any]])
        #expect(
          Set(found.compactMap { $0["check"] as? String })
            == Set(counts.compactMap { $0["check"] as? String }), "\(path) \(policy)")
        #expect(counts.compactMap { $0["findings"] as? Int }.reduce(0, +) == found.count)
        let diff = try Reel("diff", path, "--to", policy, "--json").json()
        #expect(cell["divergences"] as? Int == (diff["divergences"] as? [Any])?.count)
      }
    }
  }
}
