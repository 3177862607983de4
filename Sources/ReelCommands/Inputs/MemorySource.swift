import ReelEvents
import ReelLog

/// Events in memory as the one batch that a recording of them would give.
struct MemorySource: EventSource {
  let header: RecordingHeader
  /// The events.
  let batch: EventBatch
  private var isDone = false

  /// The `events` of a recording with `header`; the first has the number `firstNumber`.
  init(header: RecordingHeader, events: [Event], firstNumber: Int64 = 1) {
    self.header = header
    var batch = EventBatch()
    batch.firstNumber = firstNumber
    for event in events {
      EventLine.append(event, to: &batch.text)
      batch.text.append(0x0A)
    }
    var scanner = LineScanner()
    let scan = scanner.scan(&batch)
    precondition(scan.badLineCount == 0, "a line that was just written reads back")
    self.batch = batch
  }

  mutating func next(into batch: inout EventBatch) -> Bool {
    if isDone {
      batch.removeAll()
      return false
    }
    batch = self.batch
    isDone = true
    return true
  }
}
