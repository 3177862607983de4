import ReelEvents
import ReelLog
import TestSamples

/// The scanner's fast path and the decoder of single lines say the same of every line, and what a
/// line says comes back from its canonical form.
func checkLines(_ bytes: [UInt8]) throws {
  guard !bytes.isEmpty else { return }
  let text = bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
  let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map(Array.init)
  var batch = EventBatch(lines: lines)
  var scanner = LineScanner()
  let scan = scanner.scan(&batch)
  try require(
    batch.count + Int(scan.badLineCount) == lines.count, "every line is an event or a bad line")
  var row = 0
  for (index, line) in lines.enumerated() {
    let isEvent = row < batch.count && batch.number(of: row) == Int64(index + 1)
    do {
      let decoded = try EventLine.decode(line).event
      try require(isEvent, "line \(index) is an event to the decoder alone")
      let printed = EventLine.text(of: decoded.inColumns)
      try require(try batch.line(of: row) == printed, "line \(index) says the same either way")
      try require(EventLine.instant(of: line[...]) == decoded.at, "line \(index) tells its time")
      try checkReturn(of: decoded)
    } catch let error as ParseError {
      try require(!isEvent, "line \(index) is an event to the scanner alone: \(error)")
    }
    if isEvent { row += 1 }
  }
}

/// What was read, written and read again is the same; unless the written form, in which a large
/// number is an object, nests too deep.
private func checkReturn(of event: Event) throws {
  let line = EventLine.text(of: event)
  do {
    let again = try EventLine.decode(line).event
    try require(EventLine.text(of: again) == line, "a canonical line stays as it is")
  } catch let error as ParseError {
    try require(error.found == "one more level", "a canonical line can be read: \(error)")
  }
}

extension EventLine {
  /// The canonical line of `event`.
  static func text(of event: Event) -> [UInt8] {
    var bytes: [UInt8] = []
    append(event, to: &bytes)
    return bytes
  }
}

extension Event {
  /// The event without what no column keeps: why the platform handed a message over.
  fileprivate var inColumns: Event {
    guard case .messageReceived(var message) = action else { return self }
    message.reason = nil
    return Event(at: at, device: device, action: .messageReceived(message))
  }
}
