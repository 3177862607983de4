import ReelEvents
import ReelLog

/// A recording being written: to a file, or as plain lines to standard output.
///
/// A file is made in place, and only where none is; with `--force` one takes another's place when
/// it is whole.
struct RecordingOutput: ~Copyable {
  private var writer: RecordingWriter?
  private let console: Console
  private let flushEvery: Int64?
  private var line: [UInt8] = []
  private var sinceFlush: Int64 = 0

  /// Starts the recording `path`, `-` for standard output, with `header`.
  /// - Parameter flushEvery: after how many events to hand over to the disk.
  /// - Throws: `LogError`, `CommandFailure`.
  init(
    _ path: String, header: RecordingHeader, isForced: Bool = false, flushEvery: Int64? = nil,
    _ console: Console
  ) throws {
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    self.console = console
    self.flushEvery = flushEvery
    if path == "-" {
      writer = nil
      try console.output.write(line + [0x0A])
    } else if isForced {
      writer = try RecordingWriter.writing(
        to: OutputFile.derived(path, existing: .replaced), container: Container(forNewFile: path),
        header: line)
    } else {
      writer = try RecordingWriter.creating(
        path, container: Container(forNewFile: path), header: line, lockedBy: "reel")
    }
  }

  /// Adds `event`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(_ event: Event) throws {
    line.removeAll(keepingCapacity: true)
    EventLine.append(event, to: &line)
    try append(line[...], at: event.at)
  }

  /// Adds the event whose line, without its line feed, is `line`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(_ line: ArraySlice<UInt8>, at instant: Instant?) throws {
    guard writer != nil else { return try console.output.write(Array(line) + [0x0A]) }
    try writer?.append(line, at: instant)
    sinceFlush += 1
    if let flushEvery, sinceFlush >= flushEvery {
      try writer?.flush()
      sinceFlush = 0
    }
  }

  /// Ends the recording.
  /// - Throws: `LogError`.
  consuming func finish() throws { try writer?.finish() }
}
