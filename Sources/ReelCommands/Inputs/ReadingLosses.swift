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

/// The events of a recording, with what is lost on the way noted.
struct WatchedSource: EventSource {
  private var source: InterimSource
  private let losses: ReadingLosses

  /// The events that `reader` reads, from the first.
  /// - Throws: `LogError`.
  init(_ reader: RecordingReader, _ losses: ReadingLosses) throws {
    source = try InterimSource(reader)
    self.losses = losses
    losses.path = reader.file.path
    losses.unknownCount = 0
  }

  var header: RecordingHeader { source.header }

  mutating func next(into batch: inout EventBatch) throws -> Bool {
    guard try source.next(into: &batch) else {
      losses.tear = source.reader.tear
      return false
    }
    losses.unknownCount += Int64(batch.kinds.count { $0 == .unknown })
    return true
  }
}
