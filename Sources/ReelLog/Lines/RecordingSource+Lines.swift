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

  /// Reads from the last frame on that `next` has passed before the first of the events `numbers`,
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

/// Where frames begin that a source has passed, in file order.
struct PassedFrames {
  /// So many are known at most, in a few MiB; ours hold half a TiB of lines then.
  private static let countMax = 1 << 18
  private var starts: [FrameTable.Start] = []

  /// Takes down the frame at `offset`, whose first line is `line`.
  mutating func note(_ offset: Int64, line: Int64) {
    if starts.count == Self.countMax { return }
    if let last = starts.last, last.offset >= offset || last.line >= line { return }
    starts.append(FrameTable.Start(offset: offset, line: line))
  }

  /// The frame that holds a line, and the first line of the one after it; nil where it may hold
  /// more than is known. Complexity: O(log n).
  func frame(ofLine line: Int64) -> (start: FrameTable.Start, end: Int64)? {
    let next = index(afterLine: line)
    return next > 0 && next < starts.count ? (starts[next - 1], starts[next].line) : nil
  }

  /// The last one that begins with a line or before it; the file's own start where none is known.
  func start(beforeLine line: Int64) -> FrameTable.Start {
    let next = index(afterLine: line)
    return next > 0 ? starts[next - 1] : FrameTable.Start()
  }

  /// The first that begins after a line.
  private func index(afterLine line: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].line > line { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
