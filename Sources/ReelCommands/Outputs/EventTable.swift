import ReelEvents
import ReelLog

/// Events as the rows of a CSV file (RFC 4180): the same columns whatever the events are.
///
/// Values of settings, payloads and lists of keys stand in their cells as JSON, so that `"1"` and
/// `1` are told apart; everything else stands as it is.
enum EventTable {
  /// The row with the names of the columns.
  static var head: [UInt8] {
    row((["number", "at", "device", "event"] + EventLine.memberNames).map { Array($0.utf8) })
  }

  /// The row of `event`, which is the event `number`.
  static func row(of event: Event, number: Int64, word: String) -> [UInt8] {
    let place = [String(number), event.at.description, event.device.text, word]
    let members = zip(EventLine.memberNames, EventLine.members(of: event)).map { name, value in
      value.map { cell($0, isText: !jsonMembers.contains(name)) } ?? []
    }
    return row(place.map { Array($0.utf8) } + members)
  }

  /// The members that hold values of settings, or several of them.
  private static let jsonMembers: Set = ["value", "values", "keys", "payload"]

  private static func cell(_ value: Value, isText: Bool) -> [UInt8] {
    if isText, case .string(let text) = value { return Array(text.utf8) }
    return value.canonicalBytes
  }

  private static func row(_ cells: [[UInt8]]) -> [UInt8] {
    Array(cells.map(quoted).joined(separator: ",".utf8)) + "\r\n".utf8
  }

  private static func quoted(_ cell: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    guard cell.contains(where: { $0 == quote || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      return cell
    }
    return [quote] + cell.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
