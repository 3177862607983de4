import Foundation
import ReelLog

/// Where a command reads what it was given on standard input; memory in a test.
public final class CommandInput {
  private let memory: [UInt8]?
  private var position = 0
  /// Whether a person types it.
  public let isTerminal: Bool

  /// The process's standard input.
  public init() {
    memory = nil
    isTerminal = isatty(FileHandle.standardInput.fileDescriptor) == 1
  }

  /// An input that holds `bytes`, for tests.
  public init(_ bytes: [UInt8], isTerminal: Bool = false) {
    memory = bytes
    self.isTerminal = isTerminal
  }

  /// Reads everything to the end.
  /// - Throws: what reading throws.
  func readAll() throws -> [UInt8] {
    if let memory { return memory }
    return Array(try FileHandle.standardInput.readToEnd() ?? Data())
  }

  /// Reads one line, without its line feed; nil at the end.
  func nextLine() -> String? {
    guard let memory else { return readLine() }
    guard position < memory.count else { return nil }
    let line = memory[position...].prefix { $0 != 0x0A }
    position = line.endIndex + 1
    return String(decoding: line, as: UTF8.self)
  }

  /// Everything to the end, as a file that can be read again.
  /// - Throws: `LogError`.
  func file() throws -> FileReader {
    guard let memory else { return try FileReader.standardInput() }
    let url = FileManager.default.temporaryDirectory.appending(
      component: "reel-\(UUID().uuidString)")
    try Data(memory).write(to: url)
    defer { unlink(url.path) }
    return try FileReader(path: url.path)
  }
}
