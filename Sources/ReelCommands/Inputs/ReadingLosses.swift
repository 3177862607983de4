import ReelEvents
import ReelLog

/// What reading a recording met that is no fault and still worth a word.
final class ReadingLosses {
  /// How many events are of kinds that this version does not know, in the last pass.
  fileprivate(set) var unknownCount: Int64 = 0
  /// Where the recording breaks off.
  fileprivate(set) var tear: Tear?
  fileprivate var path = ""

  /// Tells what was met, and what it does to `status`.
  /// - Throws: `CommandFailure`.
  func report(_ status: ExitStatus, _ console: Console) throws -> ExitStatus {
    if unknownCount > 0 {
      let events = unknownCount == 1 ? "1 event is" : "\(unknownCount) events are"
      try console.note(
        "note: \(events) of a kind that this version does not know, and passed over")
    }
    guard let tear else { return status }
    try console.note(
      "note: \(path) is torn at byte \(tear.offset); what stands whole before that was read")
    return status.combined(with: .loss)
  }
}

/// The events of a recording, read strictly: the first bad line ends it.
struct RecordingSource: EventSource {
  private let pass: RecordingPass
  private let losses: ReadingLosses
  private let path: String

  /// The events of `file`, from the first.
  /// - Throws: `LogError`.
  init(_ file: FileReader, _ losses: ReadingLosses) throws {
    pass = try RecordingPass(file)
    path = file.path
    self.losses = losses
    losses.path = file.path
    losses.unknownCount = 0
  }

  var header: RecordingHeader { pass.header }

  mutating func next(into batch: inout EventBatch) throws -> Bool {
    let isMore = try pass.next(into: &batch)
    if let damage = pass.losses.damages.first { throw damage }
    if let bad = pass.losses.badLines.first {
      throw LogError(
        .badLine, path: path, offset: Int64(bad.fault.offset), line: bad.line,
        expected: bad.fault.expected, found: bad.fault.found,
        remedy: "`reel recover \(path) -o NEW` keeps the lines that can be read.")
    }
    losses.unknownCount += Int64(batch.kinds.count { $0 == .unknown })
    losses.tear = pass.losses.tear
    return isMore
  }
}
