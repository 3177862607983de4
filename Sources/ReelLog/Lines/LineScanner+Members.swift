import ReelEvents

/// The fast path of the members of payloads and applies.
extension LineScanner {
  private static let room = [PayloadMember](
    repeating: PayloadMember(key: 0, value: 0), count: 64)

  /// Takes back the members from number `count` on.
  mutating func drop(_ count: Int, _ batch: inout EventBatch) {
    links.forget(from: count)
    batch.members.removeLast(batch.members.count - count)
  }

  /// Scans members that ascend by their keys, and the brace that ends them. Those that are written
  /// as the last ones from `device` to `to` are not read again.
  mutating func scanMembers(
    _ device: Int32, _ to: Int32, _ cursor: inout LineCursor, of text: [UInt8],
    into batch: inout EventBatch
  ) -> Bool {
    if cursor.skip(UInt8(ascii: "}")) { return true }
    var before = links.members(device, to)
    var lastKey: Range<Int>?
    repeat {
      if let last = takeEqualMembers(&before, &cursor, into: &batch) {
        lastKey = keyRange(of: last, batch)
        continue
      }
      let start = cursor.position
      let key: Int32
      if let expected = before.first, cursor.skip(cursor.bytes(keyStart(of: expected, batch))) {
        key = batch.members[expected].key
        lastKey = keyRange(of: expected, batch)
        before.removeFirst()
      } else {
        guard let range = newKey(after: lastKey, &cursor) else { return false }
        key = name(range, cursor, &batch)
        lastKey = range
        passMembers(&before, upTo: range, cursor, batch)
      }
      guard let value = scanValue(of: key, &cursor, depth: 2, of: text, into: &batch) else {
        return false
      }
      batch.members.append(PayloadMember(key: key, value: value))
      links.texts.append(ByteRange(start..<cursor.position))
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.skip(UInt8(ascii: "}"))
  }

  /// Passes a key that is not reserved, and its colon; nil where none stands, or one that should
  /// have come before `last`.
  private func newKey(after last: Range<Int>?, _ cursor: inout LineCursor) -> Range<Int>? {
    guard cursor.skip(UInt8(ascii: "\"")), cursor.next != UInt8(ascii: "$"),
      let key = cursor.plainText(), cursor.skip(UInt8(ascii: ":"))
    else { return nil }
    if let last, !cursor.precedes(last, key) { return nil }
    return key
  }

  /// Takes the members that are written as the first of `before`, the members that may still come
  /// again: their ids are known. Gives the index of the last one; nil where there is none.
  @inline(__always)
  mutating func takeEqualMembers(
    _ before: inout Range<Int>, _ cursor: inout LineCursor, into batch: inout EventBatch
  ) -> Int? {
    guard let first = before.first, let last = before.last else { return nil }
    let origin = Int(links.texts[first].start)
    let common = cursor.commonCount(with: origin..<links.texts[last].range.upperBound + 1)
    let end = links.firstText(in: before, endingAfter: origin + common - 1)
    guard end > first else { return nil }
    batch.members.appendCopy(of: first..<end, room: Self.room)
    let shift = cursor.position - origin
    links.appendTexts(of: first..<end, shiftedBy: Int32(truncatingIfNeeded: shift))
    cursor.position = links.texts[end - 1].range.upperBound + shift
    before = end..<last + 1
    return end - 1
  }

  /// Passes those of `before` whose keys can not come after the one at `key`.
  @inline(__always)
  func passMembers(
    _ before: inout Range<Int>, upTo key: Range<Int>, _ cursor: LineCursor,
    _ batch: borrowing EventBatch
  ) {
    while let index = before.first, !cursor.precedes(key, keyRange(of: index, batch)) {
      before.removeFirst()
    }
  }

  /// Where a remembered member stands as far as its value: the key with its quotes, and the colon.
  @inline(__always)
  private func keyStart(of index: Int, _ batch: borrowing EventBatch) -> Range<Int> {
    let key = keyRange(of: index, batch)
    return key.lowerBound - 1..<key.upperBound + 2
  }

  /// Where the key of a remembered member stands.
  @inline(__always)
  private func keyRange(of index: Int, _ batch: borrowing EventBatch) -> Range<Int> {
    let start = Int(links.texts[index].start) + 1
    return start..<start + Int(batch.names[Int(batch.members[index].key)].count)
  }
}
