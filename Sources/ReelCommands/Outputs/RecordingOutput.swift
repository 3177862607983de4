import Foundation
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
  private let console: Console
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
  /// - Throws: `LogError`, `CommandFailure`.
  init(
    _ path: String, _ making: Making, headerLine: [UInt8], flushEvery: Int64? = nil,
    _ console: Console
  ) throws {
    self.console = console
    self.flushEvery = flushEvery
    if path == "-" {
      writer = nil
      try console.output.write(headerLine + [0x0A])
    } else {
      try Self.checkPlace(path)
      writer = EventWriter(try Self.writer(path, making, headerLine))
    }
  }

  /// A pipe or a device must not be replaced by a file, not even if forced.
  private static func checkPlace(_ path: String) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return }
    let type = try manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard type == .typeRegular || type == .typeSymbolicLink else {
      throw CommandFailure(
        .cannotCreate,
        "\(path): expected a place for a new file, found a folder or a device; "
          + "- writes to standard output")
    }
  }

  private static func writer(
    _ path: String, _ making: Making, _ header: [UInt8]
  ) throws(LogError) -> RecordingWriter {
    let container = Container(forNewFile: path)
    switch making {
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

  private mutating func noteEvent() throws {
    eventCount += 1
    sinceFlush += 1
    if let flushEvery, sinceFlush >= flushEvery {
      try writer?.flush()
      sinceFlush = 0
    }
  }

  /// Ends the recording.
  /// - Throws: `LogError`.
  consuming func finish() throws { try writer?.finish() }
}
