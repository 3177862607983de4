import ReelEvents

/// The fast path: canonical lines of the frequent kinds.
extension LineScanner {
  /// Scans one line and its line feed; false if it has another form, when no event was added.
  mutating func scanCanonicalLine(
    _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    let start = cursor.position
    guard cursor.skip("{\"at\":\""), let instant = cursor.time(&day),
      let stem = stem(&cursor, &batch), let subject = cursor.plainText()
    else { return false }
    var row = Row(kind: stem.kind, instant: instant, device: stem.device, store: stem.store)
    switch stem.kind {
    case .messageSent, .messageReceived:
      guard scanMessage(subject, &row, &cursor, of: text, into: &batch) else { return false }
    case .storeCleared, .storeApplied:
      guard scanHalf(by: subject, &row, &cursor, of: text, into: &batch) else { return false }
    case .entitlementRead, .ruleRead:
      row.key = name(subject, cursor, &batch)
      guard scanAnswer(&row, &cursor) else { return false }
    default:
      row.key = name(subject, cursor, &batch)
      if cursor.skip(",\"value\":") {
        guard scanValue(&row, &cursor, of: text, into: &batch) else { return false }
      } else if stem.kind == .storeSet {
        return false
      }
    }
    guard cursor.skipEndOfLine() else { return false }
    row.line = ByteRange(start..<cursor.position - 1)
    rows.append(row)
    return true
  }

  private mutating func scanValue(
    _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    guard row.kind != .storeRemove,
      let value = scanValue(of: row.key, &cursor, depth: 1, of: text, into: &batch)
    else { return false }
    row.value = value
    return true
  }

  /// Scans the value that the key had last, or any other one that stands inside `depth` containers.
  @inline(__always)
  mutating func scanValue(
    of key: Int32, _ cursor: inout LineCursor, depth: Int, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Int32? {
    let start = cursor.position
    let last = lastValues[Int(key)]
    if last >= 0 {
      let range = batch.values[Int(last)].range
      if range.upperBound <= batch.lineBytes, cursor.skip(cursor.bytes(range)) {
        if cursor.endsMember { return last }
        cursor.position = start
      }
    }
    guard
      cursor.skipCanonicalValue(depth: depth)
        || skipUncommonValue(&cursor, from: start, depth: depth, of: text)
    else { return nil }
    let value = value(start..<cursor.position, cursor, &batch)
    lastValues[Int(key)] = value
    return value
  }

  /// Passes a value that turns out to be canonical once it is decoded: a number of many digits.
  mutating func skipUncommonValue(
    _ cursor: inout LineCursor, from start: Int, depth: Int, of text: [UInt8]
  ) -> Bool {
    cursor.position = start
    var reader = JSONReader(text, range: start..<cursor.endOfLine, depth: depth)
    scratch.removeAll(keepingCapacity: true)
    do {
      try reader.readValue().appendCanonical(to: &scratch)
    } catch {
      return false  // The slow path says what is wrong, with its place in the line.
    }
    return scratch.withUnsafeBufferPointer { cursor.skip($0) } && cursor.position == reader.position
  }

  private func scanAnswer(_ row: inout Row, _ cursor: inout LineCursor) -> Bool {
    guard cursor.skip(",\"answer\":") else { return true }
    if cursor.skip("true") {
      row.value = 1
    } else if cursor.skip("false") {
      row.value = 0
    } else {
      return false
    }
    return true
  }
}
