import Foundation
import ReelLog
import Testing

@testable import ReelCommands
@testable import ReelReports

@Suite("A terminal", .enabled(if: PseudoTerminal.isAvailable, "setsid makes one"))
struct TerminalTests {
  private static let escape = "\u{1B}["

  @Test(
    arguments: [
      ([:], [], true), (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true),
      (["TERM": "dumb"], [], false), ([:], ["--color", "never"], false),
      (["NO_COLOR": "1"], ["--color=always"], true),
    ] as [([String: String], [String], Bool)])
  func `has color, unless it is refused`(
    _ environment: [String: String], _ flags: [String], _ isColored: Bool
  ) throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let end = try PseudoTerminal(
      ["check", file, "--policy", "landmine"] + flags, environment: environment
    ).end()
    #expect(end.status == 1)
    #expect(end.shown.contains(Self.escape) == isColored, "\(end.shown)")
  }

  @Test(arguments: [40, 60, 100])
  func `has tables that fit, where a pipe has them whole`(_ columns: Int) throws {
    let folder = try Folder()
    let long = String(repeating: "long value ", count: 5)
    let file = try folder.write(
      "a.scenario", "phone installs\nphone sets selectedLocation \"\(long)\"\n")
    let command = ["replay", file, "--show", "settings"]
    let end = try PseudoTerminal(
      command, columns: UInt16(columns), environment: ["NO_COLOR": "1"]
    ).end()
    let lines = end.shown.split(whereSeparator: \.isNewline)
    #expect(!lines.isEmpty)
    for line in lines where line.hasPrefix("  ") {
      #expect(DisplayWidth.of(String(line)) <= columns, "\(line)")
    }
    #expect(end.shown.contains("…") == (columns < 100))
    #expect(Reel(command).output.contains(long.dropLast(6)))
    let narrow = Reel(command, isTerminal: true, environment: ["COLUMNS": "50"]).lines
    for line in narrow { #expect(DisplayWidth.of(line) <= 60, "\(line)") }
  }

  @Test func `shows how far a long command is, and takes it away again`() throws {
    let long = try LongRecording(20_000, as: "long.jsonl")
    let errors = CommandOutput(isTerminal: true)
    let console = Console(
      input: CommandInput(), output: CommandOutput(), errors: errors, environment: [:])
    let file = try FileReader(path: long.path)
    let progress = try #require(
      ReadingProgress("long.jsonl", [file], console, patience: .milliseconds(0)))
    try progress.note(1 << 19)
    let bar = try #require(errors.text.range(of: "%", options: .backwards))
    try console.note("done")
    #expect(errors.text[bar.upperBound...].contains("\r\(Self.escape)K"))
    #expect(errors.text.hasSuffix("done\n"))
  }

  @Test func `shows nothing of it to a pipe`() throws {
    let long = try LongRecording(5000, as: "long.jsonl")
    let piped = try Program(["redact", long.path, "-o", long.folder("out.jsonl.zst")]).end()
    #expect(!piped.errors.contains("%") && !piped.errors.contains("\r"))
  }
}

@Suite("A bar")
struct ReadingProgressTests {
  @Test func `says what is read and how much of it, as far as there is room`() {
    let wide = ReadingProgress.line("a.jsonl.zst", 45, of: 100, columns: 79)
    #expect(wide == "reading a.jsonl.zst [##########--------------]  45%")
    #expect(ReadingProgress.line("a.jsonl.zst", 45, of: 100, columns: 45).hasPrefix("a.jsonl"))
    #expect(ReadingProgress.line("a.jsonl.zst", 45, of: 100, columns: 35).hasPrefix("[###"))
    #expect(ReadingProgress.line("a.jsonl.zst", 45, of: 100, columns: 10) == " 45%")
    #expect(ReadingProgress.line("a", 200, of: 100, columns: 79).hasSuffix("100%"))
    #expect(ReadingProgress.line("a", 0, of: 0, columns: 79).hasSuffix("  0%"))
  }
}

@Suite("A table")
struct TextTableTests {
  private static func lines(_ rows: [[String]], columns: Int?) -> [String] {
    var table = TextTable()
    for row in rows {
      table.add(row.map { TextTable.Cell($0, isNumber: Int($0) != nil) })
    }
    return table.lines(TextStyle(isColored: false, columns: columns), indent: "  ")
  }

  @Test func `shortens its widest texts, and no number`() {
    let row = [String(repeating: "a", count: 40), "123456789012345", "short", "middle text"]
    #expect(Self.lines([row], columns: nil)[0].count == 79)
    for columns in 44...79 {
      let line = Self.lines([row], columns: columns)[0]
      #expect(line.count == columns)
      #expect(line.contains("123456789012345"))
    }
    // Text that tells nothing any more is too long instead.
    #expect(Self.lines([row], columns: 20)[0].count > 20)
  }

  @Test(
    arguments: [
      "plain", "日本語", "한국어", "e\u{301}te\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "☺️", "1️⃣", "שלום", "ไทย", "ｆｕｌｌ",
      "क्षि", "\u{1112}\u{1161}\u{11AB}", "a\u{200B}b",
    ])
  func `lines up whatever is in it`(_ text: String) {
    let lines = Self.lines([["x", "|"], [text, "|"], ["quite a long text", "|"]], columns: nil)
    let places = lines.map { DisplayWidth.of(String($0.prefix { $0 != "|" })) }
    #expect(Set(places).count == 1, "\(lines)")
  }

  @Test(
    arguments: [
      ("日本語", 6), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("☺️", 2), ("שלום", 4), ("ｆ", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("한", 2),
    ] as [(String, Int)])
  func `takes each character for as wide as terminals do`(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }
}
