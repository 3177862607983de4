import ReelEvents
import ReelReplay
import ReelReports

/// `reel matrix [PATH…]`.
enum MatrixVerb {
  static let verb = Verb(
    name: "matrix", summary: "which rules are safe, and which sessions prove the others wrong",
    examples: [
      ("reel matrix", "every built-in rule over recordings/"),
      (
        "reel matrix recordings --policies wipe-then-apply,landmine,explicit",
        "which of these rules are safe"
      ),
      (
        "reel matrix recordings --policies phone=explicit,watch=allowlist",
        "a new phone, an old watch: one policy of two parts"
      ),
      ("reel matrix recordings --markdown", "for a pull request"),
      ("reel matrix recordings --html matrix.html", "a page for a browser"),
      ("reel matrix recordings --json | jq '.totals[] | select(.isSafe).policy'", "for programs"),
    ],
    usage: "[PATH…] [--policies P,…] [--jobs N] [--strict] [--html FILE] [--json | --markdown]",
    remarks: [
      "PATH is recordings if left out: recordings, scenarios and folders of them; a scenario in a",
      "folder counts if no recording of its name is beside it. --policies has a comma between two",
      "policies; a part DEVICE=NAME goes on with the policy before it if that one names devices,",
      "and not this one yet. A check that finds an error makes a rule unsafe; one that warns does",
      "not, and is shown apart.",
      "Ends with 0 if every rule is safe in every session, whether or not it differs from how that",
      "was recorded; with 1 if a check finds an error (--strict: or warns); with 2 if a session",
      "does not tell.",
    ],
    operands: 0...Verb.operandsMax,
    flags: [
      .policies, .strict, .jobs, .catalog, .html, .force, .markdown, .json,
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if arguments.has(.json) && arguments.has(.markdown) {
      throw CommandFailure(.usage, "--json and --markdown both want standard output; choose one")
    }
    let policies = try arguments[.policies].map(PolicyList.split) ?? PolicyList.builtIn
    let paths = arguments.operands.isEmpty ? ["recordings"] : arguments.operands
    let sessions = try sessions(paths)
    let page = try PageOutput(arguments, inputs: sessions, console)
    let catalog = try arguments[.catalog].map(TextFile.catalog)
    let progress = Progress(total: sessions.count, console)
    let outcomes = try Jobs.map(
      sessions, jobs: Jobs.count(arguments), done: progress.step
    ) { path in
      try outcome(path, policies, catalog)
    }
    try progress.finish()
    var status = ExitStatus.success
    for outcome in outcomes {
      status = status.combined(with: outcome.status)
      if !outcome.notes.isEmpty { try console.errors.write(outcome.notes) }
    }
    try console.note(PolicyReview.remarks(commonTo: outcomes.map(\.review)))
    let result = MatrixResult(policies: policies, rows: outcomes.map(\.row))
    try page?.write(MatrixPage(result).bytes)
    if page?.isStandardOutput != true { try write(MatrixReport(result), arguments, console) }
    return status.combined(with: self.status(of: result, isStrict: arguments.has(.strict)))
  }

  /// What one file came to: its row, and what could not be read of it.
  private struct Outcome: Sendable {
    var row: MatrixRow
    /// What its policies name in vain.
    var review: PolicyReview
    var status: ExitStatus
    var notes: String
  }

  private static func outcome(
    _ path: String, _ policies: [String], _ catalog: Catalog?
  ) throws -> Outcome {
    let console = Console.apart
    let input = try RecordingInput(path, catalog: catalog, console)
    let choices = try policies.map(input.policy)
    let review = try input.review(choices)
    let row: MatrixRow
    do {
      row = try MatrixRow.run(
        input.open, recording: path, recorded: input.policy(nil), policies: choices,
        catalog: catalog)
    } catch let error as ReplayError {
      throw CommandFailure(.badData, "\(path), event \(error.event): \(error.message)")
    }
    let status = try input.reportLosses(.success, console)
    return Outcome(
      row: row, review: review, status: status, notes: console.errors.text)
  }

  /// The recordings and scenarios at `paths`, each session once.
  private static func sessions(_ paths: [String]) throws -> [String] {
    let corpus = try Corpus(paths)
    let scenarios = corpus.scenarios.filter { path in
      paths.contains(path) || !corpus.hasRecording(beside: path)
    }
    let sessions = (corpus.recordings + scenarios).sorted(by: utf8Precedes)
    guard !sessions.isEmpty else {
      throw CommandFailure(
        .noInput,
        "\(paths.joined(separator: " ")): expected recordings or scenarios, found none")
    }
    return sessions
  }

  private static func write(
    _ report: MatrixReport, _ arguments: Arguments, _ console: Console
  ) throws {
    if arguments.has(.json) {
      try console.write(report.value)
    } else if arguments.has(.markdown) {
      try console.write(report.markdown)
    } else {
      try console.write(report.lines(console.style))
      if let proof = report.firstProof {
        try console.note(
          "One of them: "
            + CommandText.text(["check", proof.recording, "--policy", proof.policy]))
      }
    }
  }

  private static func status(of result: MatrixResult, isStrict: Bool) -> ExitStatus {
    let warns = result.rows.contains { $0.cells.contains { !$0.checks(.warning).isEmpty } }
    if result.has(.fails) || isStrict && warns { return .negative }
    return result.has(.undecided) ? .undecided : .success
  }
}
