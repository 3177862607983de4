import Foundation
import ReelEvents
import ReelLog
import TestSamples
import Testing

/// A folder of a test's own, gone with it.
final class Folder {
  let path: String

  init(in parent: String = NSTemporaryDirectory()) throws {
    path = parent + "/reel-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }
}

/// The programs that are built beside the tests.
final class Products {
  static func url(_ name: String) throws -> URL {
    let bundle = Bundle(for: Products.self).bundleURL
    let places = [bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: name) }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no \(name) here")
  }
}

/// What a reader made of a whole file, header included.
struct Reading {
  var text: [UInt8] = []
  var lineCount: Int64 = 0
  var tear: Tear?
  var error: LogError?

  init(_ path: String) {
    do throws(LogError) {
      let reader = try RecordingReader(FileReader(path: path))
      var chunk = LineChunk()
      while try reader.next(into: &chunk) {
        text += chunk.text
        lineCount += chunk.lineCount
      }
      tear = reader.tear
    } catch {
      self.error = error
    }
  }

  /// The lines without their line feeds.
  var lines: [ArraySlice<UInt8>] { text.split(separator: UInt8(ascii: "\n")) }

  /// Writes the lines as a new recording.
  func save(as path: String) throws {
    let lines = lines
    var writer = try RecordingWriter.creating(
      path, container: Container(forNewFile: path), header: Array(lines[0]), lockedBy: nil)
    for line in lines.dropFirst() { try writer.append(line, at: EventLine.instant(of: line)) }
    try writer.finish()
  }
}

/// The first `lineCount` lines of a session of numbered events, the header being one.
func numberedText(_ header: RecordingHeader, seed: UInt64, lineCount: Int64) -> [UInt8] {
  var text: [UInt8] = []
  for number in 0..<lineCount {
    if number == 0 {
      HeaderLine.append(header, to: &text)
    } else {
      EventLine.append(.numbered(number, seed: seed), to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }
  return text
}

/// Whether both are the same. An expectation that compared them itself would, where they are not,
/// look minutes for the shortest way from one to the other.
func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other }

/// A run of a program, and what came of it.
struct Run {
  let status: Int32
  let output: [UInt8]
  let errors: String

  /// Runs `program` of this build.
  init(_ program: String, _ arguments: [String], in folder: Folder? = nil) throws {
    try self.init(at: try Products.url(program), arguments, in: folder)
  }

  /// Runs a line of the shell.
  init(shell line: String, in folder: Folder) throws {
    try self.init(at: URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: folder)
  }

  private init(at url: URL, _ arguments: [String], in folder: Folder?) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder.path) }
    // A file takes what a pipe that nobody reads would not.
    let base = NSTemporaryDirectory() + "/reel-run-" + UUID().uuidString
    let files = [base + ".out", base + ".err"]
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -1
    output = [UInt8](try Data(contentsOf: URL(fileURLWithPath: files[0])))
    errors = String(decoding: try Data(contentsOf: URL(fileURLWithPath: files[1])), as: UTF8.self)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
}
