public import ReelEvents

/// The events of a recording that somebody is still writing, as they are flushed.
///
/// Whenever the file has grown it is opened again and read on from the frame that was the last one,
/// so that a look costs what is new and at most one frame more. One thread at a time may use it.
public final class RecordingFollower {
  /// What a look at the file came to.
  public enum Look: Sendable, Equatable {
    /// There was something new, and it was handed out.
    case news
    /// The file is as it was.
    case nothing
    /// The file has gone, or another one has its name: nothing more will come.
    case over
  }

  /// The header of the recording.
  public let header: RecordingHeader
  /// The line of the header as it stands in the file, without its line feed.
  public let headerLine: [UInt8]
  /// How many lines were no events, so far.
  public private(set) var badLineCount: Int64 = 0

  private let path: String
  private let identity: [UInt64]
  /// The file's size when it was last looked at.
  private var size: Int64 = 0
  /// Where the last frame that was read begins; in a plain file, the next line.
  private var resume = FrameTable.Start()
  private var nextLine: Int64 = 2
  private var scanner = LineScanner()
  private var chunk = LineChunk()
  private var batch = EventBatch()

  /// A follower of the recording at `path`, before its first event.
  /// - Throws: as `RecordingSource`, and `noInput` for what is no file that can grow.
  public init(path: String) throws(LogError) {
    let source = try RecordingSource(FileReader(path: path))
    (header, headerLine, self.path) = (source.header, source.headerLine, path)
    guard let status = try Self.status(at: path), status.isRegular else {
      throw LogError(
        .noInput, path: path, expected: "a file that can be followed", found: "another thing")
    }
    identity = status.identity
  }

  /// Hands out what was added since the last look.
  ///
  /// - Parameter body: gets each batch; false ends the look, and with it the following.
  /// - Throws: what `body` throws; `damaged` where the file has shrunk or a frame is wrong;
  ///   `inputOutput`.
  public func look(_ body: (EventBatch) throws -> Bool) throws -> Look {
    guard let status = try Self.status(at: path), status.identity == identity else { return .over }
    if status.size == size { return .nothing }
    guard status.size > size else {
      throw LogError(
        .damaged, path: path, offset: status.size, expected: "a file that only grows",
        found: "one that was cut from \(size) bytes")
    }
    let file = try FileReader(path: path)
    size = file.size
    let reader = try RecordingReader(file)
    reader.move(to: resume, at: 0)
    while try reader.next(into: &chunk) {
      noteStart(reader.container)
      let (lines, line) = newLines()
      if lines.isEmpty { continue }
      batch.text.removeAll(keepingCapacity: true)
      batch.text += lines
      batch.firstNumber = line - 1
      batch.isVerified = chunk.isVerified
      badLineCount += scanner.scan(&batch).badLineCount
      nextLine = chunk.firstLine + chunk.lineCount
      if try !body(batch) { return .over }
    }
    return .news
  }

  /// Nil if the file has gone.
  private static func status(at path: String) throws(LogError) -> SystemCall.Status? {
    do {
      return try SystemCall.status(at: path)
    } catch {
      if error.isMissing { return nil }
      throw LogError(.inputOutput, path: path, expected: "a file", found: error.reason)
    }
  }

  /// Notes from where to read on, once more is there than `chunk`.
  private func noteStart(_ container: Container) {
    switch container {
    case .plain:
      resume.offset += Int64(chunk.text.count)
      resume.line += chunk.lineCount
    case .zstd:
      // Lines that run across frames are read again from where they were last known to begin.
      if chunk.isOneFrame {
        resume = FrameTable.Start(offset: chunk.frameOffset, line: chunk.firstLine)
      }
    }
  }

  /// The lines of `chunk` that were not handed out yet, and the number of the first one.
  private func newLines() -> (lines: ArraySlice<UInt8>, first: Int64) {
    var lines = chunk.text[...]
    var line = chunk.firstLine
    while line < nextLine, let end = lines.firstIndex(of: LineFeeds.byte) {
      lines = lines[(end + 1)...]
      line += 1
    }
    return (lines, line)
  }
}
