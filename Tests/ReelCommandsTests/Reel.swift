import Foundation
import ReelCommands

/// A run of the command line in this process, and what came of it.
struct Reel {
  let status: Int32
  let output: String
  let errors: String

  /// Runs `arguments` on streams in memory.
  init(
    _ arguments: String..., input: String = "", isTerminal: Bool = false,
    environment: [String: String] = [:]
  ) {
    self.init(
      arguments, input: Array(input.utf8), isTerminal: isTerminal, environment: environment)
  }

  init(
    _ arguments: [String], input: [UInt8] = [], isTerminal: Bool = false,
    environment: [String: String] = [:]
  ) {
    let output = CommandOutput(isTerminal: isTerminal)
    let errors = CommandOutput()
    status = ReelCommand.run(
      arguments, input: CommandInput(input, isTerminal: isTerminal), output: output,
      errors: errors, environment: environment)
    self.output = output.text
    self.errors = errors.text
  }

  /// The output's lines.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The output as a JSON object.
  func json() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return object as? [String: Any] ?? [:]
  }
}

/// A folder of a test's own, gone when the test is over.
final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "reel-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // It is in the temporary folder, which the system clears.
    }
  }

  /// The path of `name` in it.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` as `name` and gives its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Data(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    try data.write(to: URL(filePath: self(name)))
    return self(name)
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self(name))) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

  /// Records `scenario` as `name` and gives its path.
  func record(_ name: String, _ scenario: String, policy: String? = nil) throws -> String {
    let flags = policy.map { ["--policy", $0] } ?? []
    let run = Reel(["record", "-", "-o", self(name)] + flags, input: Array(scenario.utf8))
    guard run.status == 0 else { throw Unrecorded(errors: run.errors) }
    return self(name)
  }

  struct Unrecorded: Error { let errors: String }
}

/// Scenarios that tests share.
enum Scenarios {
  /// The member's state is sent, read, left out, and read again.
  static let landmine = """
    phone installs
    watch installs
    phone sets memberEntitlement false
    phone sets temperatureUnit celsius
    phone sends context to watch as m1
    watch receives m1
    watch checks paidWatch

    """

  /// An album is dismissed and comes back.
  static let undo = """
    phone installs
    phone is pro
    phone pulls notInterested
    phone dismisses album-7
    phone pushes notInterested as p1
    phone undoes album-7
    phone pulls notInterested
    phone pushes notInterested as p2

    """
}
