internal import ReelEvents

/// The fast path: canonical lines of the frequent kinds.
extension LineScanner {
  /// One row of the columns.
  struct Row {
    var kind: EventKind
    var instant: Int64
    var device: Int32
    var store: Int32 = -1
    var key: Int32 = -1
    var value: Int32 = -1
    var detail: Int32 = -1
  }

  /// Scans one line and its line feed; false if it has another form, when nothing was added to the
  /// columns.
  mutating func scanCanonicalLine(
    _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    let start = cursor.position
    guard cursor.skip("{\"at\":\""), let instant = cursor.time(&day),
      cursor.skip("\",\"device\":\""), let device = device(&cursor, &batch),
      cursor.skip(",\"event\":\""), let kind = cursor.frequentKind()
    else { return false }
    var row = Row(kind: kind, instant: instant, device: device)
    let isCanonical =
      switch kind {
      case .storeSet, .storeRemove, .storeRead: scanStore(&row, &cursor, of: text, into: &batch)
      case .entitlementRead, .ruleRead: scanAnswer(&row, &cursor, into: &batch)
      case .messageSent, .messageReceived: scanMessage(&row, &cursor, of: text, into: &batch)
      default: false
      }
    guard isCanonical, cursor.skip("}\n") else { return false }
    batch.append(row, line: start..<cursor.position - 1)
    return true
  }

  @inline(__always)
  private mutating func device(_ cursor: inout LineCursor, _ batch: inout EventBatch) -> Int32? {
    if lastDevice >= 0 {
      let range = batch.names[Int(lastDevice)].range
      let start = cursor.position
      if range.upperBound < batch.lineBytes, cursor.skip(cursor.bytes(range)) {
        if cursor.skip(UInt8(ascii: "\"")) { return lastDevice }
        cursor.position = start
      }
    }
    guard let range = cursor.plainText() else { return nil }
    lastDevice = name(range, cursor, &batch)
    return lastDevice
  }

  private mutating func scanStore(
    _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    if cursor.skip(",\"store\":\"") {
      guard let range = cursor.plainText() else { return false }
      // `defaults` is never written, only read.
      if cursor.bytes(range).elementsEqual("defaults".utf8) { return false }
      row.store = name(range, cursor, &batch)
    }
    guard cursor.skip(",\"key\":\""), let range = cursor.plainText() else { return false }
    row.key = name(range, cursor, &batch)
    if row.kind == .storeRemove { return true }
    guard cursor.skip(",\"value\":") else { return row.kind == .storeRead }
    return scanValue(&row, &cursor, of: text, into: &batch)
  }

  /// Scans a value that ends its line.
  private mutating func scanValue(
    _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    let start = cursor.position
    let last = lastValues[Int(row.key)]
    if last >= 0 {
      let range = batch.values[Int(last)].range
      if range.upperBound < batch.lineBytes, cursor.skip(cursor.bytes(range)) {
        if cursor.endsLine {
          row.value = last
          return true
        }
        cursor.position = start
      }
    }
    if cursor.skipCanonicalValue(depth: 1)
      || skipUncommonValue(&cursor, from: start, depth: 1, of: text)
    {
      row.value = value(start..<cursor.position, cursor, &batch)
      lastValues[Int(row.key)] = row.value
      return true
    }
    return false
  }

  /// Passes a value that turns out to be canonical once it is decoded: numbers of many digits, data.
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

  private mutating func scanAnswer(
    _ row: inout Row, _ cursor: inout LineCursor, into batch: inout EventBatch
  ) -> Bool {
    guard cursor.skip(",\"rule\":\""), let range = cursor.plainText() else { return false }
    row.key = name(range, cursor, &batch)
    if cursor.skip(",\"answer\":") {
      if cursor.skip("true") {
        row.value = 1
      } else if cursor.skip("false") {
        row.value = 0
      } else {
        return false
      }
    }
    return true
  }
}

extension LineCursor {
  /// Passes the word of a frequent kind and its quote; nil for any other.
  @inline(__always)
  fileprivate mutating func frequentKind() -> EventKind? {
    if skip("store.set\"") { return .storeSet }
    if skip("store.read\"") { return .storeRead }
    if skip("message.sent\"") { return .messageSent }
    if skip("message.received\"") { return .messageReceived }
    if skip("entitlement.read\"") { return .entitlementRead }
    if skip("store.remove\"") { return .storeRemove }
    if skip("rule.read\"") { return .ruleRead }
    return nil
  }
}

extension EventBatch {
  /// Adds one row to the columns.
  @inline(__always)
  mutating func append(_ row: LineScanner.Row, line: Range<Int>) {
    kinds.append(row.kind)
    instants.append(row.instant)
    devices.append(row.device)
    stores.append(row.store)
    keys.append(row.key)
    valueIndices.append(row.value)
    details.append(row.detail)
    lines.append(ByteRange(line))
  }
}
