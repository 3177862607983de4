public import ReelEvents

/// Events from lines in memory.
public struct LineSource: EventSource {
  /// The header that the events follow.
  public let header: RecordingHeader
  private let lines: [UInt8]
  private var position = 0
  private var number: Int64 = 1
  private var scanner = LineScanner()

  /// The events of `lines`, each ended by a line feed.
  public init(header: RecordingHeader, lines: [UInt8]) {
    self.header = header
    self.lines = lines
  }

  /// The events `events`.
  public init(header: RecordingHeader, events: [Event]) {
    var lines: [UInt8] = []
    for event in events {
      EventLine.append(event, to: &lines)
      lines.append(LineFeeds.byte)
    }
    self.init(header: header, lines: lines)
  }

  /// Fills `batch` with the events of the next lines, about 2 MiB of them; false at the end, when
  /// `batch` is left empty.
  /// - Throws: `badLine` of no path, with line and offset in the line.
  public mutating func next(into batch: inout EventBatch) throws(LogError) -> Bool {
    batch.removeAll()
    guard position < lines.count else { return false }
    let target = min(position + Limits.frameBytesTarget, lines.count)
    let lastFeed = lines[(target - 1)...].firstIndex(of: LineFeeds.byte) ?? lines.count - 1
    let end = lastFeed + 1
    batch.text += lines[position..<end]
    batch.firstNumber = number
    position = end
    let scan = scanner.scan(&batch)
    if let bad = scan.badLines.first {
      // The header would be line 1.
      throw LogError(badLine: bad.fault, line: number + Int64(bad.index) + 1)
    }
    number += Int64(batch.count)
    return true
  }
}
