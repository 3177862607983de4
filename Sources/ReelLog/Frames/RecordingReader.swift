/// Reads a recording's lines from the front, compressed or plain, in memory bounded by the limits.
///
/// It goes by the bytes, not by the name. It deals in whole lines and knows nothing of events. One
/// thread at a time may use it.
public final class RecordingReader {
  /// The file it reads.
  public let file: FileReader
  /// How the lines are stored.
  public let container: Container

  // One of the two is there, by the container.
  private var frames: FramePieces?
  private var plain: PlainPieces?
  /// The frame that comes next, where a seek has looked at it.
  private var ahead: UnpackedFrame?
  /// What follows the last line that was handed out: usually nothing.
  private var rest: [UInt8] = []
  private var restAssurance = LineChunk.Assurance.verified
  /// The number of the line that comes next.
  private(set) var nextLine: Int64 = 1
  /// Whether a frame could not be read and stands in the way.
  private var isAtDamage = false
  /// A way through the file's table, which damage makes it look up; nil until then, and nil within
  /// where there is no table.
  private var walk: FrameTable.Walk??
  /// Whether what comes next is the rest of a line that was refused for its length.
  private var isInsideLongLine = false

  /// A reader at the first line of `file`.
  /// - Throws: `notARecording` for an empty or another kind of file; `unsupported` for a compressed
  ///   recording where there is no libzstd; `inputOutput`.
  public convenience init(_ file: FileReader) throws(LogError) {
    try self.init(file, container: Container(detectedIn: file))
  }

  /// A reader at the first line of `file`, whose lines are taken to be stored as `container` says.
  init(_ file: FileReader, container: Container) throws(LogError) {
    self.file = file
    self.container = container
    switch container {
    case .zstd: frames = try FramePieces(file)
    case .plain: plain = PlainPieces(file)
    }
  }

  /// Where the recording breaks off; nil if it does not. Known once `next` has returned false.
  public private(set) var tear: Tear?

  /// Where the last line ends, if it has no line feed though its frame is whole.
  private(set) var missingLineFeed: Tear?

  /// Puts the next whole lines into `chunk`; false at the end, when `chunk` is left empty.
  ///
  /// After an error `skipDamage` and another call go on behind it.
  /// - Throws: `damaged`, `overLimit`, `unsupported` or `inputOutput`, with frame or line.
  public func next(into chunk: inout LineChunk) throws(LogError) -> Bool {
    takeRest(into: &chunk)
    var searched = 0
    while true {
      if isInsideLongLine { dropLongLine(&chunk.text) }
      if let end = LineFeeds.endOfLastLine(chunk.text, from: searched) {
        try deliver(&chunk, upTo: end)
        return true
      }
      if chunk.text.count > Limits.lineBytesMax {
        isInsideLongLine = true
        throw refusedLine()
      }
      searched = chunk.text.count
      guard let piece = try nextPiece(appendingTo: &chunk.text) else {
        return try end(&chunk)
      }
      chunk.isOneFrame = searched == 0
      chunk.assurance = searched == 0 ? piece.assurance : min(chunk.assurance, piece.assurance)
      chunk.frameOffset = piece.frameOffset
      restAssurance = piece.assurance
    }
  }

  /// Passes the frame that the last call of `next` could not read, by looking for the beginning of
  /// another one: its own length may be what is wrong. Later lines keep their numbers
  /// if the file's table lists the frame they are in; else only lines that could be read count.
  /// - Returns: false if nothing follows that looks like a frame.
  /// - Throws: `inputOutput`.
  public func skipDamage() throws(LogError) -> Bool {
    guard isAtDamage else { return true }
    guard let offset = try frames?.skipDamage() else { return false }
    isAtDamage = false
    if walk == nil { walk = .some(try FrameTable(endOf: file).map(FrameTable.Walk.init)) }
    if let line = walk??.line(ofFrameAt: offset) { nextLine = line }
    return true
  }

