public import ReelEvents

/// Goes through the frames of a compressed recording and holds them against what the file says of
/// them: checksums, seek table, index.
///
/// It reads every frame once and keeps one of them, besides the tables. What lines say is not
/// looked at, apart from their times.
public struct FrameExaminer: ~Copyable {
  private let file: FileReader
  private let instant: (ArraySlice<UInt8>) -> Instant?
  private let report: (FileFault) -> Void
  private var walker: FrameWalker
  private var raw = RawFrame()
  private var decompressor: Decompressor
  private var table: TableExaminer
  private var text: [UInt8] = []
  /// What the lines of the frame at hand come to.
  private var lines = LineExaminer()

  /// Examines `file`, which is compressed.
  /// - Parameters:
  ///   - instant: the time that a line tells; it gets the line without its line feed.
  ///   - report: gets each fault, in file order, those of the tables as a whole last.
  /// - Throws: `unsupported` without libzstd; `inputOutput`.
  public static func examine(
    _ file: FileReader, instant: @escaping (ArraySlice<UInt8>) -> Instant?,
    report: @escaping (FileFault) -> Void
  ) throws(LogError) {
    var examiner = try FrameExaminer(file, instant, report, Decompressor(path: file.path))
    try examiner.run()
  }

  private init(
    _ file: FileReader, _ instant: @escaping (ArraySlice<UInt8>) -> Instant?,
    _ report: @escaping (FileFault) -> Void, _ decompressor: consuming Decompressor
  ) throws(LogError) {
    self.file = file
    self.instant = instant
    self.report = report
    self.decompressor = decompressor
    table = try TableExaminer(file, report)
    walker = FrameWalker(file)
  }

  private mutating func run() throws(LogError) {
    while true {
      do throws(LogError) {
        switch try walker.next(into: &raw) {
        case .end: return try finish()
        case .torn: return reportTear()
        case .skippable(let magic): try passSkippable(magic)
        case .oversized: try passLargeFrame()
        case .frame: try passFrame()
        }
      } catch {
        guard error.kind == .damaged else { throw error }
        guard try passDamage(error) else { return try finish() }
      }
    }
  }

  private mutating func finish() throws(LogError) {
    if lines.isOpen {
      report(
        FileFault(
          .noLineFeed, offset: file.size, expected: "a line feed after the last line",
          found: "none"))
    }
    try table.finish()
  }

  private func reportTear() {
    report(
      FileFault(
        .torn, offset: file.size, frame: walker.number, expected: "the end of a frame",
        found: "the end of the file, in what begins at byte \(walker.offset)"))
  }

  // MARK: Frames

  private mutating func passFrame() throws(LogError) {
    if let found = refusal { return lose(found) }
    text.removeAll(keepingCapacity: true)
    let isHeld: Bool
    do {
      isHeld = try decompressor.decompress(raw, appendingTo: &text)
    } catch {
      return lose(error.found)
    }
    guard isHeld else {
      walker.move(to: raw.offset, number: raw.number)
      return try passLargeFrame()
    }
    if !raw.header.hasChecksum {
      report(
        FileFault(
          .noChecksum, offset: raw.offset, frame: raw.number, expected: "a frame with a checksum",
          found: "one without"))
    }
    beginLines()
    lines.add(text, instant)
    table.pass(frame(textBytes: Int64(text.count)))
  }

  /// Passes a frame that is too large to be held, a piece at a time.
  private mutating func passLargeFrame() throws(LogError) {
    if let found = refusal { return lose(found) }
    report(
      FileFault(
        .largeFrame, offset: raw.offset, frame: raw.number,
        expected: "a frame of at most \(Limits.frameBytesMax) bytes of lines",
        found: "a larger one, whose lines are handed out before its checksum has held"))
    beginLines()
    var pieces = try FramePieces(file)
    var textBytes: Int64 = 0
    pieces.move(to: raw.offset, number: raw.number)
    do throws(LogError) {
      while pieces.walker.offset == raw.offset {
        text.removeAll(keepingCapacity: true)
        guard try pieces.next(appendingTo: &text) != nil else { break }
        lines.add(text, instant)
        textBytes += Int64(text.count)
      }
    } catch {
      guard error.kind != .inputOutput else { throw error }
      try pieces.skipDamage().map { walker.move(to: $0, number: raw.number + 1) }
      return lose(error.found)
    }
    guard pieces.walker.offset > raw.offset else {
      walker.move(to: file.size, number: raw.number)
      return reportTear()
    }
    walker.move(to: pieces.walker.offset, number: raw.number + 1)
    table.pass(frame(textBytes: textBytes))
  }

