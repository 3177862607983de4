import ReelEvents

/// The fast path of the two halves of applying a message.
extension LineScanner {
  /// Scans what follows the id of the message, which stands at `id`.
  mutating func scanHalf(
    by id: Range<Int>, _ row: inout Row, _ cursor: inout LineCursor, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Bool {
    let first = batch.members.count
    let isCleared = row.kind == .storeCleared
    let link = isCleared ? PayloadLinks.cleared : PayloadLinks.applied
    let isWhole =
      isCleared
      ? cursor.skip(",\"keys\":[") && scanKeys(row.device, &cursor, into: &batch)
      : cursor.skip(",\"values\":{")
        && scanMembers(row.device, link, &cursor, of: text, into: &batch)
    guard isWhole, cursor.endsLine else {
      drop(first, &batch)
      return false
    }
    let members = first..<batch.members.count
    links.remember(row.device, link, members)
    row.detail = Int32(truncatingIfNeeded: batch.applies.count)
    batch.applies.append(ApplyColumns(by: ByteRange(id), members: members))
    return true
  }

  /// Scans removed keys, in any order, and the bracket that ends them.
  private mutating func scanKeys(
    _ device: Int32, _ cursor: inout LineCursor, into batch: inout EventBatch
  ) -> Bool {
    if cursor.skip(UInt8(ascii: "]")) { return true }
    var before = links.members(device, PayloadLinks.cleared)
    repeat {
      if takeEqualMembers(&before, &cursor, into: &batch) != nil { continue }
      let start = cursor.position
      guard cursor.skip(UInt8(ascii: "\"")), let keyRange = cursor.plainText() else { return false }
      let key = name(keyRange, cursor, &batch)
      batch.members.append(PayloadMember(key: key, value: -1))
      links.texts.append(ByteRange(start..<cursor.position))
      passMembers(&before, upTo: keyRange, cursor, batch)
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.skip(UInt8(ascii: "]"))
  }
}
