import ReelEvents
import ReelReplay
import ReelReports

/// `reel diff FILE`.
enum DiffVerb {
  static let verb = Verb(
    name: "diff", summary: "where two rules part in a session, and what that costs",
    examples: [
      ("reel diff session.jsonl.zst --to allowlist", "where two rules part, and what that costs"),
      ("reel diff session.jsonl.zst --from wipe-then-apply --to landmine", "any two rules"),
      ("reel diff session.jsonl.zst --to landmine --explain 3", "how difference 3 came about"),
      (
        "reel diff session.jsonl.zst --to phone@2=allowlist,watch=wipe-then-apply",
        "a new phone, an old watch"
      ),
      ("reel diff session.jsonl.zst --html diff.html", "a page to step through in a browser"),
      ("reel diff session.jsonl.zst --json | jq '.divergences[0]'", "for programs"),
    ],
    usage: "FILE [--from P] [--to P] [--until EVENT|TIME] [--explain N]"
      + " [--html FILE] [--json]",
    remarks: [
      "--to is allowlist, or tombstones for lists, if left out; where the session was recorded",
      "under that very rule and --from is left out too, the first built-in rule that parts.",
      "N is the number of a difference as the table has it. Ends with 0 if the rules never part, 1",
      "if they do, 2 if the session does not tell.",
    ],
    operands: 1...1, flags: [.from, .to, .until, .explain, .catalog, .html, .force, .json], run: run
  )

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let page = try PageOutput(arguments, inputs: arguments.operands, console)
    let input = try RecordingInput(arguments, console)
    let number = try arguments[.explain].map(number)
    let policies = try input.policies(
      [arguments[.from], arguments[.to] ?? target(input, arguments, console)], console)
    let (from, to) = (policies[0], policies[1])
    let until = try arguments[.until].map { try Until($0, flag: .until) }
    let result: DiffResult
    if let page {
      let (diff, story) = try SessionStory.run(
        input.open, from: from, to: to, catalog: input.catalog, until: until)
      try page.write(input.page(of: diff, story).bytes)
      result = diff
    } else {
      result = try DiffResult.run(
        input.open, from: from, to: to, catalog: input.catalog, until: until)
    }
    if let number {
      let explanation = try Explanation.run(
        number, of: result, input.openAgain, from: from, to: to, catalog: input.catalog)
      guard let explanation else { throw absent(number, result) }
      try write(explanation, input, arguments, console)
    } else if page?.isStandardOutput != true {
      try write(result, input, arguments, console)
    }
    let status: ExitStatus =
      !result.isSame ? .negative : result.undelivered.isEmpty ? .success : .undecided
    return try input.reportLosses(status, console)
  }

  private static func write(
    _ result: DiffResult, _ input: RecordingInput, _ arguments: Arguments, _ console: Console
  ) throws {
    var report = DiffReport(result)
    if arguments.has(.json) {
      try console.write(report.value)
      return
    }
    report.explain(try input.captions(of: report.eventsToExplain))
    try console.write(report.lines(console.style))
    if !arguments.has(.html), let number = report.tellingNumber {
      let next = arguments.typed + ["--explain", String(number)]
      try console.note("Why: \(CommandText.text(next))")
    }
  }

  // MARK: One difference

  private static func write(
    _ explanation: Explanation, _ input: RecordingInput, _ arguments: Arguments,
    _ console: Console
  ) throws {
    let report = ExplanationReport(
      explanation, captions: try input.captions(of: ExplanationReport.events(of: explanation)))
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      try console.write(report.lines(console.style))
    }
  }

  private static func number(_ text: String) throws(CommandFailure) -> Int {
    guard let number = Int(text), number >= 1 else {
      throw CommandFailure(
        .usage, "--explain takes the number of a difference, from 1, and got \(text)")
    }
    return number
  }

  private static func absent(_ number: Int, _ result: DiffResult) -> CommandFailure {
    let count = result.divergences.count
    let found =
      count == 0
      ? "\(result.from) and \(result.to) never part there"
      : "there \(count == 1 ? "is 1 difference" : "are \(count) differences")"
    let more = result.droppedCount == 0 ? "" : ", and \(result.droppedCount) that were only counted"
    return CommandFailure(
      .usage, "--explain takes the number of a difference, and got \(number); \(found)\(more)")
  }

  // MARK: What to compare with

  /// The rule that is compared with where nobody names one.
  private static func target(
    _ input: RecordingInput, _ arguments: Arguments, _ console: Console
  ) throws -> String {
    let target = try input.defaultTarget()
    guard arguments[.from] == nil, let recorded = input.header.recordedUnder,
      recorded.split(separator: "+").contains(target[...]),
      let other = try firstThatParts(in: input, besides: target)
    else { return target }
    try console.note(
      "note: recorded under \(target) itself; compared with \(other), the first built-in rule that "
        + "parts from it (--to P names another)")
    return other
  }

  /// The first built-in policy of the kind of `target` that parts from the recording.
  private static func firstThatParts(
    in input: RecordingInput, besides target: String
  ) throws -> String? {
    let policies = PolicyList.builtIn(like: target)
    let row = try MatrixRow.run(
      input.open, recording: input.path, recorded: input.policy(nil),
      policies: policies.map(input.policy), catalog: input.catalog)
    return row.cells.firstIndex { $0.divergenceCount > 0 }.map { policies[$0] }
  }
}