  private mutating func passSkippable(_ magic: UInt32) throws(LogError) {
    var head: [UInt8] = []
    try file.read(16, at: raw.offset, appendingTo: &head)
    let isOurs =
      magic == SeekTable.magic || magic == EventIndex.magic && EventIndex.begins(head)
    if !isOurs {
      let name = String(magic, radix: 16, uppercase: true)
      report(
        FileFault(
          .foreignFrame, offset: raw.offset, frame: raw.number, expected: "frames of lines",
          found: "\(walker.offset - raw.offset) bytes that another program keeps, marked \(name)"))
    }
    lines.begin()
    table.pass(frame(textBytes: 0))
    table.endsWithSeekTable = magic == SeekTable.magic && walker.offset == file.size
  }

  private mutating func beginLines() {
    if lines.isOpen {
      report(
        FileFault(
          .splitLine, offset: raw.offset, frame: raw.number,
          expected: "a frame that begins with a line", found: "the rest of one"))
    }
    lines.begin()
  }

  /// The frame that was passed just now.
  private func frame(textBytes: Int64) -> TableExaminer.Frame {
    let checksum = raw.header.hasChecksum && raw.bytes.count >= 4
    return TableExaminer.Frame(
      offset: raw.offset, number: raw.number, storedBytes: walker.offset - raw.offset,
      textBytes: textBytes,
      checksum: checksum
        ? UInt32(littleEndian(raw.bytes, at: raw.bytes.count - 4, count: 4)) : nil,
      eventCount: lines.eventCount, latest: lines.latest)
  }

  // MARK: Damage

  /// Why a frame is not decoded at all; nil where it may be.
  private var refusal: String? {
    if raw.header.dictionary != 0 { return "one that needs a dictionary" }
    if raw.header.windowBytes > UInt64(Limits.windowBytesMax) {
      return "one that asks for a window of \(raw.header.windowBytes) bytes"
    }
    return nil
  }

  /// Reports the frame that was passed just now as one that cannot be read.
  private mutating func lose(_ found: String) {
    lines.lose()
    report(
      FileFault(
        .frame, offset: raw.offset, frame: raw.number, expected: "a frame that decodes",
        found: found, lostEvents: table.lose(from: raw.offset, upTo: walker.offset)))
  }

  /// Passes bytes whose headers are wrong; false if nothing follows that looks like a frame.
  private mutating func passDamage(_ error: LogError) throws(LogError) -> Bool {
    var head: [UInt8] = []
    let (start, number) = (walker.offset, walker.number)
    try file.read(4, at: start, appendingTo: &head)
    let isFrame =
      head.count == 4 && littleEndian(head, at: 0, count: 4) == UInt64(FrameHeader.magic)
    let goesOn = try walker.moveToNextMagic()
    let end = goesOn ? walker.offset : file.size
    lines.lose()
    report(
      FileFault(
        isFrame ? .frame : .garbage, offset: error.offset, frame: number,
        expected: error.expected,
        found: isFrame ? error.found : "\(end - start) bytes that begin none",
        lostEvents: table.lose(from: start, upTo: end)))
    return goesOn
  }
}

extension FrameFault {
  /// What was found, as a noun phrase.
  fileprivate var found: String {
    switch self {
    case .wrong(let found): found
    case .windowTooLarge: "one that asks for too large a window"
    case .memory: "one for which there is no memory"
    }
  }
}
