public import ReelEvents
import ReelLog

extension EventBatch {
  /// A batch of `lines`, each given without its line feed, ready to be scanned.
  public init(lines: [[UInt8]]) {
    self.init()
    for line in lines { text += line + [UInt8(ascii: "\n")] }
  }

  /// The line of the event of `row`, written anew from the columns alone.
  ///
  /// - Throws: where the columns contradict one another, or a value is not canonical.
  public func line(of row: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let event = Event(
      at: Instant(microseconds: instants[row]), device: DeviceName(name(devices[row])),
      action: try action(of: row))
    EventLine.append(event, to: &bytes)
    return bytes
  }

  private func action(of row: Int) throws -> Action {
    let store = stores[row] < 0 ? .defaults : StoreName(name(stores[row]))
    let index = Int(valueIndices[row])
    switch kinds[row] {
    case .storeSet:
      return .storeSet(store: store, key: name(keys[row]), value: try value(index))
    case .storeRemove: return .storeRemove(store: store, key: name(keys[row]))
    case .storeRead:
      return .storeRead(
        store: store, key: name(keys[row]), value: index < 0 ? nil : try value(index))
    case .entitlementRead:
      return .entitlementRead(rule: name(keys[row]), answer: index < 0 ? nil : index == 1)
    case .ruleRead: return .ruleRead(rule: name(keys[row]), answer: index < 0 ? nil : index == 1)
    case .messageSent:
      let columns = messages[Int(details[row])]
      return .messageSent(
        SentMessage(
          message: columns.id.map(text(of:)) ?? "?", channel: columns.channel,
          to: DeviceName(name(columns.to)), key: columns.key < 0 ? nil : name(columns.key),
          suppressed: columns.suppressed, payload: try payload(columns)))
    case .messageReceived:
      let columns = messages[Int(details[row])]
      return .messageReceived(
        ReceivedMessage(
          message: columns.id.map(text(of:)), channel: columns.channel,
          key: columns.key < 0 ? nil : name(columns.key), isInterrupted: columns.isInterrupted,
          suppressed: columns.suppressed, payload: try payload(columns)))
    case .storeCleared:
      let columns = applies[Int(details[row])]
      let members = self.members[columns.members]
      guard members.allSatisfy({ $0.value < 0 }) else { throw Mismatch.members }
      return .storeCleared(
        store: store, by: text(of: columns.by), keys: members.map { name($0.key) })
    case .storeApplied:
      let columns = applies[Int(details[row])]
      let values = ValueDictionary(try dictionaryMembers(columns.members))
      return .storeApplied(store: store, by: text(of: columns.by), values: values)
    default: return events[Int(details[row])].action
    }
  }

  /// The payload from its text, after checking that its members say the same.
  private func payload(_ columns: MessageColumns) throws -> Value? {
    guard let range = columns.payload else { return nil }
    let bytes = Array(self.bytes(range))
    let whole = try Value.parse(bytes)
    guard whole.canonicalBytes == bytes else { throw Mismatch.notCanonical }
    guard case .dictionary(let dictionary) = whole else { return whole }
    guard dictionary.members == (try dictionaryMembers(columns.members)) else {
      throw Mismatch.members
    }
    return whole
  }

  private func dictionaryMembers(_ range: Range<Int>) throws -> [ValueDictionary.Member] {
    try members[range].map { member in
      ValueDictionary.Member(key: name(member.key), value: try value(Int(member.value)))
    }
  }

  private enum Mismatch: Error { case notCanonical, members }

  private func name(_ index: Int32) -> String { text(of: names[Int(index)]) }

  private func value(_ index: Int) throws -> Value {
    let bytes = Array(self.bytes(values[index]))
    let value = try Value.parse(bytes)
    guard value.canonicalBytes == bytes else { throw Mismatch.notCanonical }
    return value
  }

  private func text(of range: ByteRange) -> String {
    String(decoding: bytes(range), as: UTF8.self)
  }

  private func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    text[Int(range.start)..<Int(range.start) + Int(range.count)]
  }
}

extension Seed {
  /// The line of an event, without what no column keeps: why the platform handed a message over.
  public mutating func line() -> [UInt8] {
    var event = event()
    if case .messageReceived(var message) = event.action {
      message.reason = nil
      event.action = .messageReceived(message)
    }
    var bytes: [UInt8] = []
    EventLine.append(event, to: &bytes)
    return bytes
  }
}
