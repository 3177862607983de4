import ReelReplay

/// What a run of tests came to, as GitHub's actions show it: annotations at the lines of a pull
/// request, and a summary in Markdown.
public struct GitHubReport {
  private let report: TestReport
  private var failing: [TestResult] { report.results.filter { !$0.hasPassed } }

  /// What GitHub shows of `report`.
  public init(_ report: TestReport) { self.report = report }

  /// Workflow commands, one a line: an error at the place in the golden or the scenario of each
  /// failure.
  public var annotations: [String] {
    failing.map { result in
      let lines = result.lines(TextStyle(isColored: false)) + result.commands
      let properties = [
        ("file", result.failure?.file ?? result.recording),
        ("line", String(result.failure?.line ?? 1)),
        ("title", "reel test: \(result.policy ?? "golden")"),
      ].map { "\($0)=\(Self.escaped($1, besides: [":", ","]))" }
      return "::error \(properties.joined(separator: ","))::"
        + Self.escaped(lines.joined(separator: "\n"), besides: [])
    }
  }

  /// `lines` between commands that keep whoever reads the log from obeying anything in them: keys
  /// and policies of a recording are anybody's.
  public static func unheeded(_ lines: [String]) -> [String] {
    var digest = ContentDigest()
    for line in lines { digest.add(line) }
    // Text cannot hold its own digest, so nothing in it can end the silence.
    let token = "reel-\(digest.text)"
    return ["::stop-commands::\(token)"] + lines + ["::\(token)::"]
  }

  private static func escaped(_ text: String, besides: Set<Unicode.Scalar>) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || besides.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        safe += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  // MARK: The summary

  /// How many failures the summary tells; a summary may have a mebibyte.
  private static let toldMax = 20

  /// The summary of the step, in Markdown: the counts, then each failure with both sides, the
  /// cause, the session around it as a diagram, and the command that comes to it again.
  public var summary: [String] {
    let counts = "\(report.passedCount) passed, \(report.failedCount) failed"
    var lines = ["## reel test: \(counts)", ""]
    if report.repeatedBytes != nil {
      lines += ["A second run, with another hash seed, locale and time zone, was the same.", ""]
    }
    for result in failing.prefix(Self.toldMax) { lines += section(result) }
    if failing.count > Self.toldMax {
      lines += ["And \(failing.count - Self.toldMax) failures more: the log has them.", ""]
    }
    return lines
  }

  private func section(_ result: TestResult) -> [String] {
    let policy = result.policy.map { " under \(Markdown.code($0))" } ?? ""
    var lines = ["### \(Markdown.code(result.recording))\(policy)", ""]
    if let failure = result.failure {
      let line = failure.line.map { ", line \($0)" } ?? ""
      var rows = [
        ("expected", failure.expected), ("found", failure.found), ("at", failure.file + line),
      ]
      if let moment = failure.moment { rows.append(("goes back to", moment.text)) }
      if let cause = failure.cause {
        rows.append(("nearest cause", "\(cause.moment.text): \(cause.sentence)"))
      }
      lines += Markdown.table(
        ["", Markdown.code(failure.place)], rows.map { [$0, Markdown.code($1)] })
      lines.append("")
    }
    let others = result.failure == nil ? result.problems[...] : result.problems.dropFirst()
    lines += others.prefix(8).map { "* \(Markdown.code($0))" }
    if !others.isEmpty { lines.append("") }
    if !result.diagram.isEmpty { lines += ["```mermaid"] + result.diagram + ["```", ""] }
    return lines + ["```sh"] + result.commands.map(DisplayWidth.printable) + ["```", ""]
  }
}
