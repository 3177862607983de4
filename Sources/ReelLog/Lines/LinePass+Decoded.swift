import ReelEvents

/// The slow path: a line is decoded whole, and what the columns need of it is copied.
extension LinePass {
  /// Adds the event of the line at `line`.
  /// - Throws: `ParseError` where the line is no event; the columns are as they were then.
  mutating func decodeLine(
    _ line: Range<Int>, of text: [UInt8], at cursor: LineCursor, into batch: inout EventBatch,
    noting scan: inout LineScan
  ) throws(ParseError) {
    let decoded = try EventLine.decode(text, range: line)
    let event = decoded.event
    var row = LineColumns.Row(
      kind: event.action.kind, instant: event.at.microseconds,
      device: name(event.device.text, cursor))
    switch event.action {
    case .storeSet(let store, let key, let value): fill(&row, store, key, value, cursor)
    case .storeRead(let store, let key, let value): fill(&row, store, key, value, cursor)
    case .storeRemove(let store, let key): fill(&row, store, key, nil, cursor)
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      row.key = name(rule, cursor)
      row.value = answer.map { $0 ? 1 : 0 } ?? -1
    case .messageSent(let message): add(message, &row, cursor)
    case .messageReceived(let message): add(message, &row, cursor)
    case .storeCleared(let store, let message, let keys):
      add(keys.map { ($0, nil) }, by: message, store, &row, cursor)
    case .storeApplied(let store, let message, let values):
      add(values.members.map { ($0.key, $0.value) }, by: message, store, &row, cursor)
    case .storeLoaded, .storeRegister, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      row.detail = Int32(truncatingIfNeeded: batch.events.count)
      batch.events.append(event)
    }
    columns.append(row, line: line)
    scan.unknownFieldCount += Int64(decoded.unknownFields)
    if row.kind == .unknown { scan.unknownKindCount += 1 }
  }

  private mutating func fill(
    _ row: inout LineColumns.Row, _ store: StoreName, _ key: String, _ value: Value?,
    _ cursor: LineCursor
  ) {
    if store != .defaults { row.store = name(store.text, cursor) }
    row.key = name(key, cursor)
    if let value { row.value = self.value(value, cursor) }
  }

  private mutating func add(
    _ message: SentMessage, _ row: inout LineColumns.Row, _ cursor: LineCursor
  ) {
    let id = keepCopy(of: Array(message.message.utf8), cursor)
    let to = name(message.to.text, cursor)
    let key = message.key.map { name($0, cursor) } ?? -1
    let (payload, members) = add(message.payload, cursor)
    row.detail = Int32(truncatingIfNeeded: messages.count)
    messages.append(
      MessageColumns(
        id: id, digest: messageDigest(message.message.utf8), channel: message.channel, to: to,
        key: key, suppressed: message.suppressed, isInterrupted: false, payload: payload,
        members: members))
  }

  private mutating func add(
    _ message: ReceivedMessage, _ row: inout LineColumns.Row, _ cursor: LineCursor
  ) {
    let id = message.message.map { keepCopy(of: Array($0.utf8), cursor) }
    let key = message.key.map { name($0, cursor) } ?? -1
    let (payload, members) = add(message.payload, cursor)
    row.detail = Int32(truncatingIfNeeded: messages.count)
    messages.append(
      MessageColumns(
        id: id, digest: message.message.map { messageDigest($0.utf8) } ?? 0,
        channel: message.channel, to: -1, key: key, suppressed: message.suppressed,
        isInterrupted: message.isInterrupted, payload: payload, members: members))
  }

  private mutating func add(
    _ members: [(key: String, value: Value?)], by message: String, _ store: StoreName,
    _ row: inout LineColumns.Row, _ cursor: LineCursor
  ) {
    if store != .defaults { row.store = name(store.text, cursor) }
    let id = keepCopy(of: Array(message.utf8), cursor)
    let first = self.members.count
    for member in members { add(member.key, member.value, cursor) }
    row.detail = Int32(truncatingIfNeeded: applies.count)
    applies.append(ApplyColumns(by: id, members: first..<self.members.count))
  }

  private mutating func add(_ key: String, _ value: Value?, _ cursor: LineCursor) {
    let key = name(key, cursor)
    let value = value.map { self.value($0, cursor) } ?? -1
    add(PayloadMember(key: key, value: value), endingAt: 0)
  }

  private mutating func add(_ payload: Value?, _ cursor: LineCursor) -> (ByteRange?, Range<Int>) {
    let first = members.count
    guard let payload else { return (nil, first..<first) }
    let copy = keepCopy(of: payload.canonicalBytes, cursor)
    if case .dictionary(let dictionary) = payload {
      for member in dictionary.members { add(member.key, member.value, cursor) }
    }
    return (copy, first..<members.count)
  }
}
