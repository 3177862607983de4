public import ReelEvents

/// Writes events to a recording.
public struct EventWriter: ~Copyable {
  private var writer: RecordingWriter
  private var encoder = LineEncoder()
  private var line: [UInt8] = []

  /// A writer that adds to what `writer` has begun.
  public init(_ writer: consuming RecordingWriter) { self.writer = writer }

  /// Makes the recording `path`, which must not be there yet, and writes its header.
  /// - Parameters:
  ///   - program: who holds the lock on `NAME.lock`; nil takes none, as in an app.
  ///   - durability: what a flush outlives.
  /// - Throws: as `RecordingWriter.creating`.
  public static func creating(
    _ path: String, container: Container, header: RecordingHeader, lockedBy program: String?,
    durability: Durability = .flush
  ) throws(LogError) -> EventWriter {
    EventWriter(
      try RecordingWriter.creating(
        path, container: container, header: line(of: header), lockedBy: program,
        durability: durability))
  }

  /// Starts a recording on `output` (a derived file, standard output) and writes its header.
  /// - Throws: as `RecordingWriter.writing`.
  public static func writing(
    to output: consuming OutputFile, container: Container, header: RecordingHeader
  ) throws(LogError) -> EventWriter {
    EventWriter(
      try RecordingWriter.writing(to: output, container: container, header: line(of: header)))
  }

  /// Opens the recording `path` to add to it.
  /// - Throws: as `RecordingWriter.reopening`.
  public static func reopening(
    _ path: String, lockedBy program: String, durability: Durability = .flush
  ) throws(LogError) -> EventWriter {
    EventWriter(
      try RecordingWriter.reopening(path, lockedBy: program, durability: durability) {
        EventLine.instant(of: $0)
      })
  }

  /// The number that the next event gets.
  public var nextEvent: Int64 { writer.nextEvent }

  /// Adds `event`; it is safe from a crash of the process after the next `flush`.
  /// - Throws: `overLimit` for a time that RFC 3339 cannot write, a value nested too deep to be
  ///   read back, or a line too long, none of which is added; `closedPipe`, `inputOutput`.
  public mutating func append(_ event: Event) throws(LogError) {
    guard Instant.writable.contains(event.at) else {
      throw LogError(
        .overLimit, path: "", expected: "a time in the years 1 to 9999", found: "another one")
    }
    // The line itself is one level more.
    guard event.action.nesting < EventLimits.nestingMax else {
      throw LogError(
        .overLimit, path: "", expected: "a value of at most \(EventLimits.nestingMax - 1) levels",
        found: "a deeper one")
    }
    line.removeAll(keepingCapacity: true)
    encoder.append(event, to: &line)
    try writer.append(line[...], at: event.at)
  }

  /// Adds the line of an event as it is, given without its line feed: one of an unknown kind, or of
  /// another recording.
  /// - Throws: `overLimit` for a line too long, which is not added; `closedPipe`, `inputOutput`.
  public mutating func append(line: ArraySlice<UInt8>, at instant: Instant?) throws(LogError) {
    try writer.append(line, at: instant)
  }

  /// Hands every event to the operating system, so that all can be read if nothing follows; with
  /// the durability `fsync`, to the disk.
  /// - Throws: `closedPipe`, `inputOutput`.
  public mutating func flush() throws(LogError) { try writer.flush() }

  /// Flushes, and waits until everything is on the disk.
  /// - Throws: `closedPipe`, `inputOutput`.
  public mutating func synchronize() throws(LogError) { try writer.synchronize() }

  /// Ends the recording.
  /// - Throws: `closedPipe`, `inputOutput`; `exists` if a derived file's place was taken meanwhile.
  public consuming func finish() throws(LogError) { try writer.finish() }

  private static func line(of header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    return line
  }
}

extension Action {
  /// How deep the values nest that the action carries.
  fileprivate var nesting: Int {
    switch self {
    case .storeSet(_, _, let value): value.nesting
    case .storeRead(_, _, let value): value?.nesting ?? 0
    case .storeLoaded(_, let values), .storeApplied(_, _, let values), .storeRegister(let values):
      Value.dictionary(values).nesting
    case .messageSent(let message): message.payload?.nesting ?? 0
    case .messageReceived(let message): message.payload?.nesting ?? 0
    case .storeCleared: 1
    case .storeRemove, .entitlementRead, .ruleRead, .messageFailed, .deviceInstalled,
      .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked,
      .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      0
    }
  }
}
