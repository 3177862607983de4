import ReelEvents
import ReelLog

/// The recordings of one device, one for each launch, as one run of events.
final class MergeStream {
  /// Where it stands among the streams; decides between events of one time and device.
  let position: Int
  /// The event that comes next; nil at the end.
  private(set) var head: MergeEvent?
  /// How many later events of other streams went before `head` while it waited for its sender.
  var waited: Int64 = 0
  /// The state of the merger in which `head` had to wait; it need not be asked again in that one.
  var waitsIn: Int?
  /// How many receipts were found whose process died before it applied them.
  private(set) var interruptedCount = 0

  private var recordings: ArraySlice<MergeRecording>
  /// The names of the recordings whose events have not all been handed out.
  private var names: ArraySlice<String>
  private var batch = EventBatch()
  private var row = 0
  /// Events read ahead; nil stands where a recording ends, and with it the life of the process.
  private var ahead: [MergeEvent?] = []

  /// How far is looked for what became of a receipt.
  private static let lookAheadMax = 64

  /// The stream of `recordings`, in the order of launches.
  init(_ recordings: [MergeRecording], position: Int) throws {
    self.recordings = recordings[...]
    names = recordings.map(\.header.name)[...]
    self.position = position
    try advance()
  }

  /// How many recordings have not been handed out wholly.
  var openCount: Int { head == nil ? 0 : names.count }

  /// Whether the recording called `name` may still send something here.
  func mayStillSend(as name: String) -> Bool {
    head != nil && names.contains(name)
  }

  /// Moves to the next event.
  func advance() throws {
    waited = 0
    waitsIn = nil
    head = try take()
    guard let event = head, case .arrives(let message) = event.stage,
      try diesBeforeApplying(message, on: event.device)
    else { return }
    interruptedCount += 1
    head = try event.interrupted()
  }

  private func take() throws -> MergeEvent? {
    while true {
      if ahead.isEmpty { guard try readAhead() else { return nil } }
      if let event = ahead.removeFirst() { return event }
      names.removeFirst()
    }
  }

  /// Whether nothing of `message` is applied before the process on `device` is launched again, and
  /// the process does nothing else in between.
  private func diesBeforeApplying(_ message: String, on device: String) throws -> Bool {
    var index = 0
    while index < Self.lookAheadMax {
      if index == ahead.count { guard try readAhead() else { return false } }
      guard let event = ahead[index] else { return true }
      index += 1
      guard event.device == device else { continue }
      switch event.stage {
      case .launch: return true
      case .clears(message), .crash: break
      case .clears, .applies, .arrives, .other: return false
      }
    }
    return false
  }

  /// Reads one event more; false at the end of the last recording.
  private func readAhead() throws -> Bool {
    while row == batch.count {
      guard let recording = recordings.first else { return false }
      row = 0
      if try recording.next(into: &batch) { continue }
      recordings.removeFirst()
      if recordings.isEmpty {
        batch = EventBatch()
        return false
      }
      ahead.append(nil)
      return true
    }
    ahead.append(MergeEvent(batch, row))
    row += 1
    return true
  }
}
