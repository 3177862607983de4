import ReelEvents

/// Holds the frames of a file, as they come, against its seek table and its index.
struct TableExaminer {
  /// A frame as it is in the file.
  struct Frame {
    var offset: Int64
    /// Its number among all frames, from 0.
    var number: Int64
    var storedBytes: Int64
    var textBytes: Int64
    /// Its checksum, which is the one that a seek table would list for it.
    var checksum: UInt32?
    var eventCount: Int64
    /// The latest time of its events.
    var latest: Int64
  }

  /// Whether the frame that was passed last is marked as a seek table and ends the file.
  var endsWithSeekTable = false

  private let file: FileReader
  private let report: (FileFault) -> Void
  private let seek: SeekTable?
  private let index: EventIndex?
  /// The entry that comes next, and where its frame begins by the table.
  private var cursor = 0
  private var listedOffset: Int64 = 0
  /// The number that the next event has; nil behind a loss of which nothing tells the extent.
  private var nextEvent: Int64? = 1
  private var latest = Int64.min

  init(_ file: FileReader, _ report: @escaping (FileFault) -> Void) throws(LogError) {
    self.file = file
    self.report = report
    seek = try SeekTable(endOf: file)
    index = try FrameTable(endOf: file)?.index
  }

  /// Holds `frame` against its entries.
  mutating func pass(_ frame: Frame) {
    latest = max(latest, frame.latest)
    advance(to: frame.offset)
    if let seek, cursor < seek.entries.count {
      if listedOffset == frame.offset {
        compare(frame, seek)
      } else {
        reportTable(
          frame, expected: "a frame at byte \(listedOffset), as the seek table lists it",
          found: "one at byte \(frame.offset)")
      }
    }
    nextEvent = nextEvent.map { $0 + frame.eventCount }
  }

  /// Passes bytes that could not be read: what the index says of them is believed.
  /// - Returns: how many events are lost; nil if nothing tells.
  mutating func lose(from start: Int64, upTo end: Int64) -> Int64? {
    advance(to: end)
    let before = nextEvent
    nextEvent = nil
    guard let index, listedOffset == end, cursor > 0, cursor <= index.entries.count else {
      return nil
    }
    let next = cursor < index.entries.count ? index.entries[cursor].firstEvent : index.nextEvent
    nextEvent = next
    latest = max(latest, index.entries[cursor - 1].latest)
    return before.map { max(0, next - $0) }
  }

  /// Says what is to be said of the tables as a whole, once every frame was passed.
  mutating func finish() throws(LogError) {
    guard let seek else {
      report(
        endsWithSeekTable
          ? FileFault(
            .seekTable, offset: file.size, expected: "a seek table whose lengths add up",
            found: "one that cannot be right")
          : FileFault(
            .noSeekTable, offset: file.size, expected: "a seek table at the end", found: "none"))
      return
    }
    guard let index else { return try reportMissingIndex(seek) }
    if let nextEvent, nextEvent != index.nextEvent {
      report(
        FileFault(
          .index, offset: file.size, expected: "\(nextEvent - 1) events, as there are",
          found: "an index of \(index.nextEvent - 1)"))
    }
  }

  private mutating func advance(to offset: Int64) {
    guard let seek else { return }
    while listedOffset < offset, cursor < seek.entries.count {
      listedOffset += Int64(seek.entries[cursor].storedBytes)
      cursor += 1
    }
  }

  private func compare(_ frame: Frame, _ seek: SeekTable) {
    let entry = seek.entries[cursor]
    if Int64(entry.storedBytes) != frame.storedBytes {
      reportTable(
        frame, expected: "a seek table that lists \(frame.storedBytes) bytes stored",
        found: "one that lists \(entry.storedBytes)")
    }
    if Int64(entry.textBytes) != frame.textBytes {
      reportTable(
        frame, expected: "a seek table that lists \(frame.textBytes) bytes of text",
        found: "one that lists \(entry.textBytes)")
    }
    if let checksum = frame.checksum, cursor < seek.checksums.count,
      seek.checksums[cursor] != checksum
    {
      reportTable(
        frame, expected: "the checksum of the frame in the seek table", found: "another one")
    }
    guard let index, cursor < index.entries.count else { return }
    if let nextEvent, index.entries[cursor].firstEvent != nextEvent {
      reportIndex(
        frame, expected: "event \(nextEvent) as the first one",
        found: "an index that says \(index.entries[cursor].firstEvent)")
    }
    if index.entries[cursor].latest != latest {
      reportIndex(
        frame, expected: "the latest time so far, \(Self.text(latest))",
        found: "an index that says \(Self.text(index.entries[cursor].latest))")
    }
  }

  /// An index of ours that cannot be read is a fault, none at all is not.
  private func reportMissingIndex(_ seek: SeekTable) throws(LogError) {
    var head: [UInt8] = []
    let start = seek.storedBytes - Int64(seek.entries.last?.storedBytes ?? 0)
    try file.read(16, at: start, appendingTo: &head)
    report(
      EventIndex.begins(head)
        ? FileFault(
          .index, offset: start, expected: "an index whose checksum holds",
          found: "one that cannot be right")
        : FileFault(
          .noIndex, offset: start, expected: "an index before the seek table", found: "none"))
  }

  private func reportTable(_ frame: Frame, expected: String, found: String) {
    report(
      FileFault(
        .seekTable, offset: frame.offset, frame: frame.number, expected: expected, found: found))
  }

  private func reportIndex(_ frame: Frame, expected: String, found: String) {
    report(
      FileFault(
        .index, offset: frame.offset, frame: frame.number, expected: expected, found: found))
  }

  private static func text(_ microseconds: Int64) -> String {
    microseconds == .min ? "none" : Instant(microseconds: microseconds).description
  }
}
