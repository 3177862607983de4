import Foundation
import ReelReplay
import Testing

@testable import ReelCommands

@Suite("reel diff --explain")
struct ExplanationTests {
  @Test func `tells how an answer came about, back to the app's own write`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl.zst", Scenarios.landmine)
    let run = Reel("diff", file, "--from", "wipe-then-apply", "--to", "landmine", "--explain", "3")
    #expect(run.status == 1)
    try Golden.expect(run.output, is: "explain-landmine.txt")
  }

  @Test func `tells of a list which marks met, and what decided`() throws {
    let folder = try Folder()
    let file = try folder.record("undo.jsonl.zst", Scenarios.undo, policy: "union")
    let run = Reel("diff", file, "--from", "union", "--to", "tombstones", "--explain", "1")
    try Golden.expect(run.output, is: "explain-undo.txt")
  }

  @Test func `gives the chain as JSON`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    let object = try Reel("diff", file, "--to", "landmine", "--explain", "3", "--json").json()
    #expect(object["schema"] as? String == "reel.explanation/1")
    #expect(object["number"] as? Int == 3)
    #expect(object["decides"] as? String == "Whether the watch shows the whole app or the paywall.")
    let steps = try #require(object["steps"] as? [[String: Any]])
    #expect(steps.compactMap { $0["event"] as? Int } == [3, 5, 6, 8])
    #expect(steps[0]["fact"] as? String == "phone sets memberEntitlement false")
    #expect(steps[0]["isFact"] as? Bool == true)
    #expect(
      steps[3]["to"] as? [String] == ["answers yes: memberEntitlement is absent"])
  }

  @Test(
    arguments: [
      ("0", "takes the number of a difference, from 1, and got 0"),
      ("x", "takes the number of a difference, from 1, and got x"),
      ("4", "got 4; there are 3 differences"),
    ])
  func `refuses a number that is not there and says how many there are`(
    _ number: String, _ sentence: String
  ) throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    let run = Reel("diff", file, "--to", "landmine", "--explain", number)
    #expect(run.status == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    let same = Reel("diff", file, "--to", "allowlist", "--explain", "1")
    #expect(same.status == 64)
    #expect(same.errors.contains("never part there"))
  }

  /// What each case's explanation must say.
  private static let reasons: [(scenario: String, flags: [String], sentence: String)] = [
    (
      "phone installs\nwatch installs\nphone sets debugMode true\nphone sends context to watch\n",
      ["--from", "wipe-then-apply", "--to", "allowlist"], "the catalog does not sync it"
    ),
    (
      "phone installs\nwatch installs\nphone registers chartStyle=bars\n"
        + "phone sends context to watch\n",
      ["--from", "allowlist", "--to", "FILE"], "this policy withholds registered values"
    ),
    (
      "phone installs\nwatch installs\nphone sets chartStyle bars\nphone sends context to watch\n"
        + "watch receives\nphone removes chartStyle\nphone sends context to watch\n"
        + "watch receives\n",
      ["--from", "allowlist", "--to", "merge-only"], "this policy does not clear it"
    ),
    (
      "phone installs\nwatch installs\nphone sets chartStyle bars\nwatch locks\n"
        + "phone sends context to watch\nwatch receives\n",
      ["--from", "allowlist", "--to", "FILE"], "the device is locked, and this policy waits"
    ),
    (
      "phone installs\nwatch installs\nphone sets chartStyle bars\n"
        + "phone sends userInfo to watch as m1\nphone sets chartStyle dots\n"
        + "phone sends userInfo to watch as m2\nwatch receives m2\nwatch receives m1\n",
      ["--from", "allowlist", "--to", "FILE"], "its number is no higher than one already applied"
    ),
    (
      "phone installs\nphone is pro\nphone dismisses album-7\nphone pushes notInterested as p1\n",
      ["--from", "replace", "--to", "union"], "no pull has counted since"
    ),
    (
      "phone installs\nphone is pro\nphone pulls notInterested\nphone is unknown\n"
        + "phone dismisses album-7\nphone pushes notInterested as p1\n",
      ["--from", "tombstones", "--to", "union"], "the gate to the cloud is closed"
    ),
  ]

  @Test(arguments: reasons.indices)
  func `gives the reason that the rule had`(_ index: Int) throws {
    let (scenario, flags, sentence) = Self.reasons[index]
    let folder = try Folder()
    let file = try folder.write("a.scenario", scenario)
    let policy = try folder.write(
      "other.json",
      """
      {"extends": "allowlist", "settings.registeredDefaults": "withheld",
       "settings.locked": "hold", "settings.order": "numbered"}
      """)
    let rules = flags.map { $0 == "FILE" ? policy : $0 }
    let count =
      (try Reel(["diff", file, "--json"] + rules).json()["divergences"] as? [Any])?.count ?? 0
    #expect(count > 0)
    let texts = (1...max(count, 1)).map { number in
      Reel(["diff", file, "--explain", String(number)] + rules).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(texts.contains { $0.contains(sentence) }, "\(texts)")
  }

  @Test func `shortens long values, with their size`() throws {
    let folder = try Folder()
    let long = String(repeating: "x", count: 500)
    let file = try folder.write(
      "a.scenario",
      "phone installs\nwatch installs\nphone sets debugMode \(long)\n"
        + "phone sends context to watch\n")
    let run = Reel("diff", file, "--from", "wipe-then-apply", "--explain", "1")
    #expect(run.status == 1)
    #expect(run.output.contains("(502 bytes)"))
    #expect(!run.output.contains(long))
  }
}

