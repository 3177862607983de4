import ReelEvents
import ReelLog
import ReelReports

extension RecordingInput {
  /// The captions of the events `numbers`, ascending.
  func captions(of numbers: [Int64]) throws -> [Int64: String] {
    if scenario == nil {
      return try captions(of: numbers, in: passedSource ?? RecordingSource(file()))
    }
    var captions: [Int64: String] = [:]
    var wanted = numbers[...]
    var source = try open()
    var batch = EventBatch()
    while !wanted.isEmpty, try source.next(into: &batch) {
      while let number = wanted.first, number <= batch.number(of: batch.count - 1) {
        wanted.removeFirst()
        let event = try batch.captionedEvent(Int(number - batch.firstNumber))
        captions[number] = EventCaption.text(of: event)
      }
    }
    return captions
  }

  /// The captions of events of a recording, of which only the frames are read that they are in.
  private func captions(of numbers: [Int64], in source: RecordingSource) throws -> [Int64: String] {
    var captions: [Int64: String] = [:]
    var scanner = LineScanner()
    try source.readLines(ofEvents: numbers) { number, line in
      var batch = EventBatch()
      batch.text = Array(line) + [UInt8(ascii: "\n")]
      _ = scanner.scan(&batch)
      if batch.count == 1 {
        captions[number] = EventCaption.text(of: try batch.captionedEvent(0))
      }
    }
    return captions
  }
}

extension EventBatch {
  /// The event in `row`, a message without its payload, of which no caption speaks: it is most of
  /// a recording.
  /// - Throws: `ParseError`.
  func captionedEvent(_ row: Int) throws(ParseError) -> Event {
    let action: Action
    switch kinds[row] {
    case .messageSent:
      let message = messages[Int(details[row])]
      action = .messageSent(
        SentMessage(
          message: message.id.map(text) ?? "", channel: message.channel,
          to: DeviceName(name(message.to)), key: message.key < 0 ? nil : name(message.key),
          suppressed: message.suppressed))
    case .messageReceived:
      let message = messages[Int(details[row])]
      action = .messageReceived(
        ReceivedMessage(
          message: message.id.map(text), channel: message.channel,
          key: message.key < 0 ? nil : name(message.key), isInterrupted: message.isInterrupted,
          suppressed: message.suppressed))
    default: return try EventLine.decode(Array(line(row))).event
    }
    return Event(at: instant(row), device: DeviceName(device(row)), action: action)
  }

  private func text(_ range: ByteRange) -> String { String(decoding: bytes(range), as: UTF8.self) }
}
