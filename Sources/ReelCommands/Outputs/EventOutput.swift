import ReelEvents
import ReelLog

/// Where chosen events go, in one of the forms they can have.
struct EventOutput: ~Copyable {
  private let format: EventFormat
  /// One of the two is there, by the format.
  private var recording: RecordingOutput? = nil
  private var text: TextOutput? = nil
  /// Whether the array that is written is the member of an object.
  private let isObject: Bool
  private let headerLine: [UInt8]
  /// How many events were added.
  private(set) var eventCount: Int64 = 0

  /// Starts what `-o`, `--json` and `--force` ask for, of a recording whose header is `headerLine`.
  /// - Throws: `LogError`, `CommandFailure`.
  init(
    _ format: EventFormat, _ arguments: Arguments, headerLine: [UInt8], _ console: Console
  ) throws {
    // What can throw comes after all is set: the two outputs are not copyable.
    self.format = format
    isObject = arguments.has(.json)
    self.headerLine = headerLine
    let path = arguments[.output] ?? "-"
    try OutputPlace.check(path, isNoneOf: arguments.operands)
    if format == .zst, path == "-", console.output.isTerminal {
      throw CommandFailure(
        .usage, "--format zst is not for a terminal; name a file with -o, or pipe it on")
    }
    switch format {
    case .jsonl, .zst:
      recording = try RecordingOutput(
        path, .derived(isForced: arguments.has(.force)), container: format == .zst ? .zstd : .plain,
        headerLine: headerLine, console)
    case .json, .csv:
      text = try TextOutput(path, isForced: arguments.has(.force), console)
    }
    if isObject { try text?.append("{\"events\":".utf8) }
    if format == .csv { try text?.append(EventTable.head) }
  }

  /// Adds the event in `row` of `batch`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(_ batch: EventBatch, _ row: Int) throws {
    let line = batch.line(row)
    switch format {
    case .jsonl, .zst: try recording?.append(line: line, at: batch.instant(row))
    case .json:
      // The comma begins a line, so that who follows sees the last event whole.
      try text?.append(eventCount == 0 ? "[\n".utf8 : ",".utf8)
      try text?.append(line)
      try text?.append("\n".utf8)
    case .csv:
      let event = try EventLine.decode(Array(line)).event
      let word = if case .unknown(let word) = event.action { word } else { event.action.kind.name }
      try text?.append(EventTable.row(of: event, number: batch.number(of: row), word: word))
    }
    eventCount += 1
  }

  /// Hands everything over, so that who watches sees it.
  /// - Throws: as `append`.
  mutating func flush() throws {
    try recording?.flush()
    try text?.flush()
  }

  /// Stops if somebody asked for that.
  /// - Throws: `CommandFailure`.
  func checkInterruption() throws(CommandFailure) {
    try recording?.checkInterruption()
    try text?.checkInterruption()
  }

  /// Ends the file.
  /// - Throws: as `append`.
  consuming func finish() throws {
    if format == .json {
      try text?.append(eventCount == 0 ? "[]".utf8 : "]".utf8)
      if isObject {
        try text?.append(",\"header\":".utf8)
        try text?.append(headerLine)
        try text?.append(",\"schema\":\"reel.cat/1\"}".utf8)
      }
      try text?.append("\n".utf8)
    }
    try recording?.finish()
    try text?.finish()
  }
}
