import ReelEvents
import ReelLog

/// A form that events are written in.
enum EventFormat: String, CaseIterable {
  /// A recording of plain lines.
  case jsonl
  /// A recording in frames.
  case zst
  /// A JSON array of the events' lines, without the header.
  case json
  /// A table with a column for each member that events can have (RFC 4180).
  case csv

  /// What `--json` or `--format` says, else the ending of the file's name, else lines.
  /// - Throws: a usage failure.
  init(_ arguments: Arguments) throws(CommandFailure) {
    if arguments.has(.json) {
      self = .json
      return
    }
    let path = arguments[.output] ?? "-"
    guard let text = arguments[.format] else {
      self = Self.allCases.first { path.hasSuffix(".\($0.rawValue)") } ?? .jsonl
      return
    }
    guard let format = Self(rawValue: text) else {
      throw CommandFailure(
        .usage,
        "--format takes \(Self.allCases.map(\.rawValue).joined(separator: ", ")), and got \(text)")
    }
    self = format
  }
}
