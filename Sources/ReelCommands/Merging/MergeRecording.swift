import ReelEvents
import ReelLog

/// A recording to be merged, opened at its first event.
final class MergeRecording {
  let path: String
  let source: RecordingSource
  /// When and where the first event happened; nil where there is none.
  let first: (at: Int64, device: String)?
  private var firstBatch: EventBatch?

  /// The recording in `file`.
  /// - Throws: `LogError`.
  init(_ file: FileReader) throws {
    path = file.path
    source = try RecordingSource(file, atFaults: .goOn, decoding: .asAsked)
    var batch = EventBatch()
    if try source.next(into: &batch) {
      first = (batch.instants[0], batch.device(0))
      firstBatch = batch
    } else {
      first = nil
    }
  }

  /// Puts the next events into `batch`; false at the end.
  /// - Throws: `LogError`.
  func next(into batch: inout EventBatch) throws -> Bool {
    guard let first = firstBatch else { return try source.next(into: &batch) }
    batch = first
    firstBatch = nil
    return true
  }
}
