import ReelEvents

extension FrameTable {
  /// What must be known of a file before it is added to.
  struct Survey {
    /// Its frames; nil where no table can list them: lines run across them, or one is too large.
    var table: FrameTable?
    /// Whether the file ends with that table already.
    var endsWithTable: Bool
    /// The number that the next event gets.
    var nextEvent: Int64
  }

  /// Goes through the block headers of all of `file` and, unless a table at its end agrees with
  /// them, through its lines.
  /// - Parameter instant: the time that a line tells; it gets the line without its line feed.
  /// - Throws: `torn`, and whatever reading throws.
  static func survey(
    _ file: FileReader, instant: (ArraySlice<UInt8>) -> Instant?
  ) throws(LogError) -> Survey {
    let lengths = try frameLengths(of: file)
    if let lengths, var table = try FrameTable(endOf: file) {
      table.addOwnFrames()
      if table.seek.entries.map(\.storedBytes) == lengths {
        return Survey(table: table, endsWithTable: true, nextEvent: table.index.nextEvent)
      }
    }
    return try readThrough(file, frameLengths: lengths, instant: instant)
  }

  /// The lengths of all frames in the file, by their block headers; nil where no table can list
  /// them.
  private static func frameLengths(of file: FileReader) throws(LogError) -> [UInt32]? {
    if try Container(detectedIn: file) == .plain { return nil }
    var walker = FrameWalker(file)
    var raw = RawFrame()
    var lengths: [UInt32] = []
    while lengths.count < Limits.tableFramesMax {
      let start = walker.offset
      switch try walker.next(into: &raw) {
      case .end: return lengths
      case .torn: throw .torn(file, Tear(offset: file.size, start: start))
      case .oversized: return nil
      case .frame, .skippable:
        guard let length = UInt32(exactly: walker.offset - start) else { return nil }
        lengths.append(length)
      }
    }
    return nil
  }

  private static func readThrough(
    _ file: FileReader, frameLengths: [UInt32]?, instant: (ArraySlice<UInt8>) -> Instant?
  ) throws(LogError) -> Survey {
    let reader = try RecordingReader(file)
    var chunk = LineChunk()
    var table = FrameTable()
    var lengths = frameLengths?[...] ?? []
    var offset: Int64 = 0
    var isListable = frameLengths != nil
    while try reader.next(into: &chunk) {
      while offset < chunk.frameOffset, let length = lengths.popFirst() {
        table.addFrame(storedBytes: length, textBytes: 0, firstEvent: table.index.nextEvent)
        offset += Int64(length)
      }
      let firstEvent = table.index.nextEvent
      table.addEvents(of: chunk, instant: instant)
      isListable = isListable && chunk.isOneFrame
      guard let length = lengths.popFirst() else { continue }
      table.addFrame(
        storedBytes: length, textBytes: UInt32(chunk.text.count), firstEvent: firstEvent)
      offset += Int64(length)
    }
    if let tear = reader.tear ?? reader.missingLineFeed { throw .torn(file, tear) }
    for length in lengths {
      table.addFrame(storedBytes: length, textBytes: 0, firstEvent: table.index.nextEvent)
    }
    return Survey(
      table: isListable ? table : nil, endsWithTable: false, nextEvent: table.index.nextEvent)
  }

  private mutating func addEvents(
    of chunk: LineChunk, instant: (ArraySlice<UInt8>) -> Instant?
  ) {
    var lines = chunk.text[...]
    var isHeader = chunk.firstLine == 1
    while let end = lines.firstIndex(of: LineFeeds.byte) {
      if !isHeader { addEvent(at: instant(lines[..<end])) }
      isHeader = false
      lines = lines[(end + 1)...]
    }
  }
}

extension LogError {
  fileprivate static func torn(_ file: FileReader, _ tear: Tear) -> LogError {
    LogError(
      .torn, path: file.path, offset: tear.offset, expected: "a whole recording to add to",
      found: "one that breaks off in what begins at byte \(tear.start)",
      remedy: recoverAdvice(file.path))
  }
}
