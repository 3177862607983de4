public import ReelEvents
public import ReelReplay

/// What the checks found, as text for people and as JSON.
public struct CheckReport {
  let result: CheckResult

  /// The report of `result`.
  public init(_ result: CheckResult) { self.result = result }

  /// The JSON object, schema `reel.check/1`.
  public var value: Value {
    .dictionary([
      "schema": .string("reel.check/1"), "recording": .string(result.recording),
      "policy": .string(result.policy), "events": .integer(result.eventCount),
      "findings": .array(result.findings.map(\.value)),
      "findingsOmitted": .integer(result.droppedCount),
      "undecided": .array(result.undecided.map(Value.string)),
    ])
  }

  /// The report in lines: the verdict, then each finding with what to make of it.
  public func lines(_ style: TextStyle) -> [String] {
    var lines = [verdict(style)]
    for finding in result.findings {
      lines += Self.lines(of: finding, style, indent: "  ")
    }
    if result.droppedCount > 0 {
      lines.append("  and \(counted(result.droppedCount, "finding")) more, not kept")
    }
    if !result.undecided.isEmpty { lines.append("") }
    return lines + UndecidedText.lines(result.undecided, style)
  }

  /// One finding in two lines: where it is, and what it means.
  static func lines(of finding: Finding, _ style: TextStyle, indent: String) -> [String] {
    [
      "\(indent)\(place(of: finding, style)): \(subject(of: finding, style))",
      "\(indent)  \(DisplayWidth.printable(finding.message))",
    ]
  }

  /// How bad a finding is, and where it stands.
  static func place(of finding: Finding, _ style: TextStyle) -> String {
    let times = finding.count > 1 ? ", \(grouped(finding.count)) times" : ""
    return style.paint(finding.severity.rawValue, finding.severity.accent)
      + " at event \(grouped(finding.event))\(times)"
  }

  /// What check a finding is of, and what it is about.
  static func subject(of finding: Finding, _ style: TextStyle) -> String {
    let subject = [finding.device, finding.key].compactMap(\.self).joined(separator: " ")
    return style.paint(finding.check.rawValue, .strong) + " on \(DisplayWidth.printable(subject))"
  }

  private func verdict(_ style: TextStyle) -> String {
    let title = DisplayWidth.printable("\(result.recording) under \(result.policy)")
    let events = counted(result.eventCount, "event")
    let counts: [(Severity, TextStyle.Accent)] = [
      (.error, .bad), (.warning, .caution), (.note, .faint),
    ]
    let found = counts.compactMap { severity, accent -> String? in
      let count = result.findings.count { $0.severity == severity }
      return count == 0 ? nil : style.paint(counted(Int64(count), severity.rawValue), accent)
    }
    if found.isEmpty {
      return "\(title): \(style.paint("clean", .good)), \(events)"
    }
    return "\(title): \(found.joined(separator: ", ")) in \(events)"
  }
}

/// What could not be decided, a line for each.
enum UndecidedText {
  static func lines(_ sentences: [String], _ style: TextStyle) -> [String] {
    sentences.map { "\(style.paint("undecided:", .caution)) \(DisplayWidth.printable($0))" }
  }
}

extension Severity {
  var accent: TextStyle.Accent {
    switch self {
    case .error: .bad
    case .warning: .caution
    case .note: .faint
    }
  }
}
