import ReelEvents

/// What the lines of a frame come to, for whoever holds them against an index.
struct LineExaminer {
  /// How many events end in the frame.
  private(set) var eventCount: Int64 = 0
  /// The latest time of them, microseconds since 1970; the lowest Int64 where none tells.
  private(set) var latest = Int64.min
  /// Whether the last frame has left a line open.
  private(set) var isOpen = false
  /// Whether the header's line is still to come.
  private var isAtHeader = true

  /// Begins a frame.
  mutating func begin() { (eventCount, latest) = (0, .min) }

  /// Begins a frame behind one that could not be read.
  mutating func lose() { (isOpen, isAtHeader) = (false, false) }

  /// Adds text of the frame. A line that began in another piece of text tells no time.
  mutating func add(_ text: [UInt8], _ instant: (ArraySlice<UInt8>) -> Instant?) {
    var rest = text[...]
    while let end = rest.firstIndex(of: LineFeeds.byte) {
      if !isAtHeader {
        eventCount += 1
        if !isOpen { latest = max(latest, instant(rest[..<end])?.microseconds ?? .min) }
      }
      (isOpen, isAtHeader) = (false, false)
      rest = rest[(end + 1)...]
    }
    isOpen = isOpen || !rest.isEmpty
  }
}
