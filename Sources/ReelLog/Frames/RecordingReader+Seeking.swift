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
  /// The table is believed only where the frame has the length, the text and the number of lines
  /// that it says. Complexity: O(frames), and one frame is decompressed.
  /// - Throws: `inputOutput`.
  public func seek(to place: Place) throws(LogError) {
    move(to: FrameTable.Start(), at: 0)
    guard container == .zstd, let table = try FrameTable(endOf: file) else { return }
    let number = table.number(of: place)
    let start = table.start(of: number)
    if try table.agrees(with: file, at: number, start) { move(to: start, at: number) }
  }
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
    if number > 0 { start.line = firstEvent(of: number) + 1 }
    return start
  }

  /// The first line of the frame that begins at `offset`; nil if the table lists none there.
  func line(ofFrameAt offset: Int64) -> Int64? {
    var place: Int64 = 0
    for (number, entry) in seek.entries.enumerated() where place <= offset {
      if place == offset { return start(of: number).line }
      place += Int64(entry.storedBytes)
    }
    return nil
  }

  /// Whether `file` has at `start` such a frame as the table says.
  func agrees(
    with file: FileReader, at number: Int, _ start: Start
  ) throws(LogError) -> Bool {
    guard number < seek.entries.count else { return true }
    do {
      var pieces = try FramePieces(file)
      var text: [UInt8] = []
      pieces.move(to: start.offset, number: Int64(number))
      let piece = try pieces.next(appendingTo: &text)
      let entry = seek.entries[number]
      if entry.textBytes == 0 { return piece?.frameOffset != start.offset }
      let lines = firstEvent(of: number + 1) + 1 - start.line
      return piece?.frameOffset == start.offset && text.count == entry.textBytes
        && pieces.walker.offset == start.offset + Int64(entry.storedBytes)
        && LineFeeds.count(text) == lines && text.last == LineFeeds.byte
    } catch {
      guard error.kind == .inputOutput else { return false }
      throw error
    }
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
