import ReelEvents

/// One pass over the lines of a batch, and the buffers that the next one will use again.
///
/// All that a line touches is trivial and stands here, so that nothing is counted, checked or moved
/// for it. Whoever makes a pass frees it.
struct LinePass {
  var columns = LineColumns()
  /// The distinct names, and of each one the value that it had last, as a key: its id, or -1.
  var names = Run<ByteRange>(room: 256)
  var lastValues = Run<Int32>(room: 256)
  var nameTable = InternTable()
  /// The distinct values.
  var values = Run<ByteRange>(room: 1024)
  /// The texts of those that are small, once more.
  var smallValues = Run<UInt8>(room: 16_384)
  var valueTable = InternTable()
  /// The digests of the large ones.
  var digests = Run<ValueDigest>(room: 16)
  /// The ids of `true` and `false`; -1 where they did not come yet.
  var truth: (yes: Int32, no: Int32) = (-1, -1)
  var messages = Run<MessageColumns>(room: 256)
  var applies = Run<ApplyColumns>(room: 256)
  /// Members, and of each the place in its text where it ends: from the first member's start on.
  var members = Run<PayloadMember>(room: 4096)
  var ends = Run<Int32>(room: 4096)
  /// Where payloads differ from the ones that they were compared with.
  var places = Run<Int32>(room: 256)
  /// How many members were no successors of others: they have keys that had to be looked up.
  var newKeyCount = 0
  var links = PayloadLinks()
  /// The day of the last line, and what values were met with.
  var day = LineCursor.DayMemo()
  let memo = ValueMemo()
  var large = LargeMemo()
  /// Devices as lines name them, frequent kinds up to the text that follows, keys with a quote.
  var devices = TextMemo()
  var stems = TextMemo()
  var keys = TextMemo()
  /// The kind of each stem.
  var kinds = Run<EventKind>(room: 16)
  /// Canonical copies that will follow the lines in the batch's text.
  var copies = Run<UInt8>(room: 1024)

  init() { learnStems() }

  func free() {
    columns.free()
    names.free()
    lastValues.free()
    nameTable.free()
    values.free()
    smallValues.free()
    valueTable.free()
    digests.free()
    messages.free()
    applies.free()
    members.free()
    ends.free()
    places.free()
    links.free()
    memo.free()
    large.free()
    devices.free()
    stems.free()
    keys.free()
    kinds.free()
    copies.free()
  }

  mutating func reset() {
    columns.removeAll()
    names.count = 0
    lastValues.count = 0
    nameTable.removeAll()
    values.count = 0
    smallValues.count = 0
    valueTable.removeAll()
    digests.count = 0
    truth = (-1, -1)
    messages.count = 0
    applies.count = 0
    members.count = 0
    ends.count = 0
    places.count = 0
    links.removeAll()
    memo.removeAll()
    devices.removeAll()
    keys.removeAll()
    copies.count = 0
  }

  /// Scans lines from the cursor to the end; what is rare goes to `batch` at once.
  mutating func scanLines(
    _ start: LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> LineScan {
    var scan = LineScan()
    var cursor = start
    var index = 0
    while !cursor.isAtEnd {
      let lineStart = cursor.position
      if !scanCanonicalLine(&cursor, of: text) {
        cursor.position = lineStart
        let line = lineStart..<cursor.endOfLine
        cursor.skipLine()
        do {
          try decodeLine(line, of: text, at: cursor, into: &batch, noting: &scan)
        } catch {
          scan.note(error, index: index)
          batch.leaveOutLine(before: columns.count)
        }
      }
      index &+= 1
    }
    scan.lineCount = Int64(index)
    return scan
  }

  /// Adds what was scanned to an empty batch.
  func fill(_ batch: inout EventBatch) {
    columns.fill(&batch)
    batch.names.append(names)
    batch.values.append(values)
    batch.smallValues.append(smallValues)
    batch.valueHashes.append(valueTable.hashes)
    batch.digests.append(digests)
    batch.messages.append(messages)
    batch.applies.append(applies)
    batch.members.append(members)
    batch.places.append(places)
  }

  /// Adds the copies to the lines that were scanned.
  func appendCopies(to text: inout [UInt8]) { text.append(copies) }
}

extension EventBatch {
  fileprivate mutating func leaveOutLine(before row: Int) {
    if gaps.last?.row == row {
      gaps[gaps.count - 1].lines += 1
    } else {
      gaps.append(Gap(row: row, lines: 1 + (gaps.last?.lines ?? 0)))
    }
  }
}
