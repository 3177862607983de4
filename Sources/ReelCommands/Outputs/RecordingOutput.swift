import ReelEvents
import ReelLog

/// A recording being written: to a file, or as plain lines to standard output.
struct RecordingOutput: ~Copyable {
  /// How a file comes to be.
  enum Making {
    /// In place, where none is, so that what is flushed survives a crash; with `--force` as one
    /// that is derived.
    case recorded(isForced: Bool)
    /// Beside its place, which it takes when it is whole; another's only with `--force`.
    case derived(isForced: Bool)
  }

  private var writer: EventWriter?
  private let path: String
  private let console: Console
  /// There while a file is made that must not stay behind half made.
  private let interruption: Interruption?
  private let flushEvery: Int64?
  private var sinceFlush: Int64 = 0
  /// How many events were added.
  private(set) var eventCount: Int64 = 0

  /// Starts the recording `path`, `-` for standard output, with `header`.
  /// - Parameter flushEvery: after how many events to hand over to the disk.
  /// - Throws: `LogError`, `CommandFailure`.
  init(
    _ path: String, _ making: Making, header: RecordingHeader, flushEvery: Int64? = nil,
    _ console: Console
  ) throws {
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    try self.init(path, making, headerLine: line, flushEvery: flushEvery, console)
  }

  /// Starts the recording `path`, `-` for standard output, whose header is `headerLine`.
  /// - Parameter container: how the lines are stored; by the name if left out, plain on standard
  ///   output.
  /// - Throws: `LogError`, `CommandFailure`.
  init(
    _ path: String, _ making: Making, container: Container? = nil, headerLine: [UInt8],
    flushEvery: Int64? = nil, _ console: Console
  ) throws {
    self.path = path
    self.console = console
    self.flushEvery = flushEvery
    let isStandardOutput = path == "-"
    interruption = isStandardOutput || making.isInPlace ? nil : Interruption()
    let container = container ?? (isStandardOutput ? .plain : Container(forNewFile: path))
    switch (isStandardOutput, container) {
    case (true, .plain):
      writer = nil
      try console.output.write(headerLine + [0x0A])
    case (true, .zstd):
      try console.output.flush()
      writer = EventWriter(
        try .writing(to: .standardOutput(), container: container, header: headerLine))
    case (false, _):
      try OutputPlace.check(path)
      writer = EventWriter(try making.writer(path, container, headerLine))
    }
  }

  /// Adds `event`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(_ event: Event) throws {
    if writer == nil {
      var line: [UInt8] = []
      EventLine.append(event, to: &line)
      try console.output.write(line + [0x0A])
    } else {
      try writer?.append(event)
    }
    try noteEvent()
  }

  /// Adds the event whose line, without its line feed, is `line`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(line: ArraySlice<UInt8>, at instant: Instant) throws {
    if writer == nil {
      try console.output.write(Array(line) + [0x0A])
    } else {
      try writer?.append(line: line, at: instant)
    }
    try noteEvent()
  }

  /// Stops if somebody asked for that.
  /// - Throws: `CommandFailure`.
  func checkInterruption() throws(CommandFailure) { try interruption?.check(making: path) }

  private mutating func noteEvent() throws {
    try checkInterruption()
    eventCount += 1
    sinceFlush += 1
    if let flushEvery, sinceFlush >= flushEvery {
      try writer?.flush()
      sinceFlush = 0
    }
  }

  /// Hands everything over, so that it can be read if nothing follows.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func flush() throws {
    try writer?.flush()
    try console.output.flush()
  }

  /// Ends the recording.
  /// - Throws: `LogError`.
  consuming func finish() throws { try writer?.finish() }
}

extension RecordingOutput.Making {
  /// Whether what was flushed is to stay, come what may.
  fileprivate var isInPlace: Bool {
    switch self {
    case .recorded(let isForced): !isForced
    case .derived: false
    }
  }

  fileprivate func writer(
    _ path: String, _ container: Container, _ header: [UInt8]
  ) throws(LogError) -> RecordingWriter {
    switch self {
    case .recorded(isForced: false):
      return try .creating(path, container: container, header: header, lockedBy: "reel")
    case .recorded(isForced: true), .derived(isForced: true):
      return try .writing(
        to: OutputFile.derived(path, existing: .replaced), container: container, header: header)
    case .derived(isForced: false):
      return try .writing(
        to: OutputFile.derived(path, existing: .kept), container: container, header: header)
    }
  }
}