@Suite("Every difference of the corpus")
struct CorpusExplanationTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "recordings")

  @Test(arguments: PolicyList.builtIn)
  func `is explained, from an act of the app or the world to its own event`(
    _ policy: String
  ) throws {
    let isAboutLists = ["replace", "union", "tombstones"].contains(policy)
    let folder = Self.corpus.appending(path: isAboutLists ? "not-interested" : "watch-settings")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var count = 0
    for name in names where name.hasSuffix(".jsonl.zst") && isShort(name) {
      let input = try RecordingInput(
        folder.appending(path: name).path, catalog: nil, Console.apart)
      let (from, to) = (try input.policy(nil), try input.policy(policy))
      let result = try DiffResult.run(input.open, from: from, to: to)
      for number in 1..<result.divergences.count + 1 {
        let explained = try Explanation.run(number, of: result, input.open, from: from, to: to)
        let explanation = try #require(explained)
        let place: Comment = "\(name) \(policy) \(number)"
        #expect(explanation.steps.first?.isFact == true, place)
        #expect(explanation.steps.last?.event == result.divergences[number - 1].event, place)
        #expect(explanation.steps.map(\.event) == explanation.steps.map(\.event).sorted(), place)
        #expect(!explanation.isCut, place)
        let last = explanation.steps.last
        #expect(last?.from != last?.to, place)
        count += 1
      }
    }
    #expect(count > 0 || policy == "allowlist" || policy == "tombstones")
  }

  /// Whether a session is no month or year, of which each pass would take its time.
  private func isShort(_ name: String) -> Bool {
    !name.hasPrefix("month-") && !name.hasPrefix("year-")
  }

  @Test(arguments: [
    ("watch-settings/month-of-settings", "merge-only", 1),
    ("not-interested/year-of-dismissals", "replace", 73),
  ])
  func `is explained in a long session too`(
    _ name: String, _ policy: String, _ number: Int
  ) throws {
    let file = Self.corpus.appending(path: "\(name).jsonl.zst").path
    let command = ["diff", file, "--to", policy, "--json"]
    let steps = try Reel(command + ["--explain", String(number)]).json()["steps"]
    let first = try #require((steps as? [[String: Any]])?.first)
    #expect(first["isFact"] as? Bool == true)
  }

  @Test func `is explained in the same words every time`() throws {
    let file = Self.corpus.appending(path: "watch-settings/started-while-locked.jsonl.zst").path
    let command = ["diff", file, "--to", "explicit", "--explain", "1"]
    #expect(Reel(command).output == Reel(command).output)
    #expect(Reel(command + ["--json"]).output == Reel(command + ["--json"]).output)
  }
}
