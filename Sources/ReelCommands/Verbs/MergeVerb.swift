import ReelEvents
import ReelLog

/// `reel merge FILE… -o OUT`.
enum MergeVerb {
  static let verb = Verb(
    name: "merge", summary: "join the recordings of several devices into one",
    examples: [
      (
        "reel merge phone.jsonl.zst watch.jsonl.zst -o session.jsonl.zst",
        "join what two devices saw"
      )
    ],
    usage: "FILE… -o OUT [--catalog F] [--force]",
    remarks: [
      "A message is received after it was sent, whatever the clocks say. Recordings with different",
      "catalogs are joined only where --catalog gives the one that holds.",
    ],
    operands: 1...Verb.operandsMax, flags: [.output, .catalog, .force], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let target = arguments[.output] else {
      throw Arguments.usage("merge takes -o OUT, where the new recording goes", verb)
    }
    let recordings = try arguments.operands.map { path in
      MergeRecording(path: path, pass: try RecordingPass(RecordingInput.file(path, console)))
    }
    return try merge(
      recordings, into: target, catalog: arguments[.catalog].map(TextFile.catalog),
      isForced: arguments.has(.force), console)
  }

  /// Joins `recordings` into the new recording `target`, and tells what was lost on the way.
  /// - Throws: `LogError`, `CommandFailure`.
  static func merge(
    _ recordings: [MergeRecording], into target: String, catalog: Catalog?, isForced: Bool,
    _ console: Console
  ) throws -> ExitStatus {
    let header = try header(
      of: recordings, name: RecordingInput.name(of: target), catalog: catalog)
    var merger = try Merger(recordings)
    var output = try RecordingOutput(
      target, .derived(isForced: isForced), header: header, console)
    var count: Int64 = 0
    while let event = try merger.next() {
      try output.append(event.line[...], at: Instant(microseconds: event.at))
      count += 1
    }
    try output.finish()
    try report(merger, count: count, target, console)
    return try recordings.reduce(.success) { status, recording in
      status.combined(with: try recording.pass.losses.report(recording.path, console))
    }
  }

  private static func header(
    of recordings: [MergeRecording], name: String, catalog: Catalog?
  ) throws(CommandFailure) -> RecordingHeader {
    var header = recordings[0].pass.header
    header.name = name
    for recording in recordings.dropFirst() {
      let other = recording.pass.header
      if header.recordedUnder != other.recordedUnder { header.recordedUnder = nil }
      guard catalog != nil || header.catalog.value == other.catalog.value else {
        throw CommandFailure(
          .badData,
          "\(recording.path) and \(recordings[0].path) have different catalogs; --catalog "
            + "says which one holds")
      }
    }
    if let catalog { header.catalog = catalog }
    return header
  }

  private static func report(
    _ merger: Merger, count: Int64, _ target: String, _ console: Console
  ) throws {
    if target != "-" { try console.note("\(target): \(count) events") }
    if merger.interruptedCount > 0 {
      try console.note(
        "note: \(merger.interruptedCount) received messages were never applied before the next "
          + "launch, and are marked as interrupted")
    }
    if merger.letGoCount > 0 {
      try console.note(
        "note: \(merger.letGoCount) received messages have no sender in these recordings")
    }
  }
}
