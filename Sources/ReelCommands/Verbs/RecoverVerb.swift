import ReelEvents
import ReelLog
import ReelReports

/// `reel recover FILE -o NEW`.
enum RecoverVerb {
  static let verb = Verb(
    name: "recover", summary: "what can be read of a torn or damaged recording, as a new file",
    examples: [
      ("reel recover torn.jsonl.zst -o whole.jsonl.zst", "what can be read, as a new file"),
      (
        "reel recover beheaded.jsonl.zst -o new.jsonl.zst --catalog weather.json",
        "with a catalog, where the header is lost"
      ),
    ],
    usage: "FILE -o NEW [--catalog F] [--force] [--json]",
    remarks: [
      "The old file stays as it is. Ends with 0 if all was saved, 3 if something was lost, 1 if no",
      "event could be saved, when nothing is written. A lost header is replaced by one that names",
      "no rule and has the catalog of --catalog, or an empty one.",
    ],
    operands: 1...1, flags: [.output, .catalog, .force, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = arguments.operands[0]
    guard let target = arguments[.output] else {
      throw Arguments.usage("recover takes -o NEW, where the new file goes", verb)
    }
    try WrittenReport.check(arguments)
    try RecordingInput.refuseScenario(path)
    try OutputPlace.check(target, isNoneOf: [path])
    let file = try RecordingInput.file(path, console)
    let salvage = try salvage(file, into: target, arguments)
    let progress = ReadingProgress(path, [file], console)
    var batch = EventBatch()
    guard try salvage.next(into: &batch) || salvage.losses(path).isNone else {
      _ = try salvage.losses(path).report(console)
      throw CommandFailure(
        .negative, "no event of \(path) can be saved, so \(target) was not made",
        next: CommandText.text(["doctor", path]))
    }
    var output = try RecordingOutput(
      target, .derived(isForced: arguments.has(.force)), headerLine: salvage.headerLine, console)
    var unverified: Int64 = 0
    repeat {
      try progress?.note(salvage.fileOffset)
      for row in 0..<batch.count {
        try output.append(line: batch.line(row), at: batch.instant(row))
      }
      if !batch.isVerified && salvage.container == .zstd { unverified += Int64(batch.count) }
    } while try salvage.next(into: &batch)
    var report = WrittenReport(path: target, eventCount: output.eventCount)
    try output.finish()
    report.describe(salvage, unverified: unverified)
    try report.report(arguments, console)
    return try salvage.losses(path).report(console)
      .combined(with: salvage.headerFault == nil ? .success : .loss)
  }

  private static func salvage(
    _ file: FileReader, into target: String, _ arguments: Arguments
  ) throws -> RecordingSalvage {
    let catalog = try arguments[.catalog].map(TextFile.catalog) ?? Catalog()
    let standIn = RecordingHeader(
      name: RecordingInput.name(of: target), recordedUnder: nil, catalog: catalog)
    do {
      return try RecordingSalvage(file, header: standIn)
    } catch {
      guard error.kind == .torn else { throw error }
      throw CommandFailure(
        .negative, error.description, next: CommandText.text(["doctor", arguments.operands[0]]))
    }
  }
}

extension RecordingSalvage {
  /// What could not be read so far of the recording at `path`.
  fileprivate func losses(_ path: String) -> Losses {
    // What they advise is just being done.
    let faults = tally.faults.map { fault in
      var fault = fault
      fault.remedy = ""
      return fault
    }
    return Losses(path: path, tally: tally, faults: faults, tear: tear)
  }
}

extension WrittenReport {
  fileprivate mutating func describe(_ salvage: RecordingSalvage, unverified: Int64) {
    details = [
      "unverified": .integer(unverified), "badLines": .integer(salvage.tally.badLineCount),
      "damages": .integer(salvage.tally.damageCount),
      "lostEvents": .integer(salvage.lostLineCount),
      "lossesUncounted": .integer(salvage.unknownLossCount),
      "headerReplaced": .bool(salvage.headerFault != nil),
    ]
    if let fault = salvage.headerFault {
      notes.append(
        "the header is lost, and the new one names no rule and only the catalog that was given: "
          + fault.found)
    }
    if salvage.lostLineCount > 0 {
      notes.append(
        counted(salvage.lostLineCount, "event", "is", "are")
          + " lost, by the index of the damaged file")
    }
    if salvage.unknownLossCount > 0 {
      notes.append("how many events were in what could not be read, nothing tells")
    }
    if unverified > 0 {
      notes.append(
        "\(unverified) of them come from a frame that was never closed, so that no checksum "
          + "vouches for them")
    }
  }
}
