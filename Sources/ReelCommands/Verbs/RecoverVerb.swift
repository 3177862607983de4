import ReelEvents
import ReelLog

/// `reel recover FILE -o NEW`.
enum RecoverVerb {
  static let verb = Verb(
    name: "recover", summary: "what can be read of a torn or damaged recording, as a new file",
    examples: [
      ("reel recover torn.jsonl.zst -o whole.jsonl.zst", "what can be read, as a new file")
    ],
    usage: "FILE -o NEW [--force]",
    remarks: ["The old file stays as it is. Ends with 3 if something was lost."],
    operands: 1...1, flags: [.output, .force], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = arguments.operands[0]
    guard let target = arguments[.output] else {
      throw Arguments.usage("recover takes -o NEW, where the new file goes", verb)
    }
    let pass = try RecordingPass(RecordingInput.file(path, console))
    var output = try RecordingOutput(
      target, .derived(isForced: arguments.has(.force)), headerLine: pass.headerLine, console)
    var batch = EventBatch()
    var (kept, unverified) = (0, 0)
    while try pass.next(into: &batch) {
      for row in 0..<batch.count {
        try output.append(batch.line(row), at: Instant(microseconds: batch.instants[row]))
      }
      kept += batch.count
      if !batch.isVerified && pass.container == .zstd { unverified += batch.count }
    }
    try output.finish()
    try console.note("\(target): \(kept) events kept")
    if unverified > 0 {
      try console.note(
        "note: \(unverified) of them come from a frame that was never closed, so that no checksum "
          + "vouches for them")
    }
    return try pass.losses.report(path, console)
  }
}
