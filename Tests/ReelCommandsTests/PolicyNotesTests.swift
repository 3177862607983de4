import Foundation
import Testing

@testable import ReelCommands

@Suite("A policy that names a key the catalog has not")
struct PolicyNotesTests {
  private static let rule = """
    {"extends": "allowlist-wiping-all", "settings.omit": ["memberEntitlment", "legacyMember"]}
    """
  private static let hint =
    "settings.omit names memberEntitlment, which the catalog has not; did you mean "
    + "memberEntitlement?\n"

  /// How often `note` stands in what `run` told beside its result.
  private func count(of note: String, in run: Reel) -> Int {
    run.errors.components(separatedBy: note).count - 1
  }

  @Test(arguments: [
    ["replay", "S"], ["diff", "S", "--to", "P"], ["diff", "S", "--from", "P", "--to", "P"],
    ["check", "S"], ["check", "S", "--json"], ["matrix", "S", "S2"], ["record", "N", "-o", "-"],
    ["accept", "R"],
  ])
  func `is told once of it, by every verb that takes one`(_ words: [String]) throws {
    let folder = try Folder()
    let rule = try folder.write("rule.json", Self.rule)
    let places = [
      "S": try folder.write("one.scenario", Scenarios.landmine),
      "S2": try folder.write("two.scenario", Scenarios.landmine),
      "N": try folder.write("new.scenario", Scenarios.landmine),
      "R": try folder.record("session.jsonl", Scenarios.landmine), "P": rule,
    ]
    let names = words.contains("P") ? [] : [words[0] == "matrix" ? "--policies" : "--policy", rule]
    let run = Reel(words.map { places[$0] ?? $0 } + names)
    #expect(count(of: "note: \(rule): \(Self.hint)", in: run) == 1, "\(run.errors)")
    #expect(count(of: "which the catalog has not", in: run) == 1, "\(run.errors)")
    #expect(!run.output.contains("memberEntitlment"))
    let right = Self.rule.replacing("memberEntitlment", with: "memberEntitlement")
    try folder.write("rule.json", right)
    #expect(!Reel(words.map { places[$0] ?? $0 } + names).errors.contains("has not"))
  }

  @Test func `is told of where a scenario defines it, and used alone`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "draft.scenario",
      "policy omitting = allowlist {\"settings.omit\": [\"memberEntitlment\"]}\n"
        + Scenarios.landmine + "final omitting: watch paidWatch=true\n")
    let note = "note: \(file), policy omitting: \(Self.hint)"
    #expect(count(of: note, in: Reel("check", file, "--policy", "omitting")) == 1)
    #expect(count(of: note, in: Reel("test", file)) == 1)
    #expect(try Program("test", file, "--twice").end().errors == note)
    #expect(count(of: note, in: Reel("check", file, "--policy", "allowlist")) == 0)
    let recording = try folder.record("draft.jsonl", Scenarios.landmine)
    #expect(Reel("accept", recording).status == 0)
    #expect(count(of: note, in: Reel("test", recording)) == 1)
  }

  @Test func `is told of keys that it sends, too`() throws {
    let folder = try Folder()
    let file = try folder.write("one.scenario", Scenarios.landmine)
    let rule = try folder.write(
      "rule.json", "{\"settings.send\": [\"chartStyel\"], \"settings.omit\": [\"chartStyel\"]}")
    let run = Reel("check", file, "--policy", rule)
    #expect(
      count(of: "settings.send names chartStyel, which the catalog has not", in: run) == 1)
    #expect(count(of: "chartStyel", in: run) == 1)
  }

  @Test func `is right if a session uses the key, or has no catalog to hold it against`() throws {
    let folder = try Folder()
    let rule = try folder.write("rule.json", Self.rule)
    let used = try folder.write(
      "used.scenario", Scenarios.landmine + "phone sets memberEntitlment true\n")
    #expect(!Reel("check", used, "--policy", rule).errors.contains("names memberEntitlment"))
    let catalog = try folder.write("empty.json", "{\"keys\": [], \"rules\": []}")
    let file = try folder.write("list.scenario", Scenarios.undo)
    let run = Reel("check", file, "--policy", rule, "--catalog", catalog)
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `is right of many sessions if one of them knows the key`() throws {
    let folder = try Folder()
    let rule = try folder.write("rule.json", Self.rule)
    let file = try folder.write("one.scenario", Scenarios.landmine)
    let used = try folder.write(
      "used.scenario", Scenarios.landmine + "phone sets memberEntitlment true\n")
    let run = Reel("matrix", file, used, "--policies", rule)
    #expect(!run.errors.contains("names memberEntitlment"), "\(run.errors)")
  }
}
