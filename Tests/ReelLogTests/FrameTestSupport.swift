import Foundation
import ReelEvents
import Testing

@testable import ReelLog

/// A folder of its own for one test, gone with it: a suite holds it as a property.
final class Scratch {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "reel-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      Issue.record(error)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a new file. One that is there goes first: emptying it would wait for the disk.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try? FileManager.default.removeItem(atPath: self(name))
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }

  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  /// Runs a command of the shell to its end; its standard output and exit code.
  func run(_ command: String) throws -> (output: [UInt8], status: Int32) {
    let pipe = Pipe()
    let process = try start(command, output: pipe)
    let output = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// Starts a command of the shell.
  func start(_ command: String, output: Any = FileHandle.nullDevice) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}

/// What a reader made of a whole file.
struct Reading: Equatable {
  var lines: [String] = []
  var verifiedLines: [String] = []
  var chunks: [LineChunk.Assurance] = []
  var tear: Tear?
  var error: LogError?

  init(_ path: String) {
    do throws(LogError) {
      let reader = try RecordingReader(FileReader(path: path))
      var chunk = LineChunk()
      while try reader.next(into: &chunk) {
        lines.append(contentsOf: Self.lines(of: chunk))
        if chunk.isVerified { verifiedLines.append(contentsOf: Self.lines(of: chunk)) }
        chunks.append(chunk.assurance)
      }
      tear = reader.tear
    } catch {
      self.error = error
    }
  }

  static func lines(of chunk: LineChunk) -> [String] {
    chunk.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Lines that look like events, with an easy clock: one second an event.
enum Sample {
  static let header = #"{"reel":1}"#

  /// The line of a header that has all it needs.
  static var wholeHeader: [UInt8] {
    var line: [UInt8] = []
    HeaderLine.append(
      RecordingHeader(name: "sample", recordedUnder: nil, catalog: Catalog()), to: &line)
    return line
  }

  static func line(_ number: Int) -> String {
    #"{"at":"2026-01-01T00:00:00Z","device":"phone","event":"note","text":"event \#(number)"}"#
  }

  static func lines(_ numbers: ClosedRange<Int>) -> [String] { numbers.map(line) }

  static func instant(_ number: Int) -> Instant { Instant(microseconds: Int64(number) * 1_000_000) }

  /// Writes events into a new recording, flushing after each that is named.
  static func record(
    _ numbers: ClosedRange<Int>, at path: String, flushingAfter flushes: Set<Int> = [],
    lockedBy program: String? = nil, header: [UInt8] = Array(header.utf8)
  ) throws {
    var writer = try RecordingWriter.creating(
      path, container: Container(forNewFile: path), header: header,
      lockedBy: program)
    for number in numbers {
      try writer.append(Array(line(number).utf8)[...], at: instant(number))
      if flushes.contains(number) { try writer.flush() }
    }
    try writer.finish()
  }
}

extension Trait where Self == ConditionTrait {
  /// Passes over a test of compressed recordings where the build has none.
  static var needsZstd: Self {
    .enabled(if: Container.zstd.isSupported, "this build has no libzstd")
  }
}

/// Those of `names` that are recordings which this build can make.
func supported(_ names: [String]) -> [String] {
  names.filter { Container(forNewFile: $0).isSupported }
}
