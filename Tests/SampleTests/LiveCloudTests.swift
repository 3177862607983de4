import Foundation
import ReelCommands
import Testing

/// A program of this package, as a process that is talked to line by line.
private final class Program {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init(_ name: String, _ arguments: [String], in folder: URL) throws {
    let bundle = Bundle(for: Program.self).bundleURL
    let paths = [bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: name).path }
    let path = try #require(paths.first { FileManager.default.isExecutableFile(atPath: $0) })
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { kill() }

  func say(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line that begins with `start`; waits for it as long as the program lives.
  @discardableResult func hear(_ start: String) throws -> String {
    while true {
      while let end = unread.firstIndex(of: 0x0A) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        if line.hasPrefix(start) { return line }
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the program ended before it said \(start)")
      unread += more
    }
  }

  /// Waits until it ends by itself.
  func waitForEnd() { process.waitUntilExit() }

  /// Ends it as `kill -9` does.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Asks it to end, and gives its exit status.
  func terminate(_ signal: Int32) -> Int32 {
    Foundation.kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Two real devices on one machine: what "needs two devices" elsewhere.
@Suite(.timeLimit(.minutes(2))) final class `The cloud in a process of its own` {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "c-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder.path)") }
  }

  private func cloud() throws -> Program {
    let cloud = try Program("reel", ["cloud", "--socket", "s"], in: folder)
    try cloud.hear("serving")
    return cloud
  }

  private func device(_ name: String) throws -> Program {
    try Program("sample-dismissals", ["s", ".", name], in: folder)
  }

  @Test func `brings a dismissal to another process while both live`() throws {
    let cloud = try cloud()
    let (phone, tablet) = (try device("phone"), try device("tablet"))
    try phone.say("dismiss album-1")
    #expect(try tablet.hear("album-1 dismissed, seen after").hasSuffix(" ms"))
    try tablet.say("undo album-1")
    try tablet.say("dismiss album-2")
    try phone.hear("album-2 dismissed")
    try phone.say("list")
    #expect(try phone.hear("album") == "album-2")
    withExtendedLifetime(cloud) {}
  }

  @Test func `is recorded by both, and their joined recording holds no fault`() throws {
    let cloud = try cloud()
    let (phone, tablet) = (try device("phone"), try device("tablet"))
    try phone.say("dismiss album-1")
    try tablet.hear("album-1")
    try tablet.say("undo album-1")
    try tablet.say("dismiss album-2")
    try phone.hear("album-2")
    for program in [phone, tablet] {
      try program.say("quit")
      program.waitForEnd()
    }
    let recordings = ["phone", "tablet"].map { folder.appending(path: "\($0).jsonl.zst").path }
    let joined = folder.appending(path: "joined.jsonl.zst").path
    #expect(reel(["merge"] + recordings + ["-o", joined]).status == 0)
    let verified = reel(["replay", joined, "--verify"])
    #expect(verified.status == 0, "\(verified.output)")
    let checked = reel(["check", joined])
    #expect(!checked.output.contains("error"), "\(checked.output)")
    let union = reel(["diff", joined, "--from", "tombstones", "--to", "union"])
    #expect(union.status == 1)
    #expect(union.output.contains("dismissal-resurrected"), "\(union.output)")
    withExtendedLifetime(cloud) {}
  }

  private func reel(_ arguments: [String]) -> (status: Int32, output: String) {
    let (output, errors) = (CommandOutput(), CommandOutput())
    let status = ReelCommand.run(
      arguments, input: CommandInput([]), output: output, errors: errors, environment: [:])
    return (status, output.text + errors.text)
  }

  @Test func `loses nothing when it is killed, nor what is done while it is dead`() throws {
    var cloud = try cloud()
    let (phone, tablet) = (try device("phone"), try device("tablet"))
    for number in 1...5 {
      try phone.say("dismiss before-\(number)")
      try tablet.hear("before-\(number)")
    }
    cloud.kill()
    for number in 1...5 { try phone.say("dismiss between-\(number)") }
    try tablet.say("dismiss from-tablet")
    cloud = try self.cloud()
    try phone.hear("from-tablet")
    for number in 1...5 { try tablet.hear("between-\(number)") }
    let later = try device("later")
    for number in 1...5 {
      try later.hear("before-\(number)")
    }
    try later.say("list")
    #expect(
      try later.hear("before-1 ")
        == "before-1 before-2 before-3 before-4 before-5 between-1 between-2 between-3 between-4 "
        + "between-5 from-tablet")
    withExtendedLifetime(cloud) {}
  }

  @Test func `comes back with all that it answered for, though no device is left`() throws {
    let cloud = try cloud()
    let (phone, tablet) = (try device("phone"), try device("tablet"))
    try phone.say("dismiss album-1")
    try tablet.hear("album-1")
    phone.kill()
    tablet.kill()
    cloud.kill()
    let again = try self.cloud()
    try device("another").hear("album-1")
    withExtendedLifetime(again) {}
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `ends cleanly when it is asked to`(signal: Int32) throws {
    let cloud = try cloud()
    #expect(cloud.terminate(signal) == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "s").path))
  }

  @Test func `does not take a socket from a cloud that is served`() throws {
    let first = try cloud()
    let second = try Program("reel", ["cloud", "--socket", "s"], in: folder)
    try second.hear("reel: s: expected a free place for a socket, found a cloud that is served")
    withExtendedLifetime(first) {}
  }

  @Test func `does not write over a log that is damaged`() throws {
    let log = folder.appending(path: "s.log")
    try Data("{\"account\":\"u1\"}\n".utf8).write(to: log)
    let cloud = try Program("reel", ["cloud", "--socket", "s"], in: folder)
    try cloud.hear("reel: s.log: expected a cloud's log, found damage: line 1")
    #expect(try Data(contentsOf: log) == Data("{\"account\":\"u1\"}\n".utf8))
  }
}
