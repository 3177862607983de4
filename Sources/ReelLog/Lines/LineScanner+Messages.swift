import ReelEvents

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
