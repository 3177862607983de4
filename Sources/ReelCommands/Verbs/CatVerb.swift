import ReelEvents
import ReelLog
import ReelReplay

/// `reel cat FILE…`.
enum CatVerb {
  static let verb = Verb(
    name: "cat", summary: "the lines of a recording as they are, or some of them",
    examples: [
      ("reel cat session.jsonl.zst | jq .", "the lines of a recording"),
      ("reel cat session.jsonl.zst --device watch --event store.set", "some of them"),
      (
        "reel cat long.jsonl.zst --from 2026-01-01T08:00:00Z -o part.jsonl.zst",
        "a part as a recording"
      ),
    ],
    usage: "FILE… [--device D] [--event KIND] [--key K] [--from E] [--until E] [-o FILE]",
    remarks: [
      "Bytes of lines are passed on unchanged, of kinds too that this version does not know. Of",
      "several recordings the first gives the header. Ends with 3 if something could not be read.",
    ],
    operands: 1...Verb.operandsMax,
    flags: [.device, .event, .key, .start, .until, .output, .force], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let filter = try EventFilter(arguments)
    let sources = try arguments.operands.map { path in
      try RecordingSource(RecordingInput.file(path, console), atFaults: .goOn)
    }
    var output = try RecordingOutput(
      arguments[.output] ?? "-", .derived(isForced: arguments.has(.force)),
      headerLine: sources[0].headerLine, console)
    var status = ExitStatus.success
    for source in sources {
      try copy(source, filter, to: &output, console)
      status = try status.combined(with: source.reportLosses(console))
    }
    try output.finish()
    return status
  }

  private static func copy(
    _ source: RecordingSource, _ filter: EventFilter, to output: inout RecordingOutput,
    _ console: Console
  ) throws {
    var filter = filter
    var batch = EventBatch()
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        switch filter.judge(batch, row) {
        case .passes:
          try output.append(line: batch.line(row), at: batch.instant(row))
        case .isLeftOut: break
        case .isPastEnd: return
        }
      }
      if console.output.isClosed { return }
    }
  }
}
