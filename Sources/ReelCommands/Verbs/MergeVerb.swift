import ReelEvents
import ReelLog
import ReelReports

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
    usage: "FILE… -o OUT [--catalog F] [--force] [--json]",
    remarks: [
      "A message is received after it was sent, whatever the clocks say; all else goes by time.",
      "Ids that a recorder gives tell for certain what was lost; a receipt of any other id waits",
      "for its sending while at most \(Merger.horizonEvents) events pass it, and is then let go",
      "and counted. Recordings with different catalogs are joined only where --catalog gives the",
      "one that holds.",
    ],
    operands: 1...Verb.operandsMax, flags: [.output, .catalog, .force, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let target = arguments[.output] else {
      throw Arguments.usage("merge takes -o OUT, where the new recording goes", verb)
    }
    try WrittenReport.check(arguments)
    try OutputPlace.check(target, isNoneOf: arguments.operands)
    for path in arguments.operands { try RecordingInput.refuseScenario(path) }
    let recordings = try arguments.operands.map { path in
      try MergeRecording(RecordingInput.file(path, console))
    }
    return try merge(recordings, into: target, arguments, console)
  }

  /// Joins `recordings` into the new recording `target`, and tells what was lost on the way.
  /// - Throws: `LogError`, `CommandFailure`.
  static func merge(
    _ recordings: [MergeRecording], into target: String, _ arguments: Arguments,
    _ console: Console
  ) throws -> ExitStatus {
    let header = try header(
      of: recordings, name: RecordingInput.name(of: target),
      catalog: arguments[.catalog].map(TextFile.catalog))
    var merger = try Merger(recordings)
    var output = try RecordingOutput(
      target, .derived(isForced: arguments.has(.force)), header: header, console)
    let progress = ReadingProgress(target, recordings.map(\.file), console)
    while let event = try merger.next() {
      // Streams are read a frame at a time; the events of one take no time to speak of.
      if output.eventCount % 1024 == 0 {
        try progress?.note(recordings.reduce(0) { $0 + $1.fileOffset })
      }
      try output.append(line: event.line[...], at: Instant(microseconds: event.at))
    }
    let count = output.eventCount
    try output.finish()
    try report(merger, count: count, target).report(arguments, console)
    return try recordings.reduce(.success) { status, recording in
      status.combined(with: try recording.losses?.report(console) ?? .success)
    }
  }

  private static func header(
    of recordings: [MergeRecording], name: String, catalog: Catalog?
  ) throws(CommandFailure) -> RecordingHeader {
    var header = recordings[0].header
    header.name = name
    for recording in recordings.dropFirst() {
      let other = recording.header
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

  private static func report(_ merger: Merger, count: Int64, _ target: String) -> WrittenReport {
    var report = WrittenReport(path: target, eventCount: count)
    report.details = [
      "interrupted": .integer(Int64(merger.interruptedCount)),
      "unmatched": .integer(merger.letGoCount),
    ]
    if merger.interruptedCount > 0 {
      report.notes.append(
        counted(Int64(merger.interruptedCount), "received message", "was", "were")
          + " never applied before the next launch, and marked as interrupted")
    }
    if merger.letGoCount > 0 {
      report.notes.append(
        counted(merger.letGoCount, "received message", "has", "have")
          + " no sender in these recordings")
    }
    return report
  }
}
