import Foundation
import Testing

@Suite("The house")
struct HouseTests {
  /// Who may import whom: DESIGN section 8, which Package.swift repeats for the toolchain.
  private static let mayImport: [String: Set<String>] = [
    "ReelEvents": [],
    "ReelLog": ["ReelEvents", "CZstd", "Glibc", "Musl", "Darwin"],
    "ReelPolicies": ["ReelEvents"],
    "ReelProjections": ["ReelEvents", "ReelPolicies"],
    "ReelReplay": ["ReelEvents", "ReelPolicies", "ReelProjections"],
    "ReelSeams": ["ReelEvents"],
    "ReelFoundation": ["ReelEvents", "ReelSeams", "Foundation", "WatchConnectivity"],
    "ReelRecorder": ["ReelEvents", "ReelSeams", "ReelFoundation", "ReelLog", "Foundation"],
    "ReelSync": ["ReelEvents", "ReelSeams", "ReelFoundation", "ReelPolicies", "Foundation"],
    "ReelSimulation": [
      "ReelEvents", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelSeams", "ReelFoundation",
    ],
    "ReelAudit": ["ReelEvents"],
    "ReelReports": ["ReelEvents", "ReelReplay"],
    "ReelTesting": [
      "ReelEvents", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelLog", "Testing",
    ],
    "ReelCommands": [
      "ReelEvents", "ReelLog", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelSeams",
      "ReelFoundation", "ReelRecorder", "ReelSync", "ReelSimulation", "ReelAudit", "ReelReports",
      "Foundation",
      "Glibc", "Musl", "Darwin",
    ],
    "reel": ["ReelCommands", "Glibc", "Musl", "Darwin"],
  ]

  @Test func `imports only along its arrows`() throws {
    for file in try SourceTree.swiftFiles(below: ["Sources"]) {
      let allowed = try #require(Self.mayImport[file.module], "no arrows for \(file.path)")
      for line in file.lines {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else {
          continue
        }
        let module = String(words[index + 1])
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func `lets only the frames see libzstd`() throws {
    for file in try SourceTree.swiftFiles(below: ["Sources"])
    where file.text.contains("import CZstd") {
      #expect(file.path.hasPrefix("Sources/ReelLog/Frames/"), "\(file.path)")
    }
  }

  @Test func `lets only the files of the log and the roof see the operating system`() throws {
    let doors = ["Sources/ReelLog/Files/", "Sources/ReelCommands/", "Sources/reel/"]
    for file in try SourceTree.swiftFiles(below: ["Sources"])
    where file.text.contains("import Glibc") {
      #expect(doors.contains { file.path.hasPrefix($0) }, "\(file.path)")
    }
  }

  @Test func `has no file over 400 lines and no line over 100 columns`() throws {
    for file in try SourceTree.swiftFiles(below: ["Sources", "Tests", "tools"]) {
      #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count) lines")
      let isData = file.path.contains("WeatherCatalog")
      for (number, line) in file.lines.enumerated() where line.count > 100 && !isData {
        Issue.record("\(file.path):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test func `has no function over 60 lines`() throws {
    for file in try SourceTree.swiftFiles(below: ["Sources"]) {
      for function in functions(in: file) where function.length > 60 {
        Issue.record("\(file.path):\(function.line) is \(function.length) lines long")
      }
    }
  }

  /// Functions by the indentation of their closing brace, as the formatter writes them.
  private func functions(in file: SourceTree.File) -> [(line: Int, length: Int)] {
    var found: [(line: Int, length: Int)] = []
    var start: (line: Int, indent: Int)?
    for (number, line) in file.lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ").prefix(6)
      let opens = words.contains("func") || words.contains { $0.hasPrefix("init(") }
      if opens && start == nil && !line.contains("//") {
        start = (number, indent)
      } else if let open = start, line.dropFirst(indent).first == "}", indent == open.indent {
        found.append((open.line + 1, number - open.line + 1))
        start = nil
      } else if let open = start, indent <= open.indent, !line.isEmpty, !line.contains(")"),
        !line.contains("{"), !line.contains("where")
      {
        start = nil
      }
    }
    return found
  }

  /// What no source may call, and what to call instead.
  private static let banned: [(pattern: String, instead: String)] = [
    ("try!", "throw, or a precondition with a sentence"),
    ("try?", "do and catch"),
    ("fatalError(", "throw on data, precondition on bugs"),
    (" as! ", "as? with an error"),
    (".hashValue", "ContentDigest"),
    (" print(", "the commands' output"),
  ]

  @Test(arguments: banned.indices)
  func `calls nothing that traps or prints on data`(_ index: Int) throws {
    let (pattern, instead) = Self.banned[index]
    for file in try SourceTree.swiftFiles(below: ["Sources"]) {
      for (number, line) in file.lines.enumerated() {
        let code = line.components(separatedBy: "//")[0]
        #expect(!code.contains(pattern), "\(file.path):\(number + 1): use \(instead)")
      }
    }
  }

  @Test func `reads no clock and rolls no dice below the commands`() throws {
    let pure = [
      "ReelEvents", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelSimulation",
      "ReelReports", "ReelLog", "ReelTesting", "ReelAudit",
    ]
    for file in try SourceTree.swiftFiles(below: ["Sources"]) where pure.contains(file.module) {
      for pattern in ["Date()", "Date.now", ".random(", "UUID()", "clock_gettime", "Locale"] {
        #expect(!file.text.contains(pattern), "\(file.path) has \(pattern)")
      }
    }
  }

  @Test func `gives every recording its scenario or origin, and a golden`() throws {
    let base = SourceTree.root.appending(path: "recordings")
    let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
    for name in names where name.hasSuffix(".jsonl.zst") {
      let stem = String(name.dropLast(".jsonl.zst".count))
      #expect(names.contains(stem + ".golden.json"), "\(name) has no golden")
      #expect(names.contains(stem + ".scenario"), "\(name) has no scenario")
    }
  }
}
