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
    case .storeCleared: (link, stage) = (.none, .clears(Self.applied(batch, row)))
    case .storeApplied: (link, stage) = (.none, .applies(Self.applied(batch, row)))
    case .deviceLaunched: (link, stage) = (.none, .launch)
    case .deviceCrashed: (link, stage) = (.none, .crash)
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

  /// The id of the message of which the event in `row` is half an apply.
  private static func applied(_ batch: EventBatch, _ row: Int) -> String {
    String(decoding: batch.bytes(batch.applies[Int(batch.details[row])].by), as: UTF8.self)
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
