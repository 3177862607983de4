import ReelEvents
import ReelReplay

extension Until {
  /// What `text` says: the number of an event, or a time as RFC 3339 has it.
  /// - Throws: a usage failure.
  init(_ text: String, flag: Flag) throws(CommandFailure) {
    if let number = Int64(text), number >= 0 {
      self = .event(number)
    } else if let instant = Instant(text: text) {
      self = .time(instant)
    } else {
      throw CommandFailure(
        .usage,
        "--\(flag.word) takes the number of an event or a time such as "
          + "2026-01-01T00:00:05Z, and got \(text)")
    }
  }
}
