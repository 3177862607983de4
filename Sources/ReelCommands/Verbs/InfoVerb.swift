import ReelEvents
import ReelLog
import ReelReports

/// `reel info FILE`.
enum InfoVerb {
  static let verb = Verb(
    name: "info", summary: "what a recording is and holds, and whether it is whole",
    examples: [
      ("reel info session.jsonl.zst", "what it is and holds, and whether it is whole"),
      (
        "reel info session.jsonl.zst --count",
        "how many events there are, of each device and kind too"
      ),
    ],
    usage: "FILE [--count] [--json]",
    remarks: ["Ends with 3 if it is torn, or has lines or frames that cannot be read."],
    operands: 1...1, flags: [.count, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = arguments.operands[0]
    try RecordingInput.refuseScenario(path)
    let file = try RecordingInput.file(path, console)
    let report = try report(path, file, console)
    if arguments.has(.json) {
      try console.write(report.value)
    } else if arguments.has(.count) {
      try console.write(report.countLines)
    } else {
      try console.write(report.lines(console.style))
    }
    if report.isWhole { return .success }
    guard report.header != nil else {
      try console.note("Not even the header is whole, so nothing of it can be recovered.")
      return .loss
    }
    try console.note(
      "What can be read: " + CommandText.text(["recover", path, "-o", "NEW.jsonl.zst"]))
    return .loss
  }

  private static func report(
    _ path: String, _ file: FileReader, _ console: Console
  ) throws -> InfoReport {
    let source: RecordingSource
    do {
      source = try RecordingSource(file, atFaults: .goOn)
    } catch {
      guard error.kind == .torn else { throw error }
      var report = InfoReport(path: path, header: nil)
      report.fileBytes = file.size
      report.tear = (offset: file.size, start: 0)
      report.frameCount = try Container(detectedIn: file) == .zstd ? 0 : nil
      return report
    }
    var survey = Survey(report: InfoReport(path: path, header: source.header))
    var batch = EventBatch()
    let progress = ReadingProgress(path, [file], console)
    while try source.next(into: &batch) {
      survey.add(batch)
      try progress?.note(source.fileOffset)
    }
    return survey.finish(source)
  }

  /// Counts what the batches of a recording hold.
  private struct Survey {
    var report: InfoReport
    private var keys: Set<[UInt8]> = []

    init(report: InfoReport) { self.report = report }

    mutating func add(_ batch: EventBatch) {
      report.eventCount += Int64(batch.count)
      if let first = batch.instants.first, let last = batch.instants.last {
        let start = report.times?.first ?? Instant(microseconds: first)
        report.times = (start, Instant(microseconds: last))
      }
      var devices = [Int64](repeating: 0, count: batch.names.count)
      var kinds = [Int64](repeating: 0, count: EventKind.allCases.count)
      var isKey = [Bool](repeating: false, count: batch.names.count)
      for row in 0..<batch.count {
        devices[Int(batch.devices[row])] += 1
        kinds[Int(batch.kinds[row].rawValue)] += 1
        if batch.kinds[row].namesKey { isKey[Int(batch.keys[row])] = true }
      }
      for member in batch.members { isKey[Int(member.key)] = true }
      for (name, count) in devices.enumerated() where count > 0 {
        report.devices[batch.name(Int32(name)), default: 0] += count
      }
      for (kind, count) in zip(EventKind.allCases, kinds) where count > 0 {
        report.kinds[kind == .unknown ? "unknown" : kind.name, default: 0] += count
      }
      for (name, isKey) in isKey.enumerated() where isKey { note(batch.bytes(batch.names[name])) }
      for event in batch.events { for key in event.action.keys { note(key.utf8) } }
    }

    private mutating func note(_ key: some Sequence<UInt8>) {
      if keys.count < EventLimits.catalogKeysMax { keys.insert(Array(key)) }
    }

    mutating func finish(_ source: RecordingSource) -> InfoReport {
      report.keyCount = Int64(keys.count)
      report.fileBytes = source.file.size
      report.lineBytes = source.lineBytes
      report.frameCount = source.container == .zstd ? source.frameCount : nil
      report.tear = source.tear.map { ($0.offset, $0.start) }
      report.badLineCount = source.tally.badLineCount
      report.damageCount = source.tally.damageCount
      report.faults = source.tally.faults.map(\.description)
      return report
    }
  }
}

extension EventKind {
  /// Whether the column of keys of such an event holds a settings key or an item of a list.
  fileprivate var namesKey: Bool { self == .storeSet || self == .storeRemove || self == .storeRead }
}
