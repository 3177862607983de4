public import ReelEvents

/// The events of a recording in a file, a chunk of lines at a time, from the first one on.
///
/// For a second pass make another source of the same `FileReader`. One thread at a time may use it.
public final class RecordingSource: EventSource {
  /// What happens at a line that is no event, and at bytes that are no lines.
  public enum FaultHandling: Sendable {
    /// `next` throws: a replay must not miss an event.
    case stop
    /// They are counted, the first ones kept, and `next` goes on behind them.
    case goOn
  }

  /// Who decodes.
  public enum Decoding: Sendable {
    /// The caller of `next`, when it asks: for many sources at once.
    case asAsked
    /// Other threads too, a few frames ahead, once the first ones were asked for.
    case ahead
  }

  /// Threads that decode ahead.
  private enum Crew {
    case none
    /// They start after so many chunks of lines more than the first, since whoever wants few events
    /// wants no threads.
    case starting(after: Int)
    /// They are at work, and the next frame they give begins with that line.
    case working(DecodingCrew, line: Int64)

    static let chunksBefore = 2
    /// The size of a file, in bytes, from which on the first chunk is few events already.
    static let largeFileBytes: Int64 = 1 << 20
  }

  /// What the events read so far left out.
  public struct Tally: Sendable {
    /// How many lines were no events.
    public internal(set) var badLineCount: Int64 = 0
    /// How often bytes could not be read as lines.
    public internal(set) var damageCount: Int64 = 0
    /// The first faults of both sorts, in file order, at most `LineScan.badLinesKeptMax`.
    public internal(set) var faults: [LogError] = []
    /// How many events are of a kind that this format does not know.
    public internal(set) var unknownKindCount: Int64 = 0
    /// How many members were passed over that no event of that kind has.
    public internal(set) var unknownFieldCount: Int64 = 0

    mutating func keep(_ fault: LogError) {
      if faults.count < LineScan.badLinesKeptMax { faults.append(fault) }
    }

    /// Counts bytes that could not be read as lines, or a line that is too long.
    mutating func note(_ fault: LogError) {
      keep(fault)
      if fault.kind == .overLimit && fault.line != nil {
        badLineCount += 1
      } else {
        damageCount += 1
      }
    }

    /// Counts what a scan of the lines from `firstLine` on has left out.
    mutating func note(_ scan: LineScan, from firstLine: Int64, path: String) {
      unknownKindCount += scan.unknownKindCount
      unknownFieldCount += scan.unknownFieldCount
      badLineCount += scan.badLineCount
      for line in scan.badLines {
        keep(LogError(badLine: line.fault, path: path, line: firstLine + Int64(line.index)))
      }
    }
  }

  /// The header of the recording.
  public let header: RecordingHeader
  /// The line of the header as it stands in the file, without its line feed.
  public let headerLine: [UInt8]
  /// How many bytes of lines were read so far, the header's and all line feeds included.
  public private(set) var lineBytes: Int64 = 0
  /// How many frames those were in; 0 for a plain recording.
  public private(set) var frameCount: Int64 = 0
  /// What was left out so far.
  public private(set) var tally = Tally()

  private let reader: RecordingReader
  private let faultHandling: FaultHandling
  private let decoding: Decoding
  private var crew = Crew.none
  private var scanner = LineScanner()
  private var chunk: LineChunk
  /// Whether `chunk` has lines that were not handed out yet.
  private var hasLines: Bool
  private var lastFrameOffset: Int64 = -1
  /// The frames that were read so far.
  private(set) var passed = PassedFrames()

  /// A source at the first event of `file`.
  /// - Throws: what reading and decoding the header throw: `notARecording`, `newerFormat`,
  ///   `badLine`, `torn` where not even the header is whole, `damaged`, `inputOutput`.
  public init(
    _ file: FileReader, atFaults: FaultHandling = .stop, decoding: Decoding = .ahead
  ) throws(LogError) {
    reader = try RecordingReader(file)
    faultHandling = atFaults
    self.decoding = decoding
    if decoding == .ahead {
      crew = .starting(after: file.size < Crew.largeFileBytes ? Crew.chunksBefore : 0)
    }
    chunk = LineChunk()
    guard try reader.next(into: &chunk), let end = LineFeeds.endOfFirstLine(chunk.text) else {
      throw LogError(
        .torn, path: file.path, offset: reader.tear?.offset,
        expected: "the header of a recording", found: "the end of the file")
    }
    do {
      header = try HeaderLine.decode(chunk.text, range: 0..<end)
    } catch {
      var fault = error
      fault.path = file.path
      if fault.kind == .badLine { fault.line = 1 }
      throw fault
    }
    headerLine = Array(chunk.text[..<(end - 1)])
    passed.note(chunk)
    chunk.removeFirstLine(bytes: end)
    hasLines = !chunk.text.isEmpty
    lineBytes = Int64(end)
    if reader.container == .zstd { frameCount = 1 }
    lastFrameOffset = chunk.frameOffset
  }

