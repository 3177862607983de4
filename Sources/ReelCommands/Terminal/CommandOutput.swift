import Foundation

/// Where a command writes: standard output, standard error, or memory in a test.
///
/// A reader that goes away early (`| head`) is no failure: what follows is dropped, and `isClosed`
/// tells verbs that go on and on to stop.
public final class CommandOutput {
  /// Whether a person reads it as it comes.
  public let isTerminal: Bool
  /// The columns of the terminal; nil where it is none, or does not tell.
  var columns: Int? {
    isTerminal ? handle.flatMap { TerminalSize.columns($0.fileDescriptor) } : nil
  }
  /// Whether the reader has gone.
  public private(set) var isClosed = false
  /// The output on the same terminal, whose passing line goes before this one writes.
  weak var neighbor: CommandOutput?
  /// Whether a passing line is shown.
  private var hasPassingLine = false
  /// What was written, where it is kept in memory.
  public private(set) var bytes: [UInt8] = []

  private let handle: FileHandle?
  private var buffer: [UInt8] = []
  /// How many bytes wait before they are handed over; standard error does not wait.
  private let bufferBytes: Int

  /// An output that keeps what it gets, for tests.
  public init(isTerminal: Bool = false) {
    handle = nil
    bufferBytes = 0
    self.isTerminal = isTerminal
  }

  /// The process's standard output.
  public static func standardOutput() -> CommandOutput {
    CommandOutput(.standardOutput, bufferBytes: 64 << 10)
  }

  /// The process's standard error.
  public static func standardError() -> CommandOutput {
    CommandOutput(.standardError, bufferBytes: 0)
  }

  private init(_ handle: FileHandle, bufferBytes: Int) {
    self.bufferBytes = bufferBytes
    self.handle = handle
    isTerminal = isatty(handle.fileDescriptor) == 1
  }

  /// What was written to memory, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes `line` and a line feed.
  /// - Throws: `CommandFailure` where there is no room to write.
  func write(line: String) throws(CommandFailure) { try write(Array(line.utf8) + [0x0A]) }

  /// Writes `text`.
  /// - Throws: as `write(line:)`.
  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// Writes bytes, at the latest when `flush` is called.
  /// - Throws: as `write(line:)`.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try clearPassingLine()
    buffer += bytes
    if isTerminal || buffer.count >= bufferBytes { try flush() }
  }

  /// Shows `text` in one line until anything else is written; on a terminal alone.
  /// - Throws: as `write(line:)`.
  func show(passing text: String) throws(CommandFailure) {
    guard isTerminal else { return }
    hasPassingLine = false
    try write("\r\u{1B}[K" + text)
    hasPassingLine = true
  }

  /// Takes away the passing line, if there is one.
  /// - Throws: as `write(line:)`.
  func clearPassingLine() throws(CommandFailure) {
    if isTerminal { try neighbor?.clearPassingLine() }
    guard hasPassingLine else { return }
    hasPassingLine = false
    buffer += Array("\r\u{1B}[K".utf8)
    try flush()
  }

  /// Hands everything over.
  /// - Throws: as `write(line:)`.
  func flush() throws(CommandFailure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if isClosed || buffer.isEmpty { return }
    guard let handle else {
      bytes += buffer
      return
    }
    do {
      try handle.write(contentsOf: Data(buffer))
    } catch {
      guard Self.isClosedPipe(error) else {
        throw CommandFailure(
          .inputOutput, "standard output: expected room to write, found a device that has none")
      }
      isClosed = true
    }
  }

  /// Waits for about `milliseconds`, less where the reader goes or a signal comes meanwhile.
  func wait(milliseconds: Int32) {
    guard let handle else {
      poll(nil, 0, milliseconds)
      return
    }
    var pipe = pollfd(fd: handle.fileDescriptor, events: 0, revents: 0)
    if poll(&pipe, 1, milliseconds) > 0 { isClosed = true }
  }

  private static func isClosedPipe(_ error: any Error) -> Bool {
    var cause: NSError? = error as NSError
    while let one = cause {
      if one.domain == NSPOSIXErrorDomain && one.code == Int(EPIPE) { return true }
      cause = one.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return false
  }
}
