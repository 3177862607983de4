import ReelEvents
import ReelLog

/// INTERIM: events as a batch, until lines are scanned.
struct BatchBuilder {
  var batch = EventBatch()
  var names: [String: Int32] = [:]
  mutating func name(_ text: String) -> Int32 {
    if let known = names[text] { return known }
    let start = batch.text.count
    batch.text += text.utf8
    names[text] = Int32(batch.names.count)
    batch.names.append(ByteRange(start: Int32(start), count: Int32(text.utf8.count)))
    return Int32(batch.names.count - 1)
  }
  mutating func range(_ bytes: [UInt8]) -> ByteRange {
    let start = batch.text.count
    batch.text += bytes
    return ByteRange(start: Int32(start), count: Int32(bytes.count))
  }
  mutating func value(_ value: Value?) -> Int32 {
    guard let value else { return -1 }
    batch.values.append(range(value.canonicalBytes))
    return Int32(batch.values.count - 1)
  }
  mutating func add(_ event: Event) {
    batch.kinds.append(event.action.kind)
    var line: [UInt8] = []
    EventLine.append(event, to: &line)
    batch.lines.append(range(line))
    batch.instants.append(event.at.microseconds)
    batch.devices.append(name(event.device.text))
    var store: Int32 = -1, key: Int32 = -1, value: Int32 = -1, detail: Int32 = -1
    switch event.action {
    case .storeSet(let s, let k, let v):
      store = name(s.text); key = name(k); value = self.value(v)
    case .storeRemove(let s, let k): store = name(s.text); key = name(k)
    case .storeRead(let s, let k, let v): store = name(s.text); key = name(k); value = self.value(v)
    case .entitlementRead(let r, let a), .ruleRead(let r, let a):
      key = name(r); value = a.map { $0 ? 1 : 0 } ?? -1
    case .messageSent(let m):
      detail = Int32(batch.messages.count)
      batch.messages.append(
        columns(m.message, m.channel, m.to.text, m.key, m.suppressed, false, m.payload))
    case .messageReceived(let m):
      detail = Int32(batch.messages.count)
      batch.messages.append(
        columns(m.message, m.channel, nil, m.key, m.suppressed, m.isInterrupted, m.payload))
    default:
      detail = Int32(batch.events.count)
      batch.events.append(event)
    }
    batch.stores.append(store)
    batch.keys.append(key)
    batch.valueIndices.append(value)
    batch.details.append(detail)
  }
  mutating func columns(
    _ id: String?, _ channel: Channel, _ to: String?, _ key: String?, _ suppressed: Suppression?,
    _ isInterrupted: Bool, _ payload: Value?
  ) -> MessageColumns {
    let first = batch.members.count
    if case .dictionary(let members)? = payload {
      for member in members.members {
        batch.members.append(
          PayloadMember(key: name(member.key), value: value(member.value)))
      }
    }
    return MessageColumns(
      id: id.map { range(Array($0.utf8)) }, channel: channel, to: to.map { name($0) } ?? -1,
      key: key.map { name($0) } ?? -1, suppressed: suppressed, isInterrupted: isInterrupted,
      payload: payload.map { range($0.canonicalBytes) }, members: first..<batch.members.count)
  }
}

struct MemorySource: EventSource {
  let header: RecordingHeader
  var batch: EventBatch
  var isDone = false
  init(header: RecordingHeader, events: [Event]) {
    self.header = header
    var builder = BatchBuilder()
    for event in events { builder.add(event) }
    batch = builder.batch
  }
  mutating func next(into batch: inout EventBatch) throws -> Bool {
    if isDone { return false }
    batch = self.batch
    isDone = true
    return true
  }
}
