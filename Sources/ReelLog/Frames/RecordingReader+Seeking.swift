public import ReelEvents

extension RecordingReader {
  /// A place in a recording.
  public enum Place: Sendable, Equatable {
    /// A frame by its number among all of the file, skippable ones included, from 0.
    case frame(Int)
    /// An event by its number, from 1.
    case event(Int64)
    /// The first event at which the running maximum of the times reaches this one.
    case time(Instant)
  }

  /// Moves to the frame that holds `place`, so that the next chunk begins there or, without a table
  /// that can be trusted, at the front; `firstLine` of the chunk tells which.
  ///
  /// The table is believed only where the frame there, and for a time the one before it, has the
  /// length, the text, the number of lines and the times that it says. Complexity: O(frames) of 24
  /// bytes each, and at most two frames are decompressed.
  /// - Parameter instant: the time that a line tells; it gets the line without its line feed.
  /// - Throws: `inputOutput`.
  public func seek(
    to place: Place, instant: (ArraySlice<UInt8>) -> Instant?
  ) throws(LogError) {
    move(to: FrameTable.Start(), at: 0)
    var buffer = takeBuffer()
    guard container == .zstd, let table = try FrameTable(endOf: file) else { return }
    let number = table.number(of: place)
    var found: UnpackedFrame?
    for witness in table.witnesses(of: number, for: place) {
      guard let frame = try table.frame(witness, in: file, to: &buffer) else { return }
      if case .time = place, !table.agrees(with: frame.text, ofFrame: witness, instant) { return }
      found = witness == number ? frame : nil
    }
    move(to: table.start(of: number), at: number)
    if let found, !found.text.isEmpty { pass(found, number: number) }
  }
}

/// A frame that was unpacked to look at it.
struct UnpackedFrame {
  var text: [UInt8] = []
  var piece: Piece
  /// Where the next frame begins in the file.
  var end: Int64
}

extension FrameTable {
  /// Where a frame begins.
  struct Start: Equatable {
    /// In the file.
    var offset: Int64 = 0
    /// In lines, from 1.
    var line: Int64 = 1
  }

  /// The number of the frame that holds `place`; one past the listed ones, where nothing but the
  /// seek table is, if no frame does.
  func number(of place: RecordingReader.Place) -> Int {
    switch place {
    case .frame(let number): min(max(number, 0), seek.entries.count)
    case .event(let event):
      event >= index.nextEvent
        ? seek.entries.count
        : max(0, firstIndex { $0.firstEvent > event } - 1)
    case .time(let instant): firstIndex { $0.latest >= instant.microseconds }
    }
  }

  func start(of number: Int) -> Start {
    var start = Start()
    for entry in seek.entries[..<number] { start.offset += Int64(entry.storedBytes) }
    start.line = firstLine(of: number)
    return start
  }

  private func firstLine(of number: Int) -> Int64 {
    number == 0 ? 1 : firstEvent(of: number) + 1
  }

  /// A way through the frames of a table, from front to back.
  struct Walk {
    private let table: FrameTable
    private var number = 0
    private var offset: Int64 = 0

    init(_ table: FrameTable) { self.table = table }

    /// The first line of the frame that begins at `offset`; nil if the table lists none there.
    /// Complexity: O(frames) for all frames of a file in order.
    mutating func line(ofFrameAt offset: Int64) -> Int64? {
      if offset < self.offset { self = Walk(table) }
      while self.offset < offset, number < table.seek.entries.count {
        self.offset += Int64(table.seek.entries[number].storedBytes)
        number += 1
      }
      guard self.offset == offset, number < table.seek.entries.count else { return nil }
      return table.firstLine(of: number)
    }
  }

  /// The frames that must be as the table says before it is believed that `place` is in the frame
  /// `number`: that one, and where it is behind all of them or found by its time, the one with
  /// lines before it too, which must not reach the place.
  func witnesses(of number: Int, for place: RecordingReader.Place) -> [Int] {
    let isListed = number < seek.entries.count
    let found = isListed ? [number] : []
    if case .time = place {} else if isListed { return found }
    let before = seek.entries[..<number].lastIndex { $0.textBytes > 0 }
    return [before].compactMap(\.self) + found
  }

  /// The frame `number` of `file`, with its text in what `buffer` was; nil if there is no such
  /// frame there as the table says.
  func frame(
    _ number: Int, in file: FileReader, to buffer: inout [UInt8]
  ) throws(LogError) -> UnpackedFrame? {
    let (start, entry) = (start(of: number), seek.entries[number])
    let end = start.offset + Int64(entry.storedBytes)
    do {
      var pieces = try FramePieces(file)
      var text: [UInt8] = []
      swap(&text, &buffer)
      pieces.move(to: start.offset, number: Int64(number))
      let piece = try pieces.next(appendingTo: &text)
      if entry.textBytes == 0 {
        if piece?.frameOffset == start.offset { return nil }
        return UnpackedFrame(
          piece: Piece(frameOffset: start.offset, assurance: .verified), end: end)
      }
      let lines = firstEvent(of: number + 1) + 1 - start.line
      guard let piece, piece.frameOffset == start.offset, text.count == entry.textBytes,
        pieces.walker.offset == end, LineFeeds.count(text) == lines, text.last == LineFeeds.byte
      else { return nil }
      return UnpackedFrame(text: text, piece: piece, end: end)
    } catch {
      guard error.kind == .inputOutput else { return nil }
      throw error
    }
  }

  /// Whether the times of `lines`, those of the frame `number`, are as the table says.
  func agrees(
    with lines: [UInt8], ofFrame number: Int, _ instant: (ArraySlice<UInt8>) -> Instant?
  ) -> Bool {
    // The index does not list itself.
    guard number < index.entries.count else { return lines.isEmpty }
    var latest = number == 0 ? .min : index.entries[number - 1].latest
    var rest = lines[...]
    while let end = rest.firstIndex(of: LineFeeds.byte) {
      latest = max(latest, instant(rest[..<end])?.microseconds ?? .min)
      rest = rest[(end + 1)...]
    }
    return latest == index.entries[number].latest
  }

  private func firstEvent(of number: Int) -> Int64 {
    number < index.entries.count ? index.entries[number].firstEvent : index.nextEvent
  }

  /// The first entry that `isFound`, as all later ones are; the count of frames if none is.
  private func firstIndex(where isFound: (EventIndex.Entry) -> Bool) -> Int {
    var (low, high) = (0, index.entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isFound(index.entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
