import ReelEvents

/// The frames of a recording with their places and events: seek table and index together.
struct FrameTable: Equatable {
  /// All frames; where read from a file, without the seek table's own.
  private(set) var seek = SeekTable()
  /// The events of those frames; where read from a file, without the index's own.
  private(set) var index = EventIndex()
  /// The latest time of all events so far.
  private(set) var latest = Int64.min

  init() {}

  /// The table at the end of `file`; nil where there is none, or one that cannot be right: one of
  /// more events than the frames have bytes, each line having a line feed, is not.
  /// - Throws: `inputOutput`.
  init?(endOf file: FileReader) throws(LogError) {
    guard let seek = try SeekTable(endOf: file), let last = seek.entries.last else { return nil }
    let frameBytes = EventIndex.frameBytes(count: seek.entries.count - 1)
    guard last.storedBytes == frameBytes else { return nil }
    var bytes: [UInt8] = []
    try file.read(frameBytes, at: seek.storedBytes - Int64(frameBytes), appendingTo: &bytes)
    guard let index = EventIndex(frame: bytes, count: seek.entries.count - 1),
      index.nextEvent - 1 <= seek.textBytes
    else { return nil }
    self.seek = seek
    self.index = index
    latest = index.entries.last?.latest ?? .min
  }

  /// Whether another frame and the two of the table itself would still fit.
  var hasRoom: Bool { seek.entries.count + 2 < Limits.tableFramesMax }

  /// Counts an event at `instant` (nil where its line does not tell) in the frame added next.
  mutating func addEvent(at instant: Instant?) {
    index.nextEvent += 1
    latest = max(latest, instant?.microseconds ?? .min)
  }

  /// Adds the frame that holds the events from `firstEvent` to the last one counted.
  mutating func addFrame(storedBytes: UInt32, textBytes: UInt32, firstEvent: Int64) {
    seek.entries.append(SeekTable.Entry(storedBytes: storedBytes, textBytes: textBytes))
    index.entries.append(EventIndex.Entry(firstEvent: firstEvent, latest: latest))
  }

  /// Lists the table's own two frames too, which a table read from a file leaves out.
  mutating func addOwnFrames() {
    index.entries.append(EventIndex.Entry(firstEvent: index.nextEvent, latest: latest))
    let seekBytes = SeekTable.frameBytes(count: seek.entries.count)
    addFrame(storedBytes: UInt32(seekBytes), textBytes: 0, firstEvent: index.nextEvent)
  }

  /// The index and the seek table as the skippable frames that end a file.
  var frames: [UInt8] {
    let indexFrame = index.frame
    var listed = seek
    listed.entries.append(
      SeekTable.Entry(storedBytes: UInt32(indexFrame.count), textBytes: 0))
    return indexFrame + listed.frame
  }
}
