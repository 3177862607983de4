public import ReelEvents

/// Looks through the events of a recording for what cannot have happened in that order, and for
/// what a reader of it should know. No rule is asked; what was recorded is taken as it is.
public struct OrderExaminer {
  private let report: (OrderFault) -> Void
  private var trail = MessageTrail()
  /// The device names met so far, each with its last event.
  private var devices: [String: Device] = [:]
  private var previous: (number: Int64, at: Int64, device: String)?

  /// How many devices are watched: nobody has so many, and their names must not fill the memory.
  private static let devicesMax = 10_000

  private struct Device {
    /// The place of its bit among the receivers of a message.
    var bit: UInt64
    var number: Int64
    var at: Int64
  }

  /// An examiner before the first event.
  /// - Parameter report: gets each fault, mostly in the order of the events.
  public init(report: @escaping (OrderFault) -> Void) { self.report = report }

  /// Looks at the events of `batch`, which follow those of the batch before.
  public mutating func examine(_ batch: EventBatch) {
    var names: [Int32: String] = [:]
    for row in 0..<batch.count {
      let index = batch.devices[row]
      let name = names[index] ?? batch.name(index)
      names[index] = name
      guard devices[name] != nil || devices.count < Self.devicesMax else { continue }
      examineTime(batch, row, name)
      examineMessage(batch, row, name)
    }
  }

  /// Says what only the end of the recording shows.
  public mutating func finish() {
    trail.finish()
    for event in trail.unsentReceipts {
      report(
        OrderFault(
          .neverSent, event: event, expected: "a message that somebody sends",
          found: "a receipt of one that is never sent in this recording"))
    }
  }

  // MARK: Time

  private mutating func examineTime(_ batch: EventBatch, _ row: Int, _ name: String) {
    let (number, at) = (batch.number(of: row), batch.instants[row])
    if let before = devices[name] {
      if at < before.at {
        report(
          OrderFault(
            .clockBack, of: name, event: number, expected: "a clock of \(name) that goes forward",
            found: "one \(Self.seconds(before.at - at)) behind event \(before.number)"))
      }
      devices[name]?.at = at
      devices[name]?.number = number
    } else {
      let bit = UInt64(1) << UInt64(min(devices.count, 63))
      devices[name] = Device(bit: bit, number: number, at: at)
    }
    if let previous, previous.device != name, at < previous.at {
      report(
        OrderFault(
          .clocksApart, event: number, expected: "times that grow over all devices",
          found: "\(name) \(Self.seconds(previous.at - at)) before event \(previous.number) of "
            + previous.device))
    }
    previous = (number, at, name)
  }

  private static func seconds(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return "\(seconds) s" }
    let digits = String(rest + 1_000_000).dropFirst()
    return "\(seconds).\(digits) s"
  }

  // MARK: Messages

  private mutating func examineMessage(_ batch: EventBatch, _ row: Int, _ name: String) {
    let detail = Int(batch.details[row])
    switch batch.kinds[row] {
    case .messageSent:
      if let id = batch.messages[detail].id { send(batch.bytes(id), batch.number(of: row)) }
    case .messageReceived: receive(batch.messages[detail], batch, row, name)
    case .storeCleared, .storeApplied:
      apply(batch.bytes(batch.applies[detail].by), batch.number(of: row), name)
    case .messageFailed, .recorderDropped, .unknown:
      examine(batch.events[detail].action, batch.number(of: row), name)
    case .storeLoaded, .storeRegister, .storeSet, .storeRemove, .storeRead, .entitlementRead,
      .ruleRead, .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount, .note:
      break
    }
  }

  private mutating func send(_ id: ArraySlice<UInt8>, _ number: Int64) {
    var entry = trail[id]
    let message = "message \(String(decoding: id, as: UTF8.self))"
    if entry.sent > 0 {
      report(
        OrderFault(
          .idTwice, event: number, expected: "an id of its own for each message",
          found: "\(message), which event \(entry.sent) sends"))
    } else if entry.received > 0 {
      report(
        OrderFault(
          .receivedEarly, event: entry.received, expected: "\(message) after it is sent",
          found: "its receipt, while it is sent only by event \(number)"))
    }
    entry.sent = number
    trail[id] = entry
  }

  private mutating func receive(
    _ message: MessageColumns, _ batch: EventBatch, _ row: Int, _ name: String
  ) {
    // A payload stands in a receipt where the sender was not recorded; `none` names no message.
    guard let id = message.id.map({ batch.bytes($0) }), let bit = devices[name]?.bit,
      !(message.channel == .kvs && id.elementsEqual("none".utf8))
    else { return }
    var entry = trail[id]
    let number = batch.number(of: row)
    if entry.receivers & bit != 0, message.channel != .kvs {
      report(
        OrderFault(
          .receivedTwice, event: number, expected: "one receipt of a message on \(name)",
          found: "another one of message \(String(decoding: id, as: UTF8.self))"))
    }
    if entry.received == 0, message.payload == nil || entry.sent > 0 { entry.received = number }
    entry.receivers |= bit
    trail[id] = entry
  }

  private mutating func apply(_ id: ArraySlice<UInt8>, _ number: Int64, _ name: String) {
    // A pull that names no push gets what the cloud holds.
    if id.isEmpty { return }
    guard let bit = devices[name]?.bit, trail[id].receivers & bit == 0 else { return }
    report(
      OrderFault(
        .appliedUnreceived, event: number, expected: "a message that \(name) has received",
        found: "half an apply of message \(String(decoding: id, as: UTF8.self)), which it has not"))
  }

  private mutating func examine(_ action: Action, _ number: Int64, _ name: String) {
    switch action {
    case .messageFailed(let message, _):
      if trail[Array(message.utf8)[...]].sent > 0 { return }
      report(
        OrderFault(
          .failureUnsent, event: number, expected: "a message that was sent",
          found: "the failure of message \(message), which was not"))
    case .recorderDropped(let count):
      report(
        OrderFault(
          .dropped, of: name, event: number, expected: "all events of \(name)",
          found: "\(count) that its recorder had no room for"))
    case .unknown(let word):
      report(
        OrderFault(
          .unknownKind, of: word, event: number, expected: "a kind of event of this version",
          found: "`\(word)`"))
    default: break
    }
  }
}

extension EventBatch {
  fileprivate func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    text[Int(range.start)..<Int(range.start + range.count)]
  }

  fileprivate func name(_ index: Int32) -> String {
    String(decoding: bytes(names[Int(index)]), as: UTF8.self)
  }
}