  /// Where it stands, if that is between two frames with nothing of lines left over; nil elsewhere
  /// and in a plain recording.
  var walker: FrameWalker? {
    guard rest.isEmpty, ahead == nil, !isInsideLongLine, !isAtDamage,
      frames?.isBetweenFrames == true
    else { return nil }
    return frames?.walker
  }

  /// Counts one line more as read: one that was lost without a trace.
  func countLostLine() { nextLine += 1 }

  /// Continues at the frame `number`, which begins at `start`, forgetting where it was.
  func move(to start: FrameTable.Start, at number: Int) {
    frames?.move(to: start.offset, number: Int64(number))
    plain?.move(to: start.offset)
    rest.removeAll(keepingCapacity: true)
    ahead = nil
    nextLine = start.line
    isInsideLongLine = false
    isAtDamage = false
    tear = nil
  }

  /// Goes on behind the frame `number`, which is delivered first.
  func pass(_ frame: UnpackedFrame, number: Int) {
    frames?.move(to: frame.end, number: Int64(number) + 1)
    ahead = frame
  }

  /// An empty buffer, with the room of one that is used no more where there is one.
  func takeBuffer() -> [UInt8] {
    var buffer: [UInt8] = []
    if rest.isEmpty { swap(&buffer, &rest) }
    return buffer
  }

  private func nextPiece(appendingTo text: inout [UInt8]) throws(LogError) -> Piece? {
    if let frame = ahead.take() {
      if text.isEmpty { text = frame.text } else { text += frame.text }
      return frame.piece
    }
    do throws(LogError) {
      if let piece = try frames?.next(appendingTo: &text) { return piece }
      return try plain?.next(appendingTo: &text)
    } catch {
      isAtDamage = true
      throw error
    }
  }

  private func takeRest(into chunk: inout LineChunk) {
    swap(&chunk.text, &rest)
    rest.removeAll(keepingCapacity: true)
    chunk.assurance = restAssurance
    chunk.lineCount = 0
  }

  /// Ends `chunk` at `end` and keeps what follows for the next one.
  private func deliver(_ chunk: inout LineChunk, upTo end: Int) throws(LogError) {
    rest.append(contentsOf: chunk.text[end...])
    chunk.text.removeLast(chunk.text.count - end)
    chunk.isOneFrame = chunk.isOneFrame && rest.isEmpty
    if end > Limits.lineBytesMax,
      let long = LineFeeds.firstLine(chunk.text, longerThan: Limits.lineBytesMax)
    {
      let keepsLines = long.lowerBound > 0
      let restStart = keepsLines ? long.lowerBound : long.upperBound
      rest.insert(contentsOf: chunk.text[restStart...], at: 0)
      restAssurance = chunk.assurance
      chunk.text.removeLast(chunk.text.count - long.lowerBound)
      if !keepsLines { throw refusedLine() }
    }
    chunk.firstLine = nextLine
    chunk.lineCount = LineFeeds.count(chunk.text)
    nextLine += chunk.lineCount
  }

  private func dropLongLine(_ text: inout [UInt8]) {
    guard let end = LineFeeds.endOfFirstLine(text) else { return text.removeAll() }
    text.removeSubrange(..<end)
    isInsideLongLine = false
  }

  private func refusedLine() -> LogError {
    defer { nextLine += 1 }
    return LogError(
      .overLimit, path: file.path, line: nextLine,
      expected: "a line of at most \(Limits.lineBytesMax) bytes", found: "a longer one")
  }

  /// Settles what is left at the end of the file. A frame that closed without a line feed is whole,
  /// and so is its last line; a plain file's last line is not.
  private func end(_ chunk: inout LineChunk) throws(LogError) -> Bool {
    tear = frames?.tear
    if chunk.text.isEmpty && !isInsideLongLine { return false }
    if container == .plain {
      tear = Tear(offset: file.size, start: file.size - Int64(chunk.text.count))
    } else if tear == nil && !isInsideLongLine {
      missingLineFeed = Tear(offset: file.size, start: chunk.frameOffset)
      chunk.text.append(LineFeeds.byte)
      try deliver(&chunk, upTo: chunk.text.count)
      return true
    }
    chunk.text.removeAll(keepingCapacity: true)
    return false
  }
}
