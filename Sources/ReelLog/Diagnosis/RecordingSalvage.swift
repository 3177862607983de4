public import ReelEvents

/// All events that can be read of a recording, whatever has become of the rest: of its frames, of
/// single lines, of its header.
///
/// A recording that has lost its header gets another one, so that its events can be kept. One
/// thread at a time may use it.
public final class RecordingSalvage {
  /// The header, or the one that stands in for it.
  public let header: RecordingHeader
  /// The line of the header as it stands in the file, or as it would, without its line feed.
  public let headerLine: [UInt8]
  /// Why the header cannot be read; nil where it can.
  public let headerFault: LogError?
  /// What was left out so far.
  public private(set) var tally = RecordingSource.Tally()
  /// How many lines were in what was left out, as far as the file's index tells.
  public private(set) var lostLineCount: Int64 = 0
  /// How many times something was left out of which nothing tells how many lines it held.
  public private(set) var unknownLossCount: Int64 = 0

  private let reader: RecordingReader
  /// The number that the last line would have, by the file's own index; nil without one.
  private let lastListedLine: Int64?
  private var scanner = LineScanner()
  private var chunk = LineChunk()
  /// Whether `chunk` has lines that were not handed out yet.
  private var hasLines = false
  private var nextLine: Int64 = 1

  /// All that can be read of `file`.
  /// - Parameter standIn: the header to take where the file's own cannot be read.
  /// - Throws: `torn` where not even one line is whole; `newerFormat`; `notARecording`, `badLine`
  ///   or `damaged` where nothing looks like an event either; `inputOutput`.
  public init(_ file: FileReader, header standIn: RecordingHeader) throws(LogError) {
    let (container, wrongStart) = try Self.container(of: file)
    reader = try RecordingReader(file, container: container)
    lastListedLine = try FrameTable(endOf: file)?.index.nextEvent
    guard try Self.readOn(reader, into: &chunk, &tally) else {
      throw wrongStart ?? tally.faults.first
        ?? LogError(
          .torn, path: file.path, offset: reader.tear?.offset, expected: "the header",
          found: "the end of the file inside it: no whole line is left, and nothing can be saved")
    }
    let end = LineFeeds.endOfFirstLine(chunk.text) ?? chunk.text.count
    let first = Array(chunk.text[..<(end - 1)])
    switch Self.header(in: first, after: wrongStart ?? tally.faults.first) {
    case .success(let found):
      (header, headerLine, headerFault) = (found, first, nil)
      chunk.removeFirstLine(bytes: end)
    case .failure(let fault):
      var line: [UInt8] = []
      HeaderLine.append(standIn, to: &line)
      (header, headerLine, headerFault) = (standIn, line, fault.at(file.path))
      try passLostHeader(first, fault.at(file.path))
    }
    hasLines = !chunk.text.isEmpty
    nextLine = chunk.firstLine
  }

  /// How the lines are stored.
  public var container: Container { reader.container }

  /// The byte offset in the file of the frame that the events handed out last are of; in a plain
  /// file, of the lines.
  public var fileOffset: Int64 { chunk.frameOffset }

  /// Where the recording breaks off; nil if it does not. Known once `next` has returned false.
  public var tear: Tear? { reader.tear }

  /// Fills `batch` with the events of the next lines that can be read; false at the end, when
  /// `batch` is left empty.
  /// - Throws: `inputOutput`.
  public func next(into batch: inout EventBatch) throws(LogError) -> Bool {
    repeat {
      guard try nextLines() else {
        batch.removeAll()
        return false
      }
      swap(&chunk.text, &batch.text)
      batch.firstNumber = chunk.firstLine - 1
      batch.isVerified = chunk.isVerified
      let scan = scanner.scan(&batch)
      tally.note(scan, from: chunk.firstLine, path: reader.file.path)
    } while batch.count == 0
    return true
  }

  private func nextLines() throws(LogError) -> Bool {
    if !hasLines {
      let damages = tally.damageCount
      let goesOn = try Self.readOn(reader, into: &chunk, &tally)
      if tally.damageCount > damages {
        noteLoss(upTo: goesOn ? chunk.firstLine : lastListedLine.map { $0 + 1 })
      }
      guard goesOn else { return false }
    }
    hasLines = false
    nextLine = chunk.firstLine + chunk.lineCount
    return true
  }

  private func noteLoss(upTo line: Int64?) {
    guard lastListedLine != nil, let line, line >= nextLine else {
      unknownLossCount += 1
      return
    }
    lostLineCount += line - nextLine
  }

  // MARK: The front of the file

  /// How the lines of `file` are stored, and what is wrong where its first bytes do not tell.
  private static func container(
    of file: FileReader
  ) throws(LogError) -> (Container, wrongStart: LogError?) {
    do {
      return (try Container(detectedIn: file), nil)
    } catch {
      guard error.kind == .notARecording, file.size > 0 else { throw error }
      var walker = FrameWalker(file)
      return (try walker.moveToNextMagic() ? .zstd : .plain, error)
    }
  }

  /// Reads the next lines that can be read, and counts what stands in the way.
  private static func readOn(
    _ reader: RecordingReader, into chunk: inout LineChunk, _ tally: inout RecordingSource.Tally
  ) throws(LogError) -> Bool {
    while true {
      do throws(LogError) {
        return try reader.next(into: &chunk)
      } catch {
        if error.kind == .inputOutput || error.kind == .unsupported && error.offset == nil {
          throw error
        }
        tally.note(error)
        if try !reader.skipDamage() { return false }
      }
    }
  }

  private static func header(
    in line: [UInt8], after fault: LogError?
  ) -> Result<RecordingHeader, LogError> {
    if let fault { return .failure(fault) }
    do {
      return .success(try HeaderLine.decode(line))
    } catch {
      return .failure(error)
    }
  }

  /// Counts the header's line as read, unless a table has done so, and leaves out what stands in
  /// its place; where that is an event, it stays.
  private func passLostHeader(_ first: [UInt8], _ fault: LogError) throws(LogError) {
    if fault.kind == .newerFormat { throw fault }
    if chunk.firstLine == 1 {
      if tally.damageCount == 0, !Self.isEvent(first) {
        chunk.removeFirstLine(bytes: first.count + 1)
      } else {
        reader.countLostLine()
        chunk.firstLine += 1
      }
    }
    let lines = chunk.text.split(separator: LineFeeds.byte, maxSplits: 100)
    guard lines.prefix(100).contains(where: { Self.isEvent(Array($0)) }) else { throw fault }
  }

  private static func isEvent(_ line: [UInt8]) -> Bool {
    do {
      _ = try EventLine.decode(line)
      return true
    } catch {
      return false
    }
  }
}

extension LogError {
  /// The same fault in the first line of the file at `path`.
  fileprivate func at(_ path: String) -> LogError {
    var fault = self
    fault.path = path
    if fault.kind == .badLine { fault.line = 1 }
    return fault
  }
}
