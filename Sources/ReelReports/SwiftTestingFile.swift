import ReelEvents
public import ReelReplay

/// A recording as a file of Swift Testing tests that needs nothing but `ReelTesting`: its lines,
/// and what they come to.
public struct SwiftTestingFile {
  /// The recording's name.
  public var name: String
  /// The command that makes the file again.
  public var command: String
  /// The lines of the recording, the header first.
  public var lines: [String]
  /// Whether the recorded outcomes are there to be reproduced.
  public var isReproducible: Bool

  private var cases: [Case] = []

  /// What is expected under one rule.
  fileprivate struct Case {
    var policy: String?
    var findings: [String]
    var devices: [DeviceProjection]
  }

  /// A file of the recording `name`, whose lines are `lines`.
  public init(name: String, command: String, lines: [String], isReproducible: Bool) {
    self.name = name
    self.command = command
    self.lines = lines
    self.isReproducible = isReproducible
  }

  /// Adds a test that `policy` comes to `result` again; nil = as recorded.
  public mutating func add(_ result: ReplayResult, under policy: String?) {
    var findings: [String] = []
    for finding in result.findings {
      let text = Expectations.ExpectedFinding(finding).text
      if !findings.contains(text) { findings.append(text) }
    }
    cases.append(Case(policy: policy, findings: findings, devices: result.devices))
  }

  /// The source, line by line.
  public var source: [String] {
    var source = [
      "// Made by: \(DisplayWidth.printable(command))", "import ReelTesting", "import Testing", "",
      "@Suite(\(SwiftLiteral.string(name)))", "struct \(typeName) {",
      "  private let recording = Recording(", "    \(SwiftLiteral.string(name)),",
    ]
    let literal = SwiftLiteral.lines(lines, indent: "      ")
    source.append("    lines: \(literal[0])")
    source += literal.dropFirst().dropLast() + ["\(literal[literal.count - 1]))"]
    if isReproducible {
      source += test("reproduces what was recorded", ["try expectReproduced(recording)"])
    }
    for one in cases { source += test(one.title, one.statements) }
    source += test(
      "replays the same again, and with a pause anywhere",
      ["try expectReplayedTwiceSame(recording)", "try expectPrefixThenRest(recording)"])
    return source + ["}"]
  }

  private func test(_ title: String, _ statements: [String]) -> [String] {
    ["", "  @Test(\(SwiftLiteral.string(title)))", "  func \(Self.identifier(title))() throws {"]
      + statements.map { $0.isEmpty ? "" : "    \($0)" } + ["  }"]
  }

  private var typeName: String {
    let words = Self.words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let stem = words.joined()
    return (stem.first?.isLetter ?? false ? stem : "Recording\(stem)") + "Tests"
  }

  private static func identifier(_ title: String) -> String {
    let words = words(title)
    return (words.first ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func words(_ text: String) -> [String] {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }
}

extension SwiftTestingFile.Case {
  fileprivate var title: String {
    policy.map { "comes to the same under \($0)" } ?? "comes to the same as recorded"
  }

  /// The statements of the test, line by line.
  fileprivate var statements: [String] {
    var statements = findingStatement
    for device in devices where !device.settings.members.isEmpty {
      let text = String(decoding: Value.dictionary(device.settings).canonicalBytes, as: UTF8.self)
      let literal = SwiftLiteral.lines([text], indent: "      ").map { line in
        // The caller indents the statements.
        line.hasPrefix("    ") ? String(line.dropFirst(4)) : line
      }
      statements += ["try expectSettings(", "  \(literal[0])"] + literal.dropFirst().dropLast()
      statements.append("\(literal[literal.count - 1]), on: \(place(device)))")
    }
    for device in devices {
      for list in device.lists {
        statements += ["try expectListed("] + array(list.ids)
        statements[statements.count - 1] +=
          ", list: \(SwiftLiteral.string(list.name)), on: \(place(device)))"
      }
    }
    return statements
  }

  private var findingStatement: [String] {
    if findings.isEmpty { return ["try expectNoFindings(in: recording\(underPolicy))"] }
    var lines = ["try expectFindings("] + array(findings, label: "exactly: ")
    lines[lines.count - 1] += ", in: recording\(underPolicy))"
    return lines
  }

  private func array(_ texts: [String], label: String = "") -> [String] {
    if texts.isEmpty { return ["  \(label)[]"] }
    if texts.count == 1 { return ["  \(label)[\(SwiftLiteral.string(texts[0]))]"] }
    return ["  \(label)["] + texts.map { "    \(SwiftLiteral.string($0))," } + ["  ]"]
  }

  private func place(_ device: DeviceProjection) -> String {
    "\(SwiftLiteral.string(device.device)), in: recording\(underPolicy)"
  }

  private var underPolicy: String {
    policy.map { ", under: \(SwiftLiteral.string($0))" } ?? ""
  }
}
