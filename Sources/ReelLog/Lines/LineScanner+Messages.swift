internal import ReelEvents

/// The fast path of messages.
extension LineScanner {
  /// Scans the members of a message's line.
  mutating func scanMessage(
    _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8], into batch: inout EventBatch
  ) -> Bool {
    var columns = MessageColumns(
      id: nil, channel: .context, to: -1, key: -1, suppressed: nil, isInterrupted: false,
      payload: nil, members: batch.members.count..<batch.members.count)
    if cursor.skip(",\"message\":\"") {
      guard let range = cursor.plainText() else { return false }
      columns.id = ByteRange(range)
    } else if row.kind == .messageSent {
      return false
    }
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

  /// Scans the members and the brace that ends them. A member that is written as the next one of
  /// the payload before it on that link is that member, whose ids are known.
  private mutating func scanMembers(
    _ device: Int32, _ to: Int32, _ cursor: inout LineCursor, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Bool {
    if cursor.skip(UInt8(ascii: "}")) { return true }
    var before = links.members(device, to)
    var lastKey: Range<Int>?
    repeat {
      if let index = before.first, cursor.skipMember(links.texts[index].range) {
        batch.members.append(batch.members[index])
        links.texts.append(links.texts[index])
        lastKey = keyRange(of: index, &batch)
        before.removeFirst()
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
}

extension LineScanner {
  /// Where the key of a member of a remembered payload stands.
  @inline(__always)
  private func keyRange(of index: Int, _ batch: inout EventBatch) -> Range<Int> {
    let start = Int(links.texts[index].start) + 1
    return start..<start + Int(batch.names[Int(batch.members[index].key)].count)
  }
}

extension LineCursor {
  /// Passes the text at `range` if it comes next and a member ends there.
  @inline(__always)
  fileprivate mutating func skipMember(_ range: Range<Int>) -> Bool {
    let start = position
    guard skip(bytes(range)) else { return false }
    if next == UInt8(ascii: ",") || next == UInt8(ascii: "}") { return true }
    position = start
    return false
  }

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
