extension RecordingSource {
  /// Hands the lines of the events `numbers`, which ascend from 1, to `body`, each with its event's
  /// number and without its line feed; those that there are not are left out.
  ///
  /// Of frames that `next` has passed only those are decoded that the events are in, and of each no
  /// more than up to the last one: their checksums have held before. What `next` has not passed is
  /// read on from there. Where `next` goes on is not changed. Complexity: O(bytes read).
  /// - Throws: as `next`, and what `body` throws.
  public func readLines(
    ofEvents numbers: [Int64], _ body: (Int64, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var wanted = numbers[...]
    if container == .zstd {
      var pieces = try FramePieces(file)
      while let number = wanted.first, let (start, end) = passed.frame(ofLine: number + 1) {
        let last = wanted.firstIndex { $0 + 1 >= end } ?? wanted.endIndex
        try pieces.readLines(wanted[..<last].map { $0 + 1 - start.line }, at: start.offset) {
          try body($0 + start.line - 1, $1)
        }
        wanted = wanted[last...]
      }
    }
    try readOn(toEvents: wanted, body)
  }

  /// Reads from the last frame on that is known to come before the first of the events `numbers`,
  /// until there are the lines of all.
  private func readOn(
    toEvents numbers: ArraySlice<Int64>, _ body: (Int64, ArraySlice<UInt8>) throws -> Void
  ) throws {
    guard let first = numbers.first else { return }
    var wanted = numbers
    let reader = try RecordingReader(file)
    reader.move(to: passed.start(beforeLine: first + 1), at: 0)
    var chunk = LineChunk()
    while !wanted.isEmpty, try reader.next(into: &chunk) {
      // Line 1 is the header.
      while let number = wanted.first, number + 1 < chunk.firstLine + chunk.lineCount {
        if let line = chunk.line(number + 1) { try body(number, line) }
        wanted.removeFirst()
      }
    }
  }
}

/// The frames of whole lines that a source has passed, in file order.
struct PassedFrames {
  private struct Frame {
    var start: FrameTable.Start
    /// The line behind its last one.
    var end: Int64
  }

  /// So many are known at most, in a few MiB; ours hold half a TiB of lines then.
  private static let countMax = 1 << 18
  private var frames: [Frame] = []

  /// Takes down the frame at `offset`, all of whose text are the lines `lines`.
  mutating func note(_ offset: Int64, _ lines: Range<Int64>) {
    if frames.count == Self.countMax { return }
    if let last = frames.last, last.start.offset >= offset || last.end > lines.lowerBound { return }
    let start = FrameTable.Start(offset: offset, line: lines.lowerBound)
    frames.append(Frame(start: start, end: lines.upperBound))
  }

  /// Takes down the frame that `chunk` is all of, where it is that.
  mutating func note(_ chunk: LineChunk) {
    guard chunk.isOneFrame else { return }
    note(chunk.frameOffset, chunk.firstLine..<chunk.firstLine + chunk.lineCount)
  }

  /// The frame that holds a line, and the first line of the one after it; nil for one of a frame
  /// that is not known. Complexity: O(log n).
  func frame(ofLine line: Int64) -> (start: FrameTable.Start, end: Int64)? {
    guard let frame = last(beforeLine: line), line < frame.end else { return nil }
    return (frame.start, frame.end)
  }

  /// Where to begin to come to a line that is of no known frame: the last one before it, or the
  /// file's own start.
  func start(beforeLine line: Int64) -> FrameTable.Start {
    last(beforeLine: line)?.start ?? FrameTable.Start()
  }

  /// The last one that begins with a line or before it.
  private func last(beforeLine line: Int64) -> Frame? {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].start.line > line { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? frames[low - 1] : nil
  }
}
