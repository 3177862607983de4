import ReelEvents
import ReelLog

/// One pass over a recording that goes on behind whatever cannot be read, and counts it: for the
/// verbs that show and save recordings. The ones that judge them read strictly.
final class RecordingPass {
  /// The header, and its line without the line feed.
  let header: RecordingHeader
  let headerLine: [UInt8]
  /// What has been lost so far.
  private(set) var losses = Losses()
  /// How many bytes of lines, with their line feeds, have been read.
  private(set) var lineBytes: Int64 = 0
  /// How many frames those were in; 0 for a plain recording.
  private(set) var frameCount: Int64 = 0

  private let reader: RecordingReader
  private var scanner = LineScanner()
  private var chunk = LineChunk()
  private var firstLines: [UInt8]
  private var nextNumber: Int64 = 1
  private var lastFrame: Int64 = -1
  private var peeked: EventBatch?

  /// What of a recording could not be read.
  struct Losses {
    /// The first bad lines, each with its number in the file and its fault.
    var badLines: [(line: Int64, fault: ParseError)] = []
    /// How many lines are bad.
    var badLineCount: Int64 = 0
    /// What is wrong with frames that were passed over.
    var damages: [LogError] = []
    /// Where the recording breaks off.
    var tear: Tear?

    /// Whether nothing is lost.
    var isEmpty: Bool { badLineCount == 0 && damages.isEmpty && tear == nil }
  }

  /// A pass over `file` from its first event.
  /// - Throws: `LogError` where not even the header can be read.
  init(_ file: FileReader) throws {
    reader = try RecordingReader(file)
    var chunk = LineChunk()
    guard try reader.next(into: &chunk) else { throw Self.withoutHeader(reader) }
    let end = chunk.text.firstIndex(of: 0x0A) ?? chunk.text.count
    headerLine = Array(chunk.text[..<end])
    do throws(LogError) {
      header = try HeaderLine.decode(headerLine)
    } catch {
      var error = error
      error.path = file.path
      error.line = 1
      throw error
    }
    firstLines = Array(chunk.text[min(end + 1, chunk.text.count)...])
    note(chunk)
  }

  /// How the lines are stored.
  var container: Container { reader.container }

  /// Puts the next events into `batch`; false at the end, when `losses` is complete.
  /// - Throws: `LogError` where the system fails to read.
  func next(into batch: inout EventBatch) throws -> Bool {
    if let peeked {
      batch = peeked
      self.peeked = nil
      return true
    }
    while true {
      batch.removeAll()
      var firstLine: Int64 = 2
      if firstLines.isEmpty {
        guard try nextChunk() else { return false }
        firstLine = chunk.firstLine
        swap(&batch.text, &chunk.text)
        batch.isVerified = chunk.isVerified
      } else {
        swap(&batch.text, &firstLines)
        firstLines = []
      }
      batch.firstNumber = nextNumber
      note(scanner.scan(&batch), firstLine: firstLine)
      nextNumber += Int64(batch.count)
      if batch.count > 0 { return true }
    }
  }

  /// When and where the first event happened, before anything has been read; nil if there is none.
  /// - Throws: as `next`.
  func peek() throws -> (at: Int64, device: String)? {
    var batch = EventBatch()
    guard try next(into: &batch) else { return nil }
    peeked = batch
    return (batch.instants[0], batch.device(0))
  }

  private func nextChunk() throws -> Bool {
    while true {
      do throws(LogError) {
        guard try reader.next(into: &chunk) else {
          losses.tear = reader.tear
          return false
        }
        note(chunk)
        return true
      } catch {
        guard error.kind != .inputOutput else { throw error }
        if losses.damages.count < Self.damagesKeptMax { losses.damages.append(error) }
        guard try reader.skipDamage() else { return false }
      }
    }
  }

  private func note(_ chunk: LineChunk) {
    lineBytes += Int64(chunk.text.count)
    if container == .zstd && chunk.frameOffset != lastFrame { frameCount += 1 }
    lastFrame = chunk.frameOffset
  }

  private func note(_ scan: LineScan, firstLine: Int64) {
    losses.badLineCount += scan.badLineCount
    let room = Self.badLinesKeptMax - losses.badLines.count
    losses.badLines += scan.badLines.prefix(room).map {
      (line: firstLine + Int64($0.index), fault: $0.fault)
    }
  }

  private static func withoutHeader(_ reader: RecordingReader) -> LogError {
    LogError(
      reader.tear == nil ? .notARecording : .torn, path: reader.file.path,
      offset: reader.tear?.offset, expected: "the header of a recording",
      found: reader.tear == nil ? "no line" : "a file that breaks off before the end of it")
  }

  /// How many bad lines are told; the rest is counted.
  private static let badLinesKeptMax = 100
  /// How many damaged frames are told.
  private static let damagesKeptMax = 100
}

extension EventBatch {
  /// The line of the event in `row`, without its line feed.
  func line(_ row: Int) -> ArraySlice<UInt8> { bytes(lines[row]) }

  /// The device or process of the event in `row`.
  func device(_ row: Int) -> String { name(devices[row]) }

  /// The name at `index`.
  func name(_ index: Int32) -> String { String(decoding: bytes(names[Int(index)]), as: UTF8.self) }

  /// The bytes of `range`.
  func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    text[Int(range.start)..<Int(range.start + range.count)]
  }
}

extension RecordingPass.Losses {
  /// Tells on standard error what of `path` was passed over, and what that does to the status.
  /// - Throws: `CommandFailure`.
  func report(_ path: String, _ console: Console) throws -> ExitStatus {
    for bad in badLines.prefix(Self.toldMax) {
      try console.note("note: \(path), line \(bad.line) is passed over: \(bad.fault)")
    }
    if badLineCount > Self.toldMax {
      try console.note("note: and \(badLineCount - Int64(Self.toldMax)) bad lines more")
    }
    for damage in damages { try console.note("note: \(damage)") }
    if let tear {
      try console.note(
        "note: \(path) is torn at byte \(tear.offset); what stands whole before that is kept")
    }
    return isEmpty ? .success : .loss
  }

  /// How many bad lines are told.
  private static let toldMax = 5
}
