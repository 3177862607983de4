import ReelEvents

/// Event lines in a scenario: those of a recording, with facts only, where `at` may be relative.
extension ScenarioReader {
  mutating func readEventLine(
    _ text: ScenarioText, from start: Int
  ) throws(ScenarioFault) -> Event {
    let line: (decoded: EventLine.Decoded, time: String)
    do throws(ParseError) {
      line = try text.eventLine(from: start)
    } catch {
      throw fault(error.expected, found: error.found)
    }
    var event = line.decoded.event
    if case .unknown(let word) = event.action { throw unknownKind(word) }
    guard line.decoded.unknownFields == 0 else {
      throw fault("only members of `\(event.action.kind.name)`", found: "another one")
    }
    try checkFacts(of: event)
    try moveClock(to: line.time, on: event.device)
    event.at = clock.tick(on: event.device)
    lastDevice = event.device
    if case .messageSent(let message) = event.action { messages.add(message) }
    noteUnknownKeys(of: event.action)
    return event
  }

  private func unknownKind(_ word: String) -> ScenarioFault {
    fault(
      "an event of the format", found: "`\(word)`",
      suggestion: nearest(to: word, in: EventKind.allCases.map(\.name)))
  }

  /// That an event tells nothing of what a rule makes of it.
  private func checkFacts(of event: Event) throws(ScenarioFault) {
    switch event.action {
    case .storeCleared: throw outcome("store.cleared")
    case .storeApplied: throw outcome("store.applied")
    case .storeRead(_, _, let value): if value != nil { throw outcome("value") }
    case .entitlementRead(let rule, let answer), .ruleRead(let rule, let answer):
      if answer != nil, catalog.rule(rule) != nil { throw outcome("answer") }
    case .messageSent(let message):
      if message.suppressed != nil { throw outcome("suppressed") }
      if message.payload != nil { throw outcome("payload") }
      try checkNew(message)
    case .messageReceived(let receipt):
      if receipt.suppressed != nil { throw outcome("suppressed") }
      try checkReceipt(receipt, on: event.device)
    case .messageFailed(let message, let error): try checkFailure(of: message, error)
    case .storeLoaded, .storeRegister, .storeSet, .storeRemove, .deviceInstalled, .deviceLaunched,
      .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked,
      .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  private mutating func noteUnknownKeys(of action: Action) {
    switch action {
    case .storeLoaded(let store, let values):
      noteUnknownKeys(values.members.map(\.key), in: store)
    case .storeRegister(let values): noteUnknownKeys(values.members.map(\.key), in: .defaults)
    case .storeSet(let store, let key, _), .storeRemove(let store, let key),
      .storeRead(let store, let key, _):
      noteUnknownKeys(CollectionOfOne(key), in: store)
    default: break
    }
  }
}

extension ScenarioText {
  /// The event of the line from `start` up to a comment, and its time as it is written. A relative
  /// time is not in the event, which then tells the scenario's start.
  fileprivate func eventLine(
    from start: Int
  ) throws(ParseError) -> (decoded: EventLine.Decoded, time: String) {
    var end = JSONReader(bytes, range: start..<bytes.count)
    try end.skipValue()
    if let word = try words(from: end.position).first {
      var rest = JSONReader(bytes, range: word.range.lowerBound..<bytes.count)
      try rest.finish()
    }
    let range = start..<end.position
    guard let time = try time(in: range), time.text.utf8.first == UInt8(ascii: "+") else {
      let decoded = try EventLine.decode(bytes, range: range)
      return (decoded, decoded.event.at.description)
    }
    let line =
      bytes[range.lowerBound..<time.range.lowerBound]
      + Array("\"\(Instant.scenarioStart)\"".utf8) + bytes[time.range.upperBound..<range.upperBound]
    return (try EventLine.decode(Array(line)), time.text)
  }

  /// The member `at` of the object in `range`, where it is a string.
  private func time(in range: Range<Int>) throws(ParseError) -> ScenarioWord? {
    var reader = JSONReader(bytes, range: range)
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      if name == "at", try reader.peek() == .string {
        let start = reader.position
        return ScenarioWord(text: try reader.readString(), range: start..<reader.position)
      }
      try reader.skipValue()
    }
    return nil
  }
}
