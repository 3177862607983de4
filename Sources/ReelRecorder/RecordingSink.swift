import ReelEvents
import ReelLog

/// The file at the end of a recorder. Whoever uses it makes sure that only one thread does.
final class RecordingSink {
  private var writer: RecordingWriter?

  private init(_ writer: consuming RecordingWriter) { self.writer = consume writer }

  /// A new recording with the header `header`.
  /// - Throws: as `RecordingWriter.creating`.
  static func creating(
    _ path: String, _ container: Container, header: RecordingHeader, _ durability: Durability
  ) throws(LogError) -> RecordingSink {
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    return RecordingSink(
      try RecordingWriter.creating(
        path, container: container, header: line, lockedBy: nil, durability: durability))
  }

  /// Appends the lines from `index` on, and moves it behind those that the file has taken.
  func append(_ lines: LineRun, from index: inout Int) throws(LogError) {
    try writer?.append(lines, from: &index)
  }

  func flush() throws(LogError) { try writer?.flush() }

  /// Makes a whole recording of what was appended so far at `path`.
  func copy(to path: String) throws(LogError) {
    try writer?.export(to: try OutputFile.derived(path, existing: .kept))
  }

  /// Ends the file; once that is done, it does nothing. What a full disk refuses is refused by the
  /// flush, after which it can be tried again.
  func finish() throws(LogError) {
    try writer?.flush()
    if let writer = writer.take() { try writer.finish() }
  }
}
