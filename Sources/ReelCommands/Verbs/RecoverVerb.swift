import ReelEvents
import ReelLog

/// `reel recover FILE -o NEW`.
enum RecoverVerb {
  static let verb = Verb(
    name: "recover", summary: "what can be read of a torn or damaged recording, as a new file",
    examples: [
      ("reel recover torn.jsonl.zst -o whole.jsonl.zst", "what can be read, as a new file")
    ],
    usage: "FILE -o NEW [--force] [--json]",
    remarks: ["The old file stays as it is. Ends with 3 if something was lost."],
    operands: 1...1, flags: [.output, .force, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = arguments.operands[0]
    guard let target = arguments[.output] else {
      throw Arguments.usage("recover takes -o NEW, where the new file goes", verb)
    }
    try WrittenReport.check(arguments)
    let source = try RecordingSource(RecordingInput.file(path, console), atFaults: .goOn)
    var output = try RecordingOutput(
      target, .derived(isForced: arguments.has(.force)), headerLine: source.headerLine, console)
    var batch = EventBatch()
    var unverified: Int64 = 0
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        try output.append(line: batch.line(row), at: batch.instant(row))
      }
      if !batch.isVerified && source.container == .zstd { unverified += Int64(batch.count) }
    }
    var report = WrittenReport(path: target, eventCount: output.eventCount)
    try output.finish()
    report.details = [
      "unverified": .integer(unverified), "badLines": .integer(source.tally.badLineCount),
      "damages": .integer(source.tally.damageCount),
    ]
    if unverified > 0 {
      report.notes.append(
        "\(unverified) of them come from a frame that was never closed, so that no checksum "
          + "vouches for them")
    }
    try report.report(arguments, console)
    return try source.reportLosses(console)
  }
}
