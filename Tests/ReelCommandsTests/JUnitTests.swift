import Foundation
import ReelEvents
import ReelReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document, read by a parser of XML that knows nothing of JUnit.
private final class Document: NSObject, XMLParserDelegate {
  private(set) var cases: [String] = []
  private(set) var text = ""
  private(set) var isWhole = false

  init(_ bytes: Data) {
    super.init()
    let parser = XMLParser(data: bytes)
    parser.delegate = self
    isWhole = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "testcase" {
      cases.append("\(attributes["classname"] ?? "") \(attributes["name"] ?? "")")
    }
    if let message = attributes["message"] { text += message }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}

/// What checks documents against the schema beside these tests.
private enum Schema {
  static let program = ["/usr/bin/xmllint", "/opt/homebrew/bin/xmllint"]
    .first(where: FileManager.default.isExecutableFile)
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens/junit.xsd").path

  /// What is wrong with the document at `path`; empty for nothing.
  static func faults(of path: String) throws -> String {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: try #require(program))
    process.arguments = ["--noout", "--nonet", "--schema", file, path]
    process.standardError = errors
    try process.run()
    let bytes = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : String(decoding: bytes, as: UTF8.self)
  }
}

@Suite("A JUnit report")
struct JUnitTests {
  private static let started = Instant(microseconds: 1_764_000_000_123_456)

  /// Results of every sort, with text that XML cannot hold.
  private static let results: [TestResult] = {
    let hostile = "]]>\u{0}\u{1B}[31m\u{FFFE}\"'&<script>\r\n\t--> \u{202E}温度 \u{1F600}"
    var failed = TestResult(
      recording: "r/a.jsonl.zst", policy: "allow & <list>", problems: [hostile, "more"],
      command: "reel test 'a b'", remedy: "reel accept")
    var failure = TestFailure(
      file: hostile, line: 3, place: hostile, expected: hostile, found: hostile)
    failure.moment = TestFailure.Moment(event: 7, caption: hostile)
    failed.failure = failure
    var unread = TestResult(
      recording: "r/b.jsonl", policy: nil, problems: [hostile], command: hostile)
    unread.isError = true
    unread.milliseconds = 61_007
    return [
      TestResult(recording: "r/a.jsonl.zst", policy: "as recorded", problems: [], command: ""),
      failed, unread,
      TestResult(recording: "../x/r/a.scenario", policy: "as recorded", problems: [], command: ""),
    ]
  }()

  @Test(.enabled(if: Schema.program != nil, "tools/set-up others installs xmllint"))
  func `is valid, and so is each that was there before it`() throws {
    let folder = try Folder()
    for count in 0...Self.results.count {
      let report = JUnitReport(Array(Self.results.prefix(count)), startedAt: Self.started)
      let path = try folder.write("\(count).xml", Data(report.bytes))
      let faults = try Schema.faults(of: path)
      #expect(faults.isEmpty, "\(count): \(faults)")
    }
  }

  @Test func `has a case for each result, and all that can be written of hostile text`() {
    let report = JUnitReport(Self.results, startedAt: Self.started)
    let document = Document(Data(report.bytes))
    #expect(document.isWhole)
    #expect(
      document.cases == [
        "r.a as recorded", "r.a allow & <list>", "r.b golden", "x.r.a expect as recorded",
      ])
    for piece in ["]]>", "\\u{0}", "\\u{1b}[31m", "\\u{fffe}", "<script>", "温度"] {
      #expect(document.text.contains(piece), "\(piece)")
    }
  }

  @Test func `has the time of each suite in seconds, whatever the locale`() {
    let text = String(
      decoding: JUnitReport(Self.results, startedAt: Self.started).bytes, as: UTF8.self)
    #expect(text.contains("time=\"61.007\""))
    #expect(text.contains("timestamp=\"2025-11-24T16:00:00\""), "\(text)")
  }

  @Test func `is written beside the results, and over that of an earlier run`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    _ = Reel("accept", file, "--yes")
    for _ in 0..<2 {
      let run = Reel("test", file, "--junit", folder("j.xml"))
      #expect(run.lines == ["3 passed, 0 failed"])
      #expect(Document(try folder.read("j.xml")).cases.count == 3)
    }
  }

  @Test(
    arguments: [
      ("-", 64, "standard output has the results"), ("folder", 73, "found a folder or a device"),
      ("none/j.xml", 73, "no such file or folder"), ("a.jsonl", 73, "found another file"),
      ("a.jsonl/j.xml", 73, "a file where a folder should be"),
    ] as [(String, Int32, String)])
  func `is refused where it would harm or cannot be, before anything runs`(
    _ name: String, _ status: Int32, _ sentence: String
  ) throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let before = try folder.read("a.jsonl")
    try FileManager.default.createDirectory(
      atPath: folder("folder"), withIntermediateDirectories: false)
    let run = Reel("test", file, "--junit", name == "-" ? name : folder(name))
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try folder.read("a.jsonl") == before)
  }

  @Test func `is a whole document at every moment, also where the run is killed`() throws {
    let folder = try Folder()
    let program = try Program([
      "test", SourceFolder.root.appending(path: "recordings").path, "--junit", folder("j.xml"),
    ])
    var seen = 0
    while seen < 40 {
      if folder.has("j.xml") {
        let document = Document(try folder.read("j.xml"))
        #expect(document.isWhole)
        #expect(document.cases.count >= seen)
        seen = max(seen, document.cases.count)
      }
      usleep(500)
    }
    program.signal(SIGKILL)
    #expect(program.end().status == 128 + SIGKILL)
    let left = Document(try folder.read("j.xml"))
    #expect(left.isWhole)
    #expect(left.cases.count >= seen)
  }
}
