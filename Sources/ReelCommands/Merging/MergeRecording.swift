import ReelEvents
import ReelLog

/// A recording to be merged. It is held open, but takes memory only while it is being read: a
/// device may have been launched many times.
final class MergeRecording {
  let path: String
  let header: RecordingHeader
  /// When and where the first event happened; nil where there is none.
  let first: (at: Int64, device: String)?
  /// What could not be read; nil until everything was handed out.
  private(set) var losses: Losses?

  /// The file it is in.
  let file: FileReader
  /// How many bytes of the file have been read.
  var fileOffset: Int64 { losses == nil ? source?.fileOffset ?? 0 : file.size }

  private var source: RecordingSource?

  /// The recording in `file`.
  /// - Throws: `LogError`.
  init(_ file: FileReader) throws {
    self.file = file
    path = file.path
    let source = try Self.source(of: file)
    header = source.header
    var batch = EventBatch()
    first = try source.next(into: &batch) ? (batch.instants[0], batch.device(0)) : nil
  }

  /// Puts the next events into `batch`; false at the end.
  /// - Throws: `LogError`.
  func next(into batch: inout EventBatch) throws -> Bool {
    if losses != nil { return false }
    let source = try source ?? Self.source(of: file)
    self.source = source
    if try source.next(into: &batch) { return true }
    losses = source.losses
    self.source = nil
    return false
  }

  private static func source(of file: FileReader) throws(LogError) -> RecordingSource {
    try RecordingSource(file, atFaults: .goOn, decoding: .asAsked)
  }
}
