import ReelEvents

/// The fast path of messages.
extension LinePass {
  /// Scans what follows the message's id, which stands at `id`, up to the brace that ends the line.
  @inline(never)
  mutating func scanMessage(
    _ id: Range<Int>, _ kind: EventKind, _ device: Int32, _ start: LineCursor, of text: [UInt8]
  ) -> Int? {
    var cursor = start
    let first = members.count
    var columns = MessageColumns(
      id: ByteRange(id), digest: messageDigest(cursor.bytes(id)), channel: .context, to: -1,
      key: -1, suppressed: nil, isInterrupted: false, payload: nil, members: first..<first)
    guard cursor.skip(",\"channel\":\""), let channel = cursor.channel() else { return nil }
    columns.channel = channel
    if kind == .messageSent {
      guard cursor.skip(",\"to\":\""), let range = cursor.plainText() else { return nil }
      columns.to = name(range, cursor)
    }
    if !cursor.endsLine {
      guard scanRarities(of: &columns, kind, &cursor) else { return nil }
      if cursor.skip(",\"payload\":") {
        guard scanPayload(&columns, device, &cursor, of: text), cursor.endsLine else {
          dropMembers(from: first)
          return nil
        }
      }
    }
    guard cursor.endsLine else { return nil }
    messages.append(columns)
    return cursor.position
  }

  /// Scans what may stand before a payload.
  @inline(__always)
  private mutating func scanRarities(
    of columns: inout MessageColumns, _ kind: EventKind, _ cursor: inout LineCursor
  ) -> Bool {
    if cursor.skip(",\"key\":\"") {
      guard let range = cursor.plainText() else { return false }
      columns.key = name(range, cursor)
    }
    if kind == .messageReceived {
      if cursor.skip(",\"reason\":\""), cursor.plainText() == nil { return false }
      columns.isInterrupted = cursor.skip(",\"interrupted\":true")
    }
    if cursor.skip(",\"suppressed\":\"") {
      guard let suppressed = cursor.suppression() else { return false }
      columns.suppressed = suppressed
    }
    return true
  }

  /// Scans a payload that is a dictionary without reserved keys.
  private mutating func scanPayload(
    _ columns: inout MessageColumns, _ device: Int32, _ cursor: inout LineCursor, of text: [UInt8]
  ) -> Bool {
    let start = cursor.position
    guard cursor.skip(UInt8(ascii: "{")) else { return false }
    let last = links.last(device, columns.to)
    let (firstPlace, newKeyCount) = (places.count, newKeyCount)
    guard let payload = scanMembers(last, cursor, of: text) else {
      places.count = firstPlace
      return false
    }
    if last.count > 0, payload.count == last.count, self.newKeyCount == newKeyCount {
      let end = Int32(truncatingIfNeeded: places.count)
      columns.base = Int32(truncatingIfNeeded: last.first)
      columns.places = Int32(truncatingIfNeeded: firstPlace)..<end
    } else {
      places.count = firstPlace
    }
    cursor.position = payload.end + 1
    columns.payload = ByteRange(start..<cursor.position)
    columns.members = payload.members
    if cursor.endsLine, let id = columns.id {
      links.remember(device, columns.to, id.range, payload)
    }
    return true
  }
}

extension LineCursor {
  @inline(__always)
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
