import Foundation

/// The real program, in a process of its own: for signals, pipes and files that grow.
final class Program {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread: [UInt8] = []

  /// Starts `reel` with `arguments`.
  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  init(_ arguments: [String]) throws {
    process.executableURL = URL(filePath: try Self.path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// The program that was built together with this test: beside the bundle, which on Linux is the
  /// folder itself.
  static var path: String {
    get throws {
      let bundle = Bundle(for: Program.self).bundleURL
      let paths = [bundle, bundle.deletingLastPathComponent()].map {
        $0.appending(path: "reel").path
      }
      guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
        throw Missing()
      }
      return path
    }
  }

  struct Missing: Error {}

  /// How long a line is waited for before the program is ended.
  private static let patienceMilliseconds: Int32 = 60_000

  /// Waits for the next line of the output; nil at its end, and where none comes.
  func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var wait = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Self.patienceMilliseconds) > 0 else {
        signal(SIGKILL)
        return nil
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Sends it the signal `number`.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for its end: what was not read yet of its output, its errors, and its exit status, 128
  /// and more if a signal ended it.
  func end() -> (output: String, errors: String, status: Int32) {
    let rest = unread + output.fileHandleForReading.readDataToEndOfFile()
    let errors = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let isSignalled = process.terminationReason == .uncaughtSignal
    return (
      String(decoding: rest, as: UTF8.self), String(decoding: errors, as: UTF8.self),
      process.terminationStatus + (isSignalled ? 128 : 0)
    )
  }

  /// Runs `command` in a shell where `$reel` is the program.
  static func shell(_ command: String) throws -> (output: String, status: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["reel": try path]) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
