import ReelReplay
import ReelReports

/// `reel diff FILE`.
enum DiffVerb {
  static let verb = Verb(
    name: "diff", summary: "where two rules part in a session, and what that costs",
    examples: [
      ("reel diff session.jsonl.zst --to allowlist", "where two rules part, and what that costs"),
      ("reel diff session.jsonl.zst --from wipe-then-apply --to landmine", "any two rules"),
      (
        "reel diff session.jsonl.zst --to phone@2=allowlist,watch=wipe-then-apply",
        "a new phone, an old watch"
      ),
      ("reel diff session.jsonl.zst --json | jq '.divergences[0]'", "for programs"),
    ],
    usage: "FILE [--from P] [--to P] [--until EVENT|TIME] [--json]",
    remarks: ["Ends with 0 if they never part, 1 if they do, 2 if the session does not tell."],
    operands: 1...1, flags: [.from, .to, .until, .catalog, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let input = try RecordingInput(arguments, console)
    let result = try DiffResult.run(
      input.open, from: input.policy(arguments[.from]),
      to: input.policy(arguments[.to] ?? input.defaultTarget()), catalog: input.catalog,
      until: arguments[.until].map { try Until($0, flag: .until) })
    var report = DiffReport(result)
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      report.explain(try input.captions(of: report.eventsToExplain))
      try console.write(report.lines(console.style))
    }
    let status: ExitStatus =
      !result.isSame ? .negative : result.undelivered.isEmpty ? .success : .undecided
    return try input.reportLosses(status, console)
  }
}
