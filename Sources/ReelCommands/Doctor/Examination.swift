import ReelEvents
import ReelLog
import ReelReplay
import ReelReports

/// A recording looked at from its bytes up: frames and tables first, then lines, then what the
/// events say.
enum Examination {
  /// What is found in the recording at `path`.
  /// - Throws: `LogError` where it cannot be examined: no file, no recording, a later format.
  static func report(_ path: String, _ console: Console) throws -> DoctorReport {
    try RecordingInput.refuseScenario(path)
    let file = try RecordingInput.file(path, console)
    let notes = Notes(path)
    do throws(LogError) {
      let standIn = RecordingHeader(name: "", recordedUnder: nil, catalog: Catalog())
      let salvage = try RecordingSalvage(file, header: standIn)
      if salvage.container == .zstd {
        try FrameExaminer.examine(file, instant: { EventLine.instant(of: $0) }) { notes.add($0) }
      }
      try examine(salvage, notes)
    } catch {
      guard error.kind == .torn else { throw error }
      notes.add(
        FileFault(
          .torn, offset: error.offset, expected: error.expected, found: error.found))
      notes.report.forgetRemedies()
    }
    return notes.report
  }

  private static func examine(_ source: RecordingSalvage, _ notes: Notes) throws(LogError) {
    var order = OrderExaminer { notes.add($0) }
    var batch = EventBatch()
    while try source.next(into: &batch) {
      notes.report.eventCount += Int64(batch.count)
      if !batch.isVerified && source.container == .zstd {
        notes.report.unverifiedCount += Int64(batch.count)
      }
      order.examine(batch)
    }
    order.finish()
    notes.add(source)
  }

  /// What was found so far.
  private final class Notes {
    var report: DoctorReport
    private let recovery: String

    init(_ path: String) {
      report = DoctorReport(path: path)
      recovery =
        "What can be saved: " + CommandText.text(["recover", path, "-o", "NEW.jsonl.zst"])
    }

    func add(_ fault: FileFault, of subject: String = "", count: Int64 = 1) {
      report.add(
        DoctorReport.Finding(
          kind: fault.kind.rawValue, fault.kind.isDamage ? .damage : .notice, of: subject,
          at: DoctorReport.Place(byte: fault.offset, frame: fault.frame, line: fault.line),
          expected: fault.expected, found: fault.found,
          remedy: fault.kind.isDamage ? recovery : "", lostEvents: fault.lostEvents),
        count: count)
    }

    func add(_ fault: OrderFault) {
      report.add(
        DoctorReport.Finding(
          kind: fault.kind.rawValue, fault.kind.isContradiction ? .contradiction : .notice,
          of: fault.subject, at: DoctorReport.Place(event: fault.event), expected: fault.expected,
          found: fault.found, remedy: fault.kind.remedy))
    }

    /// Adds what reading `source` has passed over.
    func add(_ source: RecordingSalvage) {
      if let fault = source.headerFault { add(FileFault(header: fault)) }
      let lines = source.tally.faults.filter { $0.line != nil }
      for fault in lines { add(FileFault(.line, fault), of: fault.expected) }
      let rest = source.tally.badLineCount - Int64(lines.count)
      if rest > 0 {
        add(
          FileFault(.line, expected: "lines that are events", found: "others, beyond those told"),
          of: "more", count: rest)
      }
      if source.container == .plain, let tear = source.tear {
        add(
          FileFault(
            .torn, offset: tear.offset, expected: "a line feed",
            found: "the end of the file, in the line that begins at byte \(tear.start)"))
      }
      if source.tally.unknownFieldCount > 0 {
        report.add(
          DoctorReport.Finding(
            kind: "unknown-member", .notice, at: DoctorReport.Place(),
            expected: "members that this version knows", found: "others, which are passed over"),
          count: source.tally.unknownFieldCount)
      }
    }
  }
}

extension OrderFault.Kind {
  /// What to do about it, a sentence; empty where nothing is to be done.
  fileprivate var remedy: String {
    switch self {
    case .receivedEarly:
      "The recordings of the devices, joined again by reel merge, are in causal order."
    case .idTwice: "Recordings of two sessions do not belong into one: merge those of one only."
    case .unknownKind: "A newer version of reel may know more of it."
    case .neverSent, .receivedTwice, .failureUnsent, .appliedUnreceived, .clockBack,
      .clocksApart, .dropped:
      ""
    }
  }
}
