import Foundation

/// A program that was started and obeys commands, one line each, with one line of answer each.
final class Program {
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private let name: String
  private var unread = Data()

  /// Starts the program `name` that stands beside this one, with its settings in `home`.
  init(_ name: String, home: String, arguments: [String]) throws {
    self.name = name
    let own = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let program = own.deletingLastPathComponent().appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw SessionError("\(name) is not built; run: swift build")
    }
    process.executableURL = program
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    for variable in ["XDG_CONFIG_HOME", "CFFIXED_USER_HOME"] { environment[variable] = home }
    process.environment = environment
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  /// Gives a command and waits for its answer.
  @discardableResult func ask(_ command: String) throws -> String {
    try commands.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    guard let answer = nextLine() else {
      throw SessionError("\(name) ended at the command \"\(command)\"")
    }
    return answer
  }

  /// Lets the program end its recording and waits until it has gone.
  func quit() throws {
    let answer = try ask("quit")
    process.waitUntilExit()
    guard answer == "finished", process.terminationStatus == 0 else {
      throw SessionError("\(name) did not finish: \(answer)")
    }
  }

  private func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[unread.startIndex..<end], as: UTF8.self)
        unread = Data(unread[unread.index(after: end)...])
        return line
      }
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread.append(more)
    }
  }
}

/// Why the session cannot go on, as a sentence.
struct SessionError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
