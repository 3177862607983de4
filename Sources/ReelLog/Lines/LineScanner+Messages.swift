internal import ReelEvents

/// The fast path of messages.
extension LineScanner {
  /// Scans what follows the message's id, which stands at `id`.
  mutating func scanMessage(
    _ id: Range<Int>, _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Bool {
    var columns = MessageColumns(
      id: ByteRange(id), channel: .context, to: -1, key: -1, suppressed: nil,
      isInterrupted: false, payload: nil, members: batch.members.count..<batch.members.count)
    guard cursor.skip(",\"channel\":\""), let channel = cursor.channel() else { return false }
    columns.channel = channel
    if row.kind == .messageSent {
      guard cursor.skip(",\"to\":\""), let range = cursor.plainText() else { return false }
      columns.to = name(range, cursor, &batch)
    }
    if cursor.skip(",\"key\":\"") {
      guard let range = cursor.plainText() else { return false }
      columns.key = name(range, cursor, &batch)
    }
    if row.kind == .messageReceived {
      if cursor.skip(",\"reason\":\""), cursor.plainText() == nil { return false }
      columns.isInterrupted = cursor.skip(",\"interrupted\":true")
    }
    if cursor.skip(",\"suppressed\":\"") {
      guard let suppressed = cursor.suppression() else { return false }
      columns.suppressed = suppressed
    }
    if cursor.skip(",\"payload\":") {
      guard scanPayload(&columns, row.device, &cursor, of: text, into: &batch) else {
        return false
      }
    }
    guard cursor.endsLine else {
      drop(columns.members.lowerBound, &batch)
      return false
    }
    row.detail = Int32(truncatingIfNeeded: batch.messages.count)
    batch.messages.append(columns)
    return true
  }

  /// Takes back the members from number `count` on.
  private mutating func drop(_ count: Int, _ batch: inout EventBatch) {
    links.forget(from: count)
    batch.members.removeLast(batch.members.count - count)
  }

  /// Scans a payload that is a dictionary without reserved keys.
  private mutating func scanPayload(
    _ columns: inout MessageColumns, _ device: Int32, _ cursor: inout LineCursor,
    of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    let start = cursor.position
    guard cursor.skip(UInt8(ascii: "{")) else { return false }
    let firstMember = batch.members.count
    guard scanMembers(device, columns.to, &cursor, of: text, into: &batch) else {
      drop(firstMember, &batch)
      return false
    }
    columns.payload = ByteRange(start..<cursor.position)
    columns.members = firstMember..<batch.members.count
    links.remember(device, columns.to, columns.members)
    return true
  }

  /// Scans the members and the brace that ends them.
  private mutating func scanMembers(
    _ device: Int32, _ to: Int32, _ cursor: inout LineCursor, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Bool {
    if cursor.skip(UInt8(ascii: "}")) { return true }
    var before = links.members(device, to)
    var lastKey: Range<Int>?
    repeat {
      if let last = takeEqualMembers(&before, &cursor, into: &batch) {
        lastKey = keyRange(of: last, &batch)
        continue
      }
      let start = cursor.position
      guard cursor.skip(UInt8(ascii: "\"")), cursor.next != UInt8(ascii: "$"),
        let keyRange = cursor.plainText(), cursor.skip(UInt8(ascii: ":"))
      else { return false }
      if let lastKey, !cursor.precedes(lastKey, keyRange) { return false }
      lastKey = keyRange
      let valueStart = cursor.position
      guard
        cursor.skipCanonicalValue(depth: 2)
          || skipUncommonValue(&cursor, from: valueStart, depth: 2, of: text)
      else { return false }
      let key = name(keyRange, cursor, &batch)
      let value = value(valueStart..<cursor.position, cursor, &batch)
      batch.members.append(PayloadMember(key: key, value: value))
      links.texts.append(ByteRange(start..<cursor.position))
      while let index = before.first, !cursor.precedes(keyRange, self.keyRange(of: index, &batch)) {
        before.removeFirst()
      }
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.skip(UInt8(ascii: "}"))
  }

  /// Takes the members that are written as the first of `before`, the members that may still come
  /// again: their ids are known. Gives the index of the last one; nil where there is none.
  @inline(__always)
  private mutating func takeEqualMembers(
    _ before: inout Range<Int>, _ cursor: inout LineCursor, into batch: inout EventBatch
  ) -> Int? {
    guard let first = before.first, let last = before.last else { return nil }
    let origin = Int(links.texts[first].start)
    let common = cursor.commonCount(with: origin..<links.texts[last].range.upperBound + 1)
    let shift = Int32(truncatingIfNeeded: cursor.position - origin)
    var index = first
    var length = 0
    while index <= last {
      let text = links.texts[index]
      let end = Int(text.start) &+ Int(text.count) &- origin
      if end >= common { break }
      let member = batch.members[index]
      batch.members.append(member)
      links.texts.append(ByteRange(start: text.start &+ shift, count: text.count))
      length = end
      index &+= 1
    }
    before = index..<last + 1
    cursor.position += length
    return length == 0 ? nil : index - 1
  }

  /// Where the key of a member of a remembered payload stands.
  @inline(__always)
  private func keyRange(of index: Int, _ batch: inout EventBatch) -> Range<Int> {
    let start = Int(links.texts[index].start) + 1
    return start..<start + Int(batch.names[Int(batch.members[index].key)].count)
  }
}

extension LineCursor {
  fileprivate mutating func channel() -> Channel? {
    if skip("context\"") { return .context }
    if skip("userInfo\"") { return .userInfo }
    if skip("complication\"") { return .complication }
    if skip("message\"") { return .message }
    if skip("kvs\"") { return .kvs }
    return nil
  }

  fileprivate mutating func suppression() -> Suppression? {
    guard let range = plainText() else { return nil }
    let text = bytes(range)
    return Suppression.allCases.first { text.elementsEqual($0.rawValue.utf8) }
  }
}
