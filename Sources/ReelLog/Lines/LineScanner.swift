public import ReelEvents

/// Turns whole lines into the columns of a batch: the hot path of every reader.
///
/// Canonical lines of the kinds that fill a recording are scanned where they stand, without an
/// allocation for each event. All others are decoded whole, and canonical copies of what they say
/// are added to the batch's text. Both ways give the same events. A scanner keeps its buffers from
/// batch to batch and serves one thread.
public struct LineScanner: Sendable {
  var names = InternTable()
  var values = InternTable()
  /// Canonical copies that will follow the lines in the batch's text.
  var copies: [UInt8] = []
  /// Where a copy is made before it is known whether it is needed.
  var scratch: [UInt8] = []
  var day = LineCursor.DayMemo()
  /// The device of the last line, which most often is the next one's too: its id, or -1.
  var lastDevice: Int32 = -1
  /// The value that each name had last, as a key: its id, or -1.
  var lastValues: [Int32] = []
  var links = PayloadLinks()

  /// A scanner with empty buffers.
  public init() {}

  /// Fills the columns of `batch` from its text, whole lines each ended by a line feed.
  ///
  /// An event's number is its place among the events: a bad line takes none.
  /// Complexity: O(bytes).
  public mutating func scan(_ batch: inout EventBatch) -> LineScan {
    var text: [UInt8] = []
    swap(&text, &batch.text)
    let (number, isVerified) = (batch.firstNumber, batch.isVerified)
    batch.removeAll()
    (batch.firstNumber, batch.isVerified) = (number, isVerified)
    batch.lineBytes = text.count
    reset()
    let scan = text.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { scanLines(LineCursor(bytes, at: $0), of: text, into: &batch) }
    }
    text.append(contentsOf: copies)
    swap(&text, &batch.text)
    return scan ?? LineScan()
  }

  private mutating func reset() {
    names.removeAll()
    values.removeAll()
    copies.removeAll(keepingCapacity: true)
    lastDevice = -1
    lastValues.removeAll(keepingCapacity: true)
    links.removeAll()
  }

  private mutating func scanLines(
    _ start: LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> LineScan {
    var scan = LineScan()
    var cursor = start
    var index = 0
    while !cursor.isAtEnd {
      let lineStart = cursor.position
      if !scanCanonicalLine(&cursor, of: text, into: &batch) {
        cursor.position = lineStart
        let line = lineStart..<cursor.endOfLine
        cursor.skipLine()
        do {
          try decodeLine(line, of: text, at: cursor, into: &batch, noting: &scan)
        } catch {
          scan.note(error, index: index)
        }
      }
      index += 1
    }
    return scan
  }
}
