import ReelEvents

/// The fast path of the two halves of applying a message.
extension LinePass {
  /// Scans what follows the id of the message, which stands at `id`, up to the brace that ends the
  /// line.
  @inline(never)
  mutating func scanHalf(
    by id: Range<Int>, _ kind: EventKind, _ device: Int32, _ start: LineCursor, of text: [UInt8]
  ) -> Int? {
    var cursor = start
    let first = members.count
    let isCleared = kind == .storeCleared
    guard cursor.skip(isCleared ? ",\"keys\":[" : ",\"values\":{") else { return nil }
    guard
      let payload = isCleared
        ? scanKeys(of: device, &cursor) : scanValues(of: device, by: id, &cursor, of: text),
      cursor.endsLine
    else {
      dropMembers(from: first)
      return nil
    }
    let link = isCleared ? PayloadLinks.cleared : PayloadLinks.applied
    links.remember(device, link, id, payload)
    applies.append(ApplyColumns(by: ByteRange(id), members: payload.members))
    return cursor.position
  }

  /// Scans what is set, and the brace that ends it: mostly all of what the message carries.
  private mutating func scanValues(
    of device: Int32, by id: Range<Int>, _ cursor: inout LineCursor, of text: [UInt8]
  ) -> Payload? {
    if let sent = links.sent(to: device, as: id, cursor),
      let payload = takePayload(sent, endedBy: UInt8(ascii: "}"), &cursor)
    {
      return payload
    }
    let last = links.last(device, PayloadLinks.applied)
    let placeCount = places.count
    defer { places.count = placeCount }
    guard let payload = scanMembers(last, cursor, of: text) else { return nil }
    cursor.position = payload.end + 1
    return payload
  }

  /// Scans removed keys, in any order, and the bracket that ends them: mostly those of last time.
  private mutating func scanKeys(
    of device: Int32, _ cursor: inout LineCursor
  ) -> Payload? {
    let last = links.last(device, PayloadLinks.cleared)
    if let payload = takePayload(last, endedBy: UInt8(ascii: "]"), &cursor) { return payload }
    var payload = Payload(start: cursor.position, end: 0, first: members.count, count: 0)
    if !cursor.skip(UInt8(ascii: "]")) {
      var before = 0
      repeat {
        if before < last.count,
          takeEqualMembers(&before, of: last, payload, &cursor).count > 0
        {
          continue
        }
        guard cursor.skip(UInt8(ascii: "\"")), let range = cursor.plainText() else { return nil }
        let key = PayloadMember(key: name(range, cursor), value: -1)
        add(key, endingAt: cursor.position - payload.start)
        passMembers(&before, of: last, upTo: range, cursor)
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: "]")) else { return nil }
    }
    payload.end = cursor.position - 1
    payload.count = members.count - payload.first
    return payload
  }
}
