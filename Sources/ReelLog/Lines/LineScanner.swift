public import ReelEvents

/// Turns whole lines into the columns of a batch: the hot path of every reader.
///
/// Canonical lines of the kinds that fill a recording are scanned where they stand, without an
/// allocation for each event. All others are decoded whole, and canonical copies of what they say
/// are added to the batch's text. Both ways give the same events. A scanner keeps its buffers from
/// batch to batch and serves one thread.
public struct LineScanner: Sendable {
  /// What will be the columns, a row for each event.
  var rows: [Row] = []
  var names = InternTable()
  var values = InternTable()
  /// Canonical copies that will follow the lines in the batch's text.
  var copies: [UInt8] = []
  /// Where a copy is made before it is known whether it is needed.
  var scratch: [UInt8] = []
  var day = LineCursor.DayMemo()
  /// The devices met last, as lines name them.
  var devices: [DeviceStem] = []
  /// The value that each name had last, as a key: its id, or -1.
  var lastValues: [Int32] = []
  var links = PayloadLinks()

  /// One event of the columns.
  struct Row {
    var kind: EventKind
    var instant: Int64
    var device: Int32
    var store: Int32 = -1
    var key: Int32 = -1
    var value: Int32 = -1
    var detail: Int32 = -1
    var line = ByteRange(start: 0, count: 0)
  }

  /// A scanner with empty buffers.
  public init() {}

  /// Fills the columns of `batch` from its text, whole lines each ended by a line feed.
  ///
  /// Lines that are no events are left out of the columns, but keep their numbers.
  /// Complexity: O(bytes).
  public mutating func scan(_ batch: inout EventBatch) -> LineScan {
    var text: [UInt8] = []
    swap(&text, &batch.text)
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    let (number, isVerified) = (batch.firstNumber, batch.isVerified)
    batch.removeAll()
    (batch.firstNumber, batch.isVerified) = (number, isVerified)
    batch.lineBytes = text.count
    reset()
    let scan = text.withUnsafeBufferPointer { bytes in
      bytes.isEmpty
        ? nil
        : bytes.baseAddress.map { scanLines(LineCursor(bytes, at: $0), of: text, into: &batch) }
    }
    batch.setColumns(rows)
    batch.valueHashes += values.hashes
    text.append(contentsOf: copies)
    swap(&text, &batch.text)
    return scan ?? LineScan()
  }

  private mutating func reset() {
    rows.removeAll(keepingCapacity: true)
    names.removeAll()
    values.removeAll()
    copies.removeAll(keepingCapacity: true)
    devices.removeAll(keepingCapacity: true)
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
          batch.leaveOutLine(before: rows.count)
        }
      }
      index += 1
    }
    scan.lineCount = Int64(index)
    return scan
  }
}

extension EventBatch {
  fileprivate mutating func leaveOutLine(before row: Int) {
    if gaps.last?.row == row {
      gaps[gaps.count - 1].lines += 1
    } else {
      gaps.append(Gap(row: row, lines: 1 + (gaps.last?.lines ?? 0)))
    }
  }

  /// Fills the columns from `rows`.
  fileprivate mutating func setColumns(_ rows: [LineScanner.Row]) {
    kinds.fill(from: rows, blank: .unknown) { $0.kind }
    instants.fill(from: rows, blank: 0) { $0.instant }
    devices.fill(from: rows, blank: 0) { $0.device }
    stores.fill(from: rows, blank: 0) { $0.store }
    keys.fill(from: rows, blank: 0) { $0.key }
    valueIndices.fill(from: rows, blank: 0) { $0.value }
    details.fill(from: rows, blank: 0) { $0.detail }
    lines.fill(from: rows, blank: ByteRange(start: 0, count: 0)) { $0.line }
  }
}

extension Array {
  /// Fills an empty array with a part of each row, in its old buffer if that is large enough.
  @inline(__always)
  fileprivate mutating func fill(
    from rows: [LineScanner.Row], blank: Element, _ part: (LineScanner.Row) -> Element
  ) {
    append(contentsOf: repeatElement(blank, count: rows.count))
    withUnsafeMutableBufferPointer { column in
      for index in rows.indices { column[index] = part(rows[index]) }
    }
  }
}
