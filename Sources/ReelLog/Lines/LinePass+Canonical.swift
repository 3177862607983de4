import ReelEvents

/// The fast path: canonical lines of the frequent kinds.
extension LinePass {
  /// Scans one line and its line feed; false if it has another form, when no event was added.
  @inline(__always)
  mutating func scanCanonicalLine(_ cursor: inout LineCursor, of text: [UInt8]) -> Bool {
    let start = cursor.position
    guard cursor.skipLineStart(), let instant = cursor.time(&day),
      let device = device(&cursor), let stem = stem(&cursor)
    else { return false }
    var row = LineColumns.Row(
      kind: stem.kind, instant: instant, device: device, store: stem.store)
    switch stem.kind {
    case .storeSet, .storeRead, .storeRemove:
      guard let key = key(&cursor) else { return false }
      row.key = key
      if cursor.skipValueStart() {
        guard stem.kind != .storeRemove,
          let value = scanCell(of: key, stem.kind, &cursor, of: text)
        else { return false }
        row.value = value
      } else if stem.kind == .storeSet {
        return false
      }
    case .entitlementRead, .ruleRead:
      guard let rule = key(&cursor), let answer = cursor.answer() else { return false }
      row.key = rule
      row.value = answer
    default:
      guard let id = cursor.plainText() else { return false }
      let isMessage = stem.kind == .messageSent || stem.kind == .messageReceived
      row.detail = Int32(truncatingIfNeeded: isMessage ? messages.count : applies.count)
      guard
        let end = isMessage
          ? scanMessage(id, stem.kind, device, cursor, of: text)
          : scanHalf(by: id, stem.kind, device, cursor, of: text)
      else { return false }
      cursor.position = end
    }
    guard cursor.skipEndOfLine() else { return false }
    columns.append(row, line: Range(uncheckedBounds: (start, cursor.position &- 1)))
    return true
  }

  /// Scans the value of a line that has one key.
  @inline(__always)
  private mutating func scanCell(
    of key: Int32, _ kind: EventKind, _ cursor: inout LineCursor, of text: [UInt8]
  ) -> Int32? {
    if let value = scanTruth(&cursor) { return value }
    // What is written is mostly new, what is read is mostly not.
    if kind == .storeRead, let value = takeLastValue(of: key, &cursor) { return value }
    guard let (value, end) = scanNewValue(of: key, cursor, depth: 1, of: text) else { return nil }
    cursor.position = end
    return value
  }

  /// Scans the value that the key had last, or any other one that stands inside `depth` containers.
  @inline(__always)
  mutating func scanValue(
    of key: Int32, _ cursor: inout LineCursor, depth: Int, of text: [UInt8]
  ) -> Int32? {
    if let value = scanTruth(&cursor) { return value }
    if let value = takeLastValue(of: key, &cursor) { return value }
    guard let (value, end) = scanNewValue(of: key, cursor, depth: depth, of: text) else {
      return nil
    }
    cursor.position = end
    return value
  }

  /// Scans `true` or `false`.
  @inline(__always)
  private mutating func scanTruth(_ cursor: inout LineCursor) -> Int32? {
    let next = cursor.next
    guard next == UInt8(ascii: "t") || next == UInt8(ascii: "f") else { return nil }
    let start = cursor.position
    if cursor.skip("true") {
      if truth.yes < 0 { truth.yes = value(start..<cursor.position, cursor) }
      return truth.yes
    }
    guard cursor.skip("false") else { return nil }
    if truth.no < 0 { truth.no = value(start..<cursor.position, cursor) }
    return truth.no
  }

  /// Scans the value that the key had last.
  @inline(__always)
  private func takeLastValue(of key: Int32, _ cursor: inout LineCursor) -> Int32? {
    let last = lastValues[Int(key)]
    guard last >= 0 else { return nil }
    let range = values[Int(last)].range
    guard range.upperBound <= cursor.end, cursor.skip(cursor.bytes(range)) else { return nil }
    if cursor.endsMember { return last }
    cursor.position &-= range.count
    return nil
  }

  /// Scans any value.
  @inline(never)
  private mutating func scanNewValue(
    of key: Int32, _ start: LineCursor, depth: Int, of text: [UInt8]
  ) -> (value: Int32, end: Int)? {
    var cursor = start
    let isArray = cursor.next == UInt8(ascii: "[")
    let isContainer = isArray || cursor.next == UInt8(ascii: "{")
    if isContainer, let known = large.find(cursor, depth: depth) {
      let end = cursor.position + known.count
      let value = value(cursor.position..<end, known.digest, cursor)
      lastValues[Int(key)] = value
      return (value, end)
    }
    guard
      cursor.skipPlainText() || cursor.skipDate(memo)
        || (isArray
          ? large.skipArray(&cursor, depth: depth, memo)
          : cursor.skipCanonicalValue(depth: depth, memo))
        || skipUncommonValue(&cursor, from: start.position, depth: depth, of: text)
    else { return nil }
    let range = start.position..<cursor.position
    let bytes = UnsafeRawBufferPointer(cursor.bytes(range))
    let value: Int32
    if bytes.count > TextDigest.smallSizeMax {
      let digest = TextDigest(bytes)
      if isContainer { large.add(cursor.bytes(range), digest, depth: depth, isArray: isArray) }
      value = self.value(range, digest, cursor)
    } else {
      value = self.value(range, ByteHash.of(bytes), cursor)
    }
    lastValues[Int(key)] = value
    return (value, cursor.position)
  }

  /// Passes a value that turns out to be canonical once it is decoded: a number of many digits.
  private mutating func skipUncommonValue(
    _ cursor: inout LineCursor, from start: Int, depth: Int, of text: [UInt8]
  ) -> Bool {
    cursor.position = start
    var reader = JSONReader(text, range: start..<cursor.endOfLine, depth: depth)
    do {
      let canonical = try reader.readValue().canonicalBytes
      return canonical.withUnsafeBufferPointer { cursor.skip($0) }
        && cursor.position == reader.position
    } catch {
      return false  // The slow path says what is wrong, with its place in the line.
    }
  }
}

extension LineCursor {
  /// Passes the answer of a rule, if there is one: 0, 1, or -1 for none; nil for another text.
  @inline(__always)
  fileprivate mutating func answer() -> Int32? {
    guard skip(",\"answer\":") else { return -1 }
    if skip("true") { return 1 }
    return skip("false") ? 0 : nil
  }
}
