public import ReelEvents
import ReelProjections

extension Golden {
  /// The members of one pinned policy, without its divergences.
  static func projection(_ result: ReplayResult) -> [ValueDictionary.Member] {
    [
      .init(key: "events", value: .integer(result.eventCount)),
      .init(key: "fingerprint", value: .string(result.fingerprint ?? "")),
      .init(key: "findings", value: .array(result.findings.map(\.value))),
      .init(key: "traffic", value: result.traffic.value),
      .init(key: "undelivered", value: .array(result.undelivered.map { .integer($0) })),
      .init(
        key: "devices",
        value: .dictionary(
          ValueDictionary(result.devices.map { .init(key: $0.device, value: $0.value) }))),
    ]
  }

  static func divergences(_ diff: DiffResult) -> Value {
    .dictionary(
      ValueDictionary([
        .init(
          key: "count", value: .integer(Int64(diff.divergences.count) + diff.droppedCount)),
        .init(
          key: "first",
          value: .array(diff.divergences.prefix(divergencesMax).map(\.value))),
      ]))
  }
}

extension Finding {
  /// The finding as JSON output and goldens have it.
  public var value: Value {
    var members: [ValueDictionary.Member] = [
      .init(key: "check", value: .string(check.rawValue)),
      .init(key: "count", value: .integer(count)),
      .init(key: "device", value: .string(device)),
      .init(key: "event", value: .integer(event)),
      .init(key: "message", value: .string(message)),
      .init(key: "severity", value: .string(severity.rawValue)),
    ]
    if let key { members.append(.init(key: "key", value: .string(key))) }
    return .dictionary(ValueDictionary(members))
  }
}

extension Divergence {
  /// The divergence as JSON output and goldens have it.
  public var value: Value {
    var members: [ValueDictionary.Member] = [
      .init(key: "at", value: .string(at.description)),
      .init(key: "because", value: .array(because.map { .integer($0) })),
      .init(key: "device", value: .string(device)),
      .init(key: "event", value: .integer(event)),
      .init(key: "kind", value: .string(kind.rawValue)),
    ]
    if let key { members.append(.init(key: "key", value: .string(key))) }
    if let from { members.append(.init(key: "from", value: from)) }
    if let to { members.append(.init(key: "to", value: to)) }
    if let meetsAgain { members.append(.init(key: "meetsAgain", value: .integer(meetsAgain))) }
    return .dictionary(ValueDictionary(members))
  }
}

extension Traffic.Amount {
  /// The amount as JSON output and goldens have it.
  public var value: Value {
    .dictionary(
      ValueDictionary([
        .init(key: "bytes", value: .integer(bytes)),
        .init(key: "messages", value: .integer(messages)),
      ]))
  }
}

extension DeviceProjection {
  /// The device as JSON output and goldens have it: `stores`, `settings`, `dismissals`, `answers`,
  /// `traffic`, `keys`.
  public var value: Value {
    let stored = lists.map { list in
      ValueDictionary.Member(key: list.name, value: .array(list.ids.map { .string($0) }))
    }
    let dismissed = lists.first { $0.name == StoreName.notInterested.text }?.ids ?? []
    let defaults = ValueDictionary.Member(
      key: StoreName.defaults.text, value: .dictionary(settings))
    return .dictionary(
      ValueDictionary([
        .init(key: "stores", value: .dictionary(ValueDictionary([defaults] + stored))),
        .init(key: "settings", value: .dictionary(settings)),
        .init(key: "dismissals", value: .array(dismissed.map { .string($0) })),
        .init(key: "answers", value: answersValue),
        .init(
          key: "traffic",
          value: .dictionary(
            ValueDictionary(
              traffic.map { .init(key: $0.channel.rawValue, value: $0.amount.value) }))),
        .init(
          key: "keys",
          value: .dictionary(
            ValueDictionary(keys.map { .init(key: $0.name, value: value($0.counts, $0.sent)) }))),
      ]))
  }

  private var answersValue: Value {
    // They come by process, so that those of one are a run.
    var rest = answers[...]
    var processes: [ValueDictionary.Member] = []
    while let process = rest.first?.process {
      let own = rest.prefix { utf8Equal($0.process, process) }
      rest = rest.dropFirst(own.count)
      let rules = own.map { answer in
        ValueDictionary.Member(
          key: answer.rule, value: answer.answer.map { .bool($0) } ?? .string("unknown"))
      }
      processes.append(.init(key: process, value: .dictionary(ValueDictionary(rules))))
    }
    return .dictionary(ValueDictionary(processes))
  }

  private func value(_ counts: KeyUse.Counts, _ sent: Traffic.Amount) -> Value {
    .dictionary(
      ValueDictionary([
        .init(key: "reads", value: .integer(counts.reads)),
        .init(key: "writes", value: .integer(counts.writes)),
        .init(key: "synced", value: .integer(counts.synced)),
        .init(key: "sentBytes", value: .integer(sent.bytes)),
        .init(key: "sentMessages", value: .integer(sent.messages)),
      ]))
  }
}
