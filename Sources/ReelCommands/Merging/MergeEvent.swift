import ReelEvents
import ReelLog

/// An event on its way from one recording into another: its line, and what decides its place.
struct MergeEvent {
  /// What ties it to an event of another device.
  enum Link {
    case none
    /// It sends the message.
    case sends(String)
    /// It receives the message, which must have been sent before.
    case receives(String)
  }

  /// What it tells of a message's being applied.
  enum Stage {
    case other
    /// The message came and is to be applied.
    case arrives(String)
    /// A half of applying the message.
    case clears(String)
    case applies(String)
    case launch
    case crash
  }

  /// The line, without its line feed.
  var line: [UInt8]
  let at: Int64
  let device: String
  let link: Link
  let stage: Stage

  /// The event in `row` of `batch`.
  init(_ batch: EventBatch, _ row: Int) {
    line = Array(batch.line(row))
    at = batch.instants[row]
    device = batch.device(row)
    switch batch.kinds[row] {
    case .messageSent, .messageReceived:
      (link, stage) = Self.message(batch.messages[Int(batch.details[row])], batch, row)
    case .storeCleared, .storeApplied, .deviceLaunched, .deviceCrashed:
      link = .none
      stage = Self.stage(of: batch.events[Int(batch.details[row])].action)
    default: (link, stage) = (.none, .other)
    }
  }

  private static func message(
    _ columns: MessageColumns, _ batch: EventBatch, _ row: Int
  ) -> (Link, Stage) {
    guard let id = columns.id.map({ String(decoding: batch.bytes($0), as: UTF8.self) }) else {
      return (.none, .other)
    }
    if batch.kinds[row] == .messageSent { return (.sends(id), .other) }
    // A payload stands in a receipt where the sender was not recorded; `none` names no message.
    let isForeign = columns.payload != nil || (columns.channel == .kvs && id == "none")
    let isApplied =
      columns.channel != .kvs && columns.suppressed == nil && !columns.isInterrupted
    return (isForeign ? .none : .receives(id), isApplied ? .arrives(id) : .other)
  }

  private static func stage(of action: Action) -> Stage {
    switch action {
    case .storeCleared(_, let by, _): .clears(by)
    case .storeApplied(_, let by, _): .applies(by)
    case .deviceLaunched: .launch
    case .deviceCrashed: .crash
    default: .other
    }
  }

  /// The event with the remark that the process died before it was applied.
  func interrupted() throws(ParseError) -> MergeEvent {
    let decoded = try EventLine.decode(line)
    guard case .messageReceived(var message) = decoded.event.action else { return self }
    message.isInterrupted = true
    var copy = self
    if decoded.unknownFields == 0 {
      var event = decoded.event
      event.action = .messageReceived(message)
      copy.line.removeAll()
      EventLine.append(event, to: &copy.line)
    } else {
      // Members of a later format stay where they are.
      copy.line.removeLast()
      copy.line += ",\"interrupted\":true}".utf8
    }
    return copy
  }
}
