import Foundation
import ReelEvents
import ReelReports
import Testing

@Suite("reel test --github")
struct GitHubTests {
  /// A folder with a golden that is wrong in one place.
  private func folder() throws -> Folder {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    _ = Reel("accept", file, "--yes")
    let golden = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
    try folder.write(
      "a.golden.json",
      golden.replacingOccurrences(
        of: "\"temperatureUnit\": \"celsius\"", with: "\"temperatureUnit\": \"kelvin\""))
    return folder
  }

  private func annotations(_ text: String) -> [String] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix("::error ") }
  }

  @Test func `annotates the line of the golden`() throws {
    let folder = try folder()
    let run = Reel("test", folder.path, "--filter", "allowlist", "--github")
    #expect(run.status == 1)
    let all = annotations(run.output)
    #expect(all.count == 1)
    let golden = String(decoding: try folder.read("a.golden.json"), as: UTF8.self)
    let line = golden.components(separatedBy: "\n").firstIndex { $0.contains("kelvin") } ?? -1
    let place = "file=\(folder("a.golden.json")),line=\(line + 1)"
    let head = "::error \(place),title=reel test%3A allowlist::"
    #expect(all[0].hasPrefix(head), "\(all)")
    #expect(all[0].contains("%0A  expected  \"kelvin\"%0A  found     \"celsius\"%0A"))
  }

  @Test func `adds its summary to the file that the environment names`() throws {
    let folder = try folder()
    try folder.write("summary.md", "before\n")
    let run = Reel(
      ["test", folder.path, "--github"],
      environment: ["GITHUB_STEP_SUMMARY": folder("summary.md")])
    let text = String(decoding: try folder.read("summary.md"), as: UTF8.self)
    #expect(text.hasPrefix("before\n## reel test: "))
    #expect(text.contains("```mermaid\nsequenceDiagram\n  participant p0 as phone\n"))
    #expect(!run.output.contains("## reel test"))
    let here = Reel("test", folder.path, "--github")
    #expect(here.output.contains("## reel test: "))
    let nowhere = Reel(
      ["test", folder.path, "--github"], environment: ["GITHUB_STEP_SUMMARY": folder.path])
    #expect(nowhere.status == 73)
    #expect(nowhere.errors.contains("GITHUB_STEP_SUMMARY names"))
    #expect(!annotations(nowhere.output).isEmpty)
  }

  @Test func `leaves standard output to the JSON object`() throws {
    let folder = try folder()
    let run = Reel("test", folder.path, "--github", "--json")
    #expect(try run.json()["failed"] as? Int == 3)
    #expect(run.lines.count == 1)
    #expect(annotations(run.errors).count == 3)
  }

  @Test func `obeys nothing that a recording says`() throws {
    let folder = try Folder()
    let text = "expect \"::error::gotcha\": none\nfinal ##[error]x: phone a=1\n"
    try folder.write("::warning::%0A.scenario", text + Scenarios.landmine)
    let run = Reel("test", folder.path, "--github")
    #expect(run.status == 1)
    var token: String?
    for line in run.output.components(separatedBy: "\n") {
      if let silenced = token {
        if line == "::\(silenced)::" { token = nil }
      } else if line.hasPrefix("::stop-commands::") {
        token = String(line.dropFirst("::stop-commands::".count))
      } else {
        #expect(line.isEmpty || line.hasPrefix("::error file="), "\(line)")
      }
    }
    #expect(token == nil)
  }

  @Test(
    arguments: [
      ("a|b", "<code>a&#124;b</code>"), ("`x`", "<code>&#96;x&#96;</code>"),
      ("<b>&", "<code>&lt;b&gt;&amp;</code>"), ("a\nb", "<code>a\\\\u{a}b</code>"),
    ])
  func `shows text as text in the cells of its table`(_ text: String, _ cell: String) {
    var result = TestResult(recording: "a", policy: "p", problems: ["x"], command: "reel")
    result.failure = TestFailure(file: "f", line: 1, place: "p", expected: text, found: "y")
    let summary = GitHubReport(TestReport([result])).summary
    #expect(summary.contains("| expected | \(cell) |"), "\(summary)")
  }
}

@Suite("A sequence diagram")
struct SequenceDiagramTests {
  private func step(_ number: Int64, _ device: String, _ action: Action) -> SequenceDiagram.Step {
    SequenceDiagram.Step(
      number: number,
      event: Event(
        at: Instant(microseconds: 0), device: DeviceName(device), action: action))
  }

  @Test func `has a lane for each device, an arrow for each message, and marks one event`() {
    let sent = SentMessage(message: "m1", channel: .context, to: DeviceName("watch"))
    let stayed = SentMessage(
      message: "p1", channel: .kvs, to: .cloud, suppressed: .gate)
    let received = ReceivedMessage(message: "m1", channel: .context)
    let diagram = SequenceDiagram(
      [
        step(3, "phone", .messageSent(sent)), step(4, "watch", .messageReceived(received)),
        step(5, "phone", .messageSent(stayed)),
        step(6, "watch", .messageReceived(ReceivedMessage(message: "m0", channel: .context))),
      ], marked: 4, isWhole: false)
    #expect(
      diagram.lines == [
        "sequenceDiagram", "  participant p0 as phone", "  participant p1 as watch",
        "  participant p2 as cloud", "  Note over p0,p2: events 3 to 6 of the session",
        "  p0--)p1: 3 phone sends context to watch as m1", "  rect rgba(220, 60, 60, 0.25)",
        "  p0->>p1: 4 watch receives m1", "  Note over p0,p2: here it differs", "  end",
        "  p0-xp2: 5 phone pushes notInterested as p1", "  Note over p1: 6 watch receives m0",
      ])
  }

  @Test func `takes no name and no value for its own words`() {
    let hostile = "end;#35 %% x:y->>z\n<script>loop\u{1B}"
    let diagram = SequenceDiagram(
      [
        step(1, "end", .storeSet(store: .defaults, key: hostile, value: .string(hostile))),
        step(2, hostile, .note(text: "END")),
      ], marked: 9, isWhole: true)
    let lines = diagram.lines
    #expect(lines.count == 5)
    #expect(lines[1] == "  participant p0 as #101;nd")
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: " -_.=/#;:()…"))
    for line in lines {
      #expect(line.unicodeScalars.allSatisfy(allowed.contains), "\(line)")
      // A semicolon ends a number, and nothing else.
      let rest = line.replacing(/#[0-9]+;/, with: "")
      #expect(!rest.contains(";") && !rest.contains("#"), "\(line)")
    }
  }
}
