import Foundation

/// A terminal that a test looks at, with a program on it.
final class PseudoTerminal {
  private let master: Int32
  private let process = Process()
  private let output = Pipe()

  struct Unavailable: Error {}

  /// Starts `reel` with `arguments` as the one that a person runs in a terminal of `columns`.
  /// - Parameter pipesOutput: whether standard output goes elsewhere, as with `> file`.
  init(
    _ arguments: [String], columns: UInt16 = 80, pipesOutput: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let name: String
    (master, name) = try Self.open()
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    let slave = FileHandle(
      fileDescriptor: Foundation.open(name, O_RDWR | O_NOCTTY), closeOnDealloc: true)
    // A session of its own, whose terminal this is, so that control-C reaches it.
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", try Program.path] + arguments
    var variables = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    for name in ["NO_COLOR", "COLUMNS", "CI"] { variables[name] = nil }
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = slave
    process.standardOutput = pipesOutput ? output.fileHandleForWriting : slave
    process.standardError = slave
    try process.run()
    // Else the terminal would never be without a program.
    try slave.close()
    try output.fileHandleForWriting.close()
  }

  deinit { close(master) }

  /// A new terminal: the end that a test holds, and the name of the other one.
  private static func open() throws -> (master: Int32, name: String) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw Unavailable() }
      return (master, String(cString: name))
    #else
      // The functions for that are not in Glibc's module; these are the calls that they make.
      let (unlocking, asking): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (isLocked, number): (Int32, UInt32) = (0, 0)
      guard master >= 0, ioctl(master, unlocking, &isLocked) == 0,
        ioctl(master, asking, &number) == 0
      else { throw Unavailable() }
      return (master, "/dev/pts/\(number)")
    #endif
  }

  /// Whether there are terminals to be had here.
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid") }

  /// Types `text`.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits until `isTrue`, or the program ends.
  func wait(until isTrue: () throws -> Bool) rethrows {
    while process.isRunning, try !isTrue() { usleep(1000) }
  }

  /// What was shown until the program ended, what went elsewhere, and its exit status.
  func end() -> (shown: String, output: String, status: Int32) {
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // A terminal whose programs have all ended has nothing more to read.
    while true {
      let count = read(master, &buffer, buffer.count)
      if count <= 0 { break }
      shown += buffer[..<count]
    }
    process.waitUntilExit()
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    return (
      String(decoding: shown, as: UTF8.self), String(decoding: rest, as: UTF8.self),
      process.terminationStatus
    )
  }
}
