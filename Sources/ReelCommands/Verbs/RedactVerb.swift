import ReelEvents
import ReelLog

/// `reel redact FILE -o OUT`.
enum RedactVerb {
  static let verb = Verb(
    name: "redact", summary: "a copy of a recording that may be shown to others",
    examples: [
      ("reel redact session.jsonl.zst -o shown.jsonl.zst --check", "for a public bug report"),
      (
        "reel redact session.jsonl.zst -o shown.jsonl.zst --catalog weather.json",
        "with a catalog that says what stays readable"
      ),
    ],
    usage: "FILE -o OUT [--check] [--catalog F] [--seed N] [--force] [--json]",
    remarks: [
      "Values, ids, accounts, notes and keys that the catalog does not name become others of the",
      "same type, size, order and equality; times are moved together. So the copy replays to the",
      "same divergences and findings, which --check proves. A key of the catalog may say",
      "\"readable\": \"nothing\", \"name\" (if left out) or \"value\". Says what may still tell on",
      "someone. What is not understood is left out (3). Merge before, not after: two recordings",
      "redacted apart do not fit together. --seed N draws alike each time: for tests only.",
    ],
    operands: 1...1, flags: [.output, .check, .catalog, .seed, .force, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = arguments.operands[0]
    guard let target = arguments[.output] else {
      throw Arguments.usage("redact takes -o OUT, where the copy goes", verb)
    }
    try WrittenReport.check(arguments)
    if target == "-" && arguments.has(.check) {
      throw Arguments.usage("--check reads the copy again; name a file with -o", verb)
    }
    try RecordingInput.refuseScenario(path)
    try OutputPlace.check(target, isNoneOf: [path])
    let input = try RecordingInput(arguments, console)
    let file = try input.file()
    let redactor = Redactor(input.catalog ?? input.header.catalog)
    let passes = RedactionPasses(file, redactor, console)
    var secret = try secret(arguments)
    try passes.prepare(with: &secret)
    let header = redactor.header(input.header, name: RecordingInput.name(of: target))
    var output = try RecordingOutput(
      target, .derived(isForced: arguments.has(.force)), header: header, console)
    let (source, losses) = try passes.write(to: &output)
    var report = WrittenReport(path: target, eventCount: output.eventCount)
    try output.finish()
    report.describe(losses)
    report.describe(
      RedactionRisks.sentences(
        redactor, header: header, eventCount: report.eventCount,
        isSecretKnown: arguments.has(.seed)))
    var status = try source.reportLosses(console)
    if !losses.isNone { status = status.combined(with: .loss) }
    if arguments.has(.check) {
      status = try status.combined(
        with: check(input, isReplayable: source.losses.isReplayable, redactor, &report, console))
    }
    try report.report(arguments, console)
    return status
  }

  /// Compares the copy, and says what that does to the exit status.
  private static func check(
    _ input: RecordingInput, isReplayable: Bool, _ redactor: Redactor,
    _ report: inout WrittenReport, _ console: Console
  ) throws -> ExitStatus {
    guard isReplayable else {
      report.notes.append(
        "not compared: the recording has lines or frames that cannot be read, so nothing replays it"
      )
      return .undecided
    }
    let check = try RedactionCheck(
      input, RecordingInput(report.path, catalog: nil, console), redactor)
    report.describe(check)
    return check.differences.isEmpty ? .success : .negative
  }

  private static func secret(_ arguments: Arguments) throws(CommandFailure) -> RedactionSecret {
    guard let text = arguments[.seed] else { return .unknown(SystemRandomNumberGenerator()) }
    guard let seed = UInt64(text) else {
      throw Arguments.usage("--seed takes a whole number from 0, and got \(text)", verb)
    }
    return .seeded(seed)
  }
}

extension WrittenReport {
  fileprivate mutating func describe(_ losses: RedactionPasses.Losses) {
    details["leftOut"] = .dictionary([
      "unknownKinds": .integer(losses.unknownKinds),
      "unknownFields": .integer(losses.unknownFields), "badLines": .integer(losses.badLines),
    ])
    let counts = [
      (losses.unknownKinds, "events of unknown kinds"), (losses.unknownFields, "unknown members"),
      (losses.badLines, "lines that are no events"),
    ]
    for (count, what) in counts where count > 0 {
      notes.append("left out, since what is not understood cannot be made safe: \(count) \(what)")
    }
  }

  fileprivate mutating func describe(_ risks: [String]) {
    details["reveals"] = .array(risks.map(Value.string))
    notes += risks.map { "still tells \($0)" }
  }

  fileprivate mutating func describe(_ check: RedactionCheck) {
    details["check"] = .dictionary([
      "compared": .array(check.compared.map(Value.string)),
      "differences": .array(check.differences.map(Value.string)),
      "isSame": .bool(check.differences.isEmpty),
    ])
    notes += check.compared.map { "the same in both: \($0)" }.filter { _ in
      check.differences.isEmpty
    }
    notes += check.differences.map { "not the same: \($0)" }
  }
}
