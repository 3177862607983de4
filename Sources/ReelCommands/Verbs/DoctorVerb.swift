import ReelEvents
import ReelLog
import ReelReports

/// `reel doctor FILE…`.
enum DoctorVerb {
  static let verb = Verb(
    name: "doctor", summary: "what is wrong with a recording, and where",
    examples: [
      ("reel doctor session.jsonl.zst", "what is wrong with it, and where"),
      ("reel doctor recordings/*/*.jsonl.zst --json | jq '.files[].state'", "of many, as JSON"),
      ("reel doctor a.jsonl.zst || reel recover a.jsonl.zst -o b.jsonl.zst", "and mend it"),
    ],
    usage: "FILE… [--json]",
    remarks: [
      "Looks at every frame and line, the seek table and the index, times and messages. Ends with",
      "0 if nothing is wrong (a notice tells what is worth knowing), 3 if bytes are lost or",
      "wrong, which reel recover mends in a new file, 1 if the bytes are whole and say what",
      "cannot have been, 65 and more if a file cannot be examined.",
    ],
    operands: 1...Verb.operandsMax, flags: [.json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    var reports: [DoctorReport] = []
    var failure: CommandFailure?
    for path in arguments.operands {
      do {
        try RecordingInput.refuseScenario(path)
        let report = try Examination.report(path, console)
        reports.append(report)
        if !arguments.has(.json) { try console.write(report.lines(console.style)) }
      } catch {
        let isRefusal = error is LogError || RecordingInput.isScenario(path)
        guard isRefusal, let refusal = CommandFailure(error) else { throw error }
        // The last one is told by whoever runs the verb.
        if let failure { try console.note("reel: \(failure.message)") }
        failure = refusal
      }
    }
    if arguments.has(.json) {
      try console.write(
        .dictionary([
          "schema": .string("reel.doctor/1"), "files": .array(reports.map(\.value)),
        ]))
    }
    if let failure { throw failure }
    return reports.reduce(.success) { $0.combined(with: status(of: $1)) }
  }

  private static func status(of report: DoctorReport) -> ExitStatus {
    switch report.severity {
    case nil, .notice: .success
    case .damage: .loss
    case .contradiction: .negative
    }
  }
}
