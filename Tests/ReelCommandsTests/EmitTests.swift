import Foundation
import Testing

@testable import ReelReports

@Suite("reel emit --swift-testing")
struct EmitTests {
  /// The files of the sample package that were emitted, and what they were emitted from.
  private static let emitted = [
    (
      "LandmineTests.swift",
      ["recordings/watch-settings/landmine.jsonl.zst", "--policy", "landmine"]
    ),
    ("UndoTests.swift", ["recordings/not-interested/undo.jsonl.zst", "--policy", "union"]),
    ("HostileTests.swift", ["tools/samples/own-tests/Recordings/hostile.scenario"]),
  ]

  @Test(arguments: emitted.indices)
  func `writes what the sample package has, whose tests pass`(_ index: Int) throws {
    let (name, arguments) = Self.emitted[index]
    let root = SourceFolder.root.path + "/"
    let run = Reel(["emit", "--swift-testing", root + arguments[0]] + arguments.dropFirst())
    #expect(run.status == 0, "\(run.errors)")
    let file = SourceFolder.root.appending(path: "tools/samples/own-tests/Tests/OwnTests/\(name)")
    let stored = try String(contentsOf: file, encoding: .utf8)
    #expect(
      run.output.replacingOccurrences(of: root, with: "") == stored,
      "again: reel emit --swift-testing \(arguments.joined(separator: " "))")
  }

  @Test func `names itself after the recording, whatever that is called`() throws {
    let folder = try Folder()
    for (name, suite, type) in [
      ("42 \"x\" é.scenario", #"@Suite("42 \"x\" é")"#, "struct Recording42XTests {"),
      ("-.scenario", #"@Suite("-")"#, "struct RecordingTests {"),
      ("a-b_c.scenario", #"@Suite("a-b_c")"#, "struct ABCTests {"),
    ] {
      let run = Reel("emit", "--swift-testing", try folder.write(name, Scenarios.landmine))
      #expect(run.lines.contains(suite), "\(run.output.prefix(300)) \(run.errors)")
      #expect(run.lines.contains(type), "\(run.output.prefix(300))")
    }
  }

  @Test func `does not hold an app's own code to a rule that nobody knows`() throws {
    let folder = try Folder()
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    let foreign = try folder.write(
      "f.jsonl",
      lines.replacingOccurrences(
        of: "\"recordedUnder\":\"allowlist+tombstones\"", with: "\"recordedUnder\":null"))
    let run = Reel("emit", "--swift-testing", foreign)
    #expect(run.status == 0)
    #expect(!run.output.contains("expectReproduced"))
    #expect(run.output.contains("try expectSettings("))
  }

  @Test func `refuses a session that nobody would read`() throws {
    let folder = try Folder()
    let facts = String(repeating: "phone sets chartStyle bars\n", count: 2_001)
    let long = Reel("emit", "--swift-testing", try folder.record("a.jsonl.zst", facts))
    #expect(long.status == 65)
    #expect(long.errors.contains("expected at most 2000 events"))
    #expect(long.errors.contains("try expectGolden(Recording("))
    let large = Reel(
      "emit", "--swift-testing", try folder.record("b.jsonl", "phone fills previewCache 2MB\n"))
    #expect(large.status == 65)
  }

  @Test func `refuses policies that a test could not name`() throws {
    let folder = try Folder()
    let text = "policy omitting = allowlist {\"settings.omit\":[\"memberEntitlement\"]}\n"
    let file = try folder.write("a.scenario", text + Scenarios.landmine)
    let run = Reel("emit", "--swift-testing", file, "--policy", "omitting")
    #expect(run.status == 64)
    #expect(run.errors.contains("expected built-in policies"))
  }

  @Test func `asks for the form, writes over nothing, and not over what it reads`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    #expect(Reel("emit", file).status == 64)
    let out = try folder.write("Tests.swift", "mine")
    let kept = Reel("emit", "--swift-testing", file, "-o", out)
    #expect(kept.status == 73)
    #expect(kept.errors.contains("--force"))
    #expect(Reel("emit", "--swift-testing", file, "-o", out, "--force").status == 0)
    #expect(Reel("emit", "--swift-testing", file, "-o", file, "--force").status == 73)
    #expect(Reel("emit", "--swift-testing", folder("none.jsonl")).status == 66)
  }
}

@Suite("A literal of Swift source")
struct SwiftLiteralTests {
  private static let hostile = [
    "", "plain", "\"\"\"", "\"\"\"#", "\"\"\"##\"\"\"###", "\\#(1)", "\\##(1)\\###", "\\", "#",
    "##", "\\\\#", "\u{0}\u{1B}", "\u{202E}abc\u{2028}", "温度 👩‍👩‍👧 e\u{301}", "  spaces  ",
    String(repeating: "\\#", count: 100), String(repeating: "\"", count: 300),
    String(repeating: "abc,", count: 100), String(repeating: "\u{1F600}", count: 200),
  ]

  @Test(arguments: hostile)
  func `of several lines says what it was made of`(_ text: String) throws {
    let literal = SwiftLiteral.lines([text, "another"], indent: "    ")
    #expect(literal.allSatisfy { $0.count <= 100 })
    #expect(try meaning(of: literal, indent: "    ") == text + "\nanother", "\(literal)")
  }

  @Test func `of one line escapes what would end it or be unseen`() {
    #expect(
      SwiftLiteral.string("a\"\\(b)\u{0}\u{202E}é") == #""a\"\\(b)\u{0}\u{202e}é""#)
  }

  /// What the language says a raw string of several lines means, as far as these go.
  private func meaning(of literal: [String], indent: String) throws -> String {
    let hashes = literal[0].prefix { $0 == "#" }
    #expect(literal[0] == hashes + "\"\"\"")
    #expect(literal[literal.count - 1] == indent + "\"\"\"" + hashes)
    var text = ""
    for line in literal.dropFirst().dropLast() {
      #expect(line.isEmpty || line.hasPrefix(indent))
      text += line.dropFirst(indent.count) + "\n"
    }
    text.removeLast()
    #expect(!text.contains("\"\"\"" + hashes))
    var meaning = ""
    let parts = text.components(separatedBy: "\\" + hashes)
    for (index, part) in parts.enumerated() {
      guard index > 0 else {
        meaning += part
        continue
      }
      if part.hasPrefix("\n") {
        meaning += part.dropFirst()
      } else {
        let match = try #require(part.prefixMatch(of: /u\{([0-9a-f]+)\}/), "\(part)")
        let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
        meaning.unicodeScalars.append(try #require(scalar))
        meaning += part[match.range.upperBound...]
      }
    }
    return meaning
  }
}
