import ReelEvents

/// The slow path: a line is decoded whole, and what the columns need of it is copied.
extension LineScanner {
  /// Adds the event of the line at `line`.
  /// - Throws: `ParseError` where the line is no event; the columns are as they were then.
  mutating func decodeLine(
    _ line: Range<Int>, of text: [UInt8], at cursor: LineCursor, into batch: inout EventBatch,
    noting scan: inout LineScan
  ) throws(ParseError) {
    let decoded = try EventLine.decode(text, range: line)
    let event = decoded.event
    var row = Row(
      kind: event.action.kind, instant: event.at.microseconds,
      device: name(event.device.text, cursor, &batch))
    switch event.action {
    case .storeSet(let store, let key, let value):
      fill(&row, store, key, value, cursor, &batch)
    case .storeRead(let store, let key, let value):
      fill(&row, store, key, value, cursor, &batch)
    case .storeRemove(let store, let key): fill(&row, store, key, nil, cursor, &batch)
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      row.key = name(rule, cursor, &batch)
      row.value = answer.map { $0 ? 1 : 0 } ?? -1
    case .messageSent(let message): add(message, &row, cursor, &batch)
    case .messageReceived(let message): add(message, &row, cursor, &batch)
    case .storeCleared(let store, let message, let keys):
      add(keys.map { ($0, nil) }, by: message, store, &row, cursor, &batch)
    case .storeApplied(let store, let message, let values):
      add(values.members.map { ($0.key, $0.value) }, by: message, store, &row, cursor, &batch)
    case .storeLoaded, .storeRegister, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      row.detail = Int32(truncatingIfNeeded: batch.events.count)
      batch.events.append(event)
    }
    row.line = ByteRange(line)
    rows.append(row)
    scan.unknownFieldCount += Int64(decoded.unknownFields)
    if row.kind == .unknown { scan.unknownKindCount += 1 }
  }

  private mutating func fill(
    _ row: inout Row, _ store: StoreName, _ key: String, _ value: Value?, _ cursor: LineCursor,
    _ batch: inout EventBatch
  ) {
    if store != .defaults { row.store = name(store.text, cursor, &batch) }
    row.key = name(key, cursor, &batch)
    if let value { row.value = self.value(value, cursor, &batch) }
  }

  private mutating func add(
    _ message: SentMessage, _ row: inout Row, _ cursor: LineCursor, _ batch: inout EventBatch
  ) {
    let id = keepCopy(of: Array(message.message.utf8), batch.lineBytes)
    let to = name(message.to.text, cursor, &batch)
    let key = message.key.map { name($0, cursor, &batch) } ?? -1
    let (payload, members) = add(message.payload, cursor, &batch)
    row.detail = Int32(truncatingIfNeeded: batch.messages.count)
    batch.messages.append(
      MessageColumns(
        id: id, channel: message.channel, to: to, key: key, suppressed: message.suppressed,
        isInterrupted: false, payload: payload, members: members))
  }

  private mutating func add(
    _ message: ReceivedMessage, _ row: inout Row, _ cursor: LineCursor, _ batch: inout EventBatch
  ) {
    let id = message.message.map { keepCopy(of: Array($0.utf8), batch.lineBytes) }
    let key = message.key.map { name($0, cursor, &batch) } ?? -1
    let (payload, members) = add(message.payload, cursor, &batch)
    row.detail = Int32(truncatingIfNeeded: batch.messages.count)
    batch.messages.append(
      MessageColumns(
        id: id, channel: message.channel, to: -1, key: key, suppressed: message.suppressed,
        isInterrupted: message.isInterrupted, payload: payload, members: members))
  }

  private mutating func add(
    _ members: [(key: String, value: Value?)], by message: String, _ store: StoreName,
    _ row: inout Row, _ cursor: LineCursor, _ batch: inout EventBatch
  ) {
    if store != .defaults { row.store = name(store.text, cursor, &batch) }
    let id = keepCopy(of: Array(message.utf8), batch.lineBytes)
    let first = batch.members.count
    for member in members { add(member.key, member.value, cursor, &batch) }
    row.detail = Int32(truncatingIfNeeded: batch.applies.count)
    batch.applies.append(ApplyColumns(by: id, members: first..<batch.members.count))
  }

  private mutating func add(
    _ key: String, _ value: Value?, _ cursor: LineCursor, _ batch: inout EventBatch
  ) {
    let key = name(key, cursor, &batch)
    let value = value.map { self.value($0, cursor, &batch) } ?? -1
    batch.members.append(PayloadMember(key: key, value: value))
    links.texts.append(ByteRange(start: 0, count: 0))
  }

  private mutating func add(
    _ payload: Value?, _ cursor: LineCursor, _ batch: inout EventBatch
  ) -> (ByteRange?, Range<Int>) {
    let first = batch.members.count
    guard let payload else { return (nil, first..<first) }
    let copy = keepCopy(of: payload.canonicalBytes, batch.lineBytes)
    if case .dictionary(let dictionary) = payload {
      for member in dictionary.members { add(member.key, member.value, cursor, &batch) }
    }
    return (copy, first..<batch.members.count)
  }
}
