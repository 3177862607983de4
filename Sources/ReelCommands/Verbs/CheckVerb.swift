import ReelReplay
import ReelReports

/// `reel check FILE`.
enum CheckVerb {
  static let verb = Verb(
    name: "check", summary: "which promises a rule breaks in a session",
    examples: [
      ("reel check session.jsonl.zst --policy landmine", "which promises a rule breaks"),
      ("reel check session.jsonl.zst --strict", "let warnings fail too"),
      ("reel check draft.scenario --policy allowlist --json", "a scenario, as JSON"),
    ],
    usage: "FILE [--policy P] [--until EVENT|TIME] [--strict] [--json]",
    remarks: ["Ends with 1 for an error, with 2 if the session does not tell."],
    operands: 1...1, flags: [.policy, .until, .strict, .catalog, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let input = try RecordingInput(arguments, console)
    let policy = try input.policies([arguments[.policy]], console)[0]
    let result = try CheckResult.run(
      input.open, policy: policy, catalog: input.catalog,
      until: arguments[.until].map { try Until($0, flag: .until) })
    let report = CheckReport(result)
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      try console.write(report.lines(console.style))
      if let first = result.findings.first {
        let policy = arguments[.policy].map { ["--policy", $0] } ?? []
        try console.note(
          "The state then: "
            + CommandText.text(
              ["replay", input.path] + policy + ["--until", String(first.event)]))
      }
    }
    return try input.reportLosses(
      status(of: result, isStrict: arguments.has(.strict)), console)
  }

  private static func status(of result: CheckResult, isStrict: Bool) -> ExitStatus {
    let threshold: Severity = isStrict ? .warning : .error
    if result.findings.contains(where: { $0.severity >= threshold }) { return .negative }
    return result.undecided.isEmpty ? .success : .undecided
  }
}
