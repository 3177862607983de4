internal import ReelEvents

/// The fast path of the members of payloads and applies.
extension LineScanner {
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
      guard cursor.skip(UInt8(ascii: "\"")), cursor.next != UInt8(ascii: "$"),
        let keyRange = cursor.plainText(), cursor.skip(UInt8(ascii: ":"))
      else { return false }
      if let lastKey, !cursor.precedes(lastKey, keyRange) { return false }
      lastKey = keyRange
      let key = name(keyRange, cursor, &batch)
      guard let value = scanValue(of: key, &cursor, depth: 2, of: text, into: &batch) else {
        return false
      }
      batch.members.append(PayloadMember(key: key, value: value))
      links.texts.append(ByteRange(start..<cursor.position))
      passMembers(&before, upTo: keyRange, cursor, batch)
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.skip(UInt8(ascii: "}"))
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

  /// Where the key of a remembered member stands.
  @inline(__always)
  private func keyRange(of index: Int, _ batch: borrowing EventBatch) -> Range<Int> {
    let start = Int(links.texts[index].start) + 1
    return start..<start + Int(batch.names[Int(batch.members[index].key)].count)
  }
}
