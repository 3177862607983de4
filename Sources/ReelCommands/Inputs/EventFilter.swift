import ReelEvents
import ReelLog
import ReelReplay

/// Which events of a recording are wanted.
struct EventFilter {
  private let device: String?
  private let kind: EventKind?
  private let key: String?
  private let start: Until?
  private let end: Until?
  private var hasStarted: Bool
  /// How many events more may pass; nil for all there are.
  private var room: Int64?

  enum Judgement { case passes, isLeftOut, isPastEnd }

  /// What `--device`, `--event`, `--key`, `--from`, `--until` and `--limit` ask for.
  /// - Throws: a usage failure.
  init(_ arguments: Arguments) throws(CommandFailure) {
    device = arguments[.device]
    key = arguments[.key]
    start = if let text = arguments[.start] { try Until(text, flag: .start) } else { nil }
    end = if let text = arguments[.until] { try Until(text, flag: .until) } else { nil }
    hasStarted = start == nil
    room = try arguments[.limit].map { text throws(CommandFailure) in
      if let count = Int64(text), count >= 0 { return count }
      throw CommandFailure(.usage, "--limit takes a number of events, and got \(text)")
    }
    kind = if let text = arguments[.event] { try Self.kind(text) } else { nil }
  }

  /// Where the first event that can pass is; nil for the front.
  var place: RecordingReader.Place? {
    switch start {
    case .event(let number)?: .event(number)
    case .time(let instant)?: .time(instant)
    case nil: nil
    }
  }

  /// Whether no event can pass any more.
  var isFull: Bool { room == 0 }

  /// Begins another recording: what has passed counts, where it starts does not.
  mutating func restart() { hasStarted = start == nil }

  /// Whether the event in `row` is wanted; rows are asked for in the order of the recording.
  mutating func judge(_ batch: EventBatch, _ row: Int) -> Judgement {
    let number = batch.number(of: row)
    let instant = batch.instants[row]
    switch end {
    case .event(let last)?: if number > last { return .isPastEnd }
    case .time(let last)?: if instant > last.microseconds { return .isPastEnd }
    case nil: break
    }
    if !hasStarted {
      switch start {
      case .event(let first)?: hasStarted = number >= first
      case .time(let first)?: hasStarted = instant >= first.microseconds
      case nil: hasStarted = true
      }
      if !hasStarted { return .isLeftOut }
    }
    guard isWanted(batch, row) else { return .isLeftOut }
    room = room.map { $0 - 1 }
    return .passes
  }

  private func isWanted(_ batch: EventBatch, _ row: Int) -> Bool {
    if let kind, batch.kinds[row] != kind { return false }
    if let device {
      let name = DeviceName(batch.device(row))
      guard name.text == device || name.owner == device else { return false }
    }
    guard let key else { return true }
    return batch.action(row, names: key)
  }

  private static func kind(_ text: String) throws(CommandFailure) -> EventKind {
    if let kind = EventKind(name: text) { return kind }
    let known = EventKind.allCases.map(\.name).filter { !$0.isEmpty }
    let hint = nearest(to: text, in: known).map { "did you mean \($0)?" }
    throw CommandFailure(
      .usage,
      "no event is called \(text); \(hint ?? "the kinds are \(known.joined(separator: ", "))")")
  }
}