  /// How the lines are stored.
  public var container: Container { reader.container }

  /// The file it reads.
  public var file: FileReader { reader.file }

  /// The byte offset in the file of the frame that the events handed out last are of; in a plain
  /// file, of the lines.
  public var fileOffset: Int64 { lastFrameOffset }

  /// Where the recording breaks off; nil if it does not. Known once `next` has returned false.
  public var tear: Tear? { reader.tear }

  /// Moves to where `place` is, or to the front where nothing tells that can be trusted: the next
  /// batch holds the first event of its frame, and what comes before is not read. Complexity: as
  /// `RecordingReader.seek`.
  /// - Throws: `inputOutput`.
  public func seek(to place: RecordingReader.Place) throws(LogError) {
    crew = decoding == .ahead ? .starting(after: Crew.chunksBefore) : .none
    try reader.seek(to: place) { EventLine.instant(of: $0) }
    hasLines = false
  }

  /// Fills `batch` with the events of the next lines; false at the end, when `batch` is left empty.
  /// - Throws: where faults stop it, `badLine` with line and offset in the line, `damaged`,
  ///   `overLimit`; always `inputOutput`.
  public func next(into batch: inout EventBatch) throws(LogError) -> Bool {
    repeat {
      if try nextFrame(into: &batch) { continue }
      guard try nextLines() else {
        batch.removeAll()
        return false
      }
      swap(&chunk.text, &batch.text)
      noteExtent(of: batch.text.count, frame: chunk.frameOffset)
      passed.note(chunk)
      batch.firstNumber = chunk.firstLine - 1
      batch.isVerified = chunk.isVerified
      try note(scanner.scan(&batch), firstLine: chunk.firstLine)
    } while batch.count == 0
    return true
  }

  /// Puts the events of the next frame into `batch`; false if no crew decodes it.
  private func nextFrame(into batch: inout EventBatch) throws(LogError) -> Bool {
    startCrew()
    guard case .working(let decoders, let line) = crew else { return false }
    switch decoders.next(into: &batch) {
    case .frame(let offset, let scan):
      crew = .working(decoders, line: line + scan.lineCount)
      batch.firstNumber = line - 1
      if scan.lineCount > 0 {
        noteExtent(of: batch.lineBytes, frame: offset)
        passed.note(offset, line..<line + scan.lineCount)
      }
      try note(scan, firstLine: line)
      return true
    case .handover(let offset, let number):
      crew = .none
      reader.move(to: FrameTable.Start(offset: offset, line: line), at: Int(number))
      return false
    }
  }

  private func startCrew() {
    guard case .starting(let chunks) = crew, !hasLines else { return }
    if chunks > 0 {
      crew = .starting(after: chunks - 1)
    } else if let walker = reader.walker {
      crew = DecodingCrew(walker).map { .working($0, line: reader.nextLine) } ?? .none
    }
  }

  private func nextLines() throws(LogError) -> Bool {
    if hasLines {
      hasLines = false
      return true
    }
    while true {
      do throws(LogError) {
        guard try reader.next(into: &chunk) else { return false }
        // Back at the front, since no table could be trusted.
        if chunk.firstLine == 1 { chunk.removeFirstLine(bytes: headerLine.count + 1) }
        if !chunk.text.isEmpty { return true }
      } catch {
        guard faultHandling == .goOn, error.kind != .inputOutput else { throw error }
        tally.note(error)
        if try !reader.skipDamage() { return false }
      }
    }
  }

  private func noteExtent(of bytes: Int, frame offset: Int64) {
    lineBytes += Int64(bytes)
    if reader.container == .zstd && offset != lastFrameOffset { frameCount += 1 }
    lastFrameOffset = offset
  }

  private func note(_ scan: LineScan, firstLine: Int64) throws(LogError) {
    tally.note(scan, from: firstLine, path: file.path)
    if faultHandling == .stop, let bad = scan.badLines.first {
      throw LogError(badLine: bad.fault, path: file.path, line: firstLine + Int64(bad.index))
    }
  }
}
