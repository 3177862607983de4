import ReelEvents

/// The fast path of the members of payloads and applies.
extension LinePass {
  typealias Payload = PayloadLinks.Payload

  /// Takes back the members from number `count` on.
  mutating func dropMembers(from count: Int) {
    members.count = count
    ends.count = count
  }

  @inline(__always)
  mutating func add(_ member: PayloadMember, endingAt end: Int) {
    members.append(member)
    ends.append(Int32(truncatingIfNeeded: end))
  }

  /// Takes what is written as `last` and the bracket that ends it, without adding a member.
  @inline(__always)
  func takePayload(
    _ last: Payload, endedBy bracket: UInt8, _ cursor: inout LineCursor
  ) -> Payload? {
    let start = cursor.position
    let count = last.end &- last.start
    let end = start &+ count
    guard end < cursor.end, cursor.base[end] == bracket, last.count > 0,
      areEqual(cursor.base + start, cursor.base + last.start, count: count)
    else { return nil }
    cursor.position = end &+ 1
    return Payload(start: start, end: end, first: last.first, count: last.count)
  }

  /// Scans members that ascend by their keys, and the brace that ends them. Those that are written
  /// as in `last` are not read again; `places` gets the others that have a key of `last`.
  mutating func scanMembers(
    _ last: Payload, _ start: LineCursor, of text: [UInt8]
  ) -> Payload? {
    var cursor = start
    var payload = Payload(start: start.position, end: 0, first: members.count, count: 0)
    if cursor.skip(UInt8(ascii: "}")) {
      payload.end = start.position
      return payload
    }
    var before = 0
    repeat {
      var key: Int32 = -1
      var valueBefore: Int32 = -1
      if before < last.count {
        let same = takeEqualMembers(&before, of: last, payload, &cursor)
        if same.count > 0, !cursor.skip(UInt8(ascii: ",")) { break }
        if before < last.count {
          // Whose key is the same changed its value; mostly all of them are of this kind.
          let keyBytes = keyBytes(of: last.first &+ before) &+ 3
          if memberStart(before, of: last) &+ keyBytes <= same.end {
            key = members[last.first &+ before].key
            valueBefore = members[last.first &+ before].value
            cursor.position &+= keyBytes
            before &+= 1
          }
        }
      }
      if key < 0 {
        guard let range = newKey(of: payload, &cursor) else { return nil }
        key = name(range, cursor)
        passMembers(&before, of: last, upTo: range, cursor)
      }
      guard let value = scanValue(of: key, &cursor, depth: 2, of: text) else { return nil }
      if valueBefore >= 0, value != valueBefore {
        places.append(Int32(truncatingIfNeeded: members.count &- payload.first))
      }
      add(PayloadMember(key: key, value: value), endingAt: cursor.position &- payload.start)
    } while cursor.skip(UInt8(ascii: ","))
    guard cursor.skip(UInt8(ascii: "}")) else { return nil }
    payload.end = cursor.position &- 1
    payload.count = members.count &- payload.first
    return payload
  }

  /// Passes a key that is not reserved, and its colon; nil where none stands, or one that should
  /// have come before the last member of `payload`.
  @inline(never)
  private mutating func newKey(of payload: Payload, _ cursor: inout LineCursor) -> Range<Int>? {
    newKeyCount &+= 1
    guard cursor.skip(UInt8(ascii: "\"")), cursor.next != UInt8(ascii: "$"),
      let key = cursor.plainText(), cursor.skip(UInt8(ascii: ":"))
    else { return nil }
    let count = members.count - payload.first
    if count > 0, !cursor.precedes(keyRange(count - 1, of: payload), key) { return nil }
    return key
  }

  /// Takes the members that are written as those of `last` from number `before` on: their ids are
  /// known. Says how many, and up to where the bytes of `last` are the same.
  @inline(__always)
  mutating func takeEqualMembers(
    _ before: inout Int, of last: Payload, _ payload: Payload, _ cursor: inout LineCursor
  ) -> (count: Int, end: Int) {
    let origin = memberStart(before, of: last)
    let sameEnd = origin &+ cursor.commonCount(with: origin, upTo: last.end &+ 1)
    // What ends here is followed by the same comma or bracket too.
    let place = Int32(truncatingIfNeeded: sameEnd &- last.start)
    let lastEnds = ends.base + last.first
    var end = before
    while end &+ 4 <= last.count, lastEnds[end &+ 3] < place { end &+= 4 }
    while end < last.count, lastEnds[end] < place { end &+= 1 }
    let count = end &- before
    if count == 0 { return (0, sameEnd) }
    let shift = (cursor.position &- payload.start) &- (origin &- last.start)
    cursor.position = payload.start &+ shift &+ Int(lastEnds[end &- 1])
    members.appendCopy(from: last.first &+ before, count)
    ends.appendCopy(from: last.first &+ before, count, adding: Int32(truncatingIfNeeded: shift))
    before = end
    return (count, sameEnd)
  }

  /// Passes those of `last` from number `before` on whose keys can not come after the one at `key`.
  @inline(__always)
  func passMembers(
    _ before: inout Int, of last: Payload, upTo key: Range<Int>, _ cursor: LineCursor
  ) {
    while before < last.count, !cursor.precedes(key, keyRange(before, of: last)) { before &+= 1 }
  }

  /// Where the member of a payload with that number begins.
  @inline(__always)
  private func memberStart(_ number: Int, of payload: Payload) -> Int {
    if number == 0 { return payload.start }
    return payload.start &+ Int(ends[payload.first &+ number &- 1]) &+ 1
  }

  /// Where its key stands.
  @inline(__always)
  private func keyRange(_ number: Int, of payload: Payload) -> Range<Int> {
    let start = memberStart(number, of: payload) &+ 1
    return start..<start &+ keyBytes(of: payload.first &+ number)
  }

  /// How long the key of a member is.
  @inline(__always)
  private func keyBytes(of index: Int) -> Int { Int(names[Int(members[index].key)].count) }
}
