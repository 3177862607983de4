import Foundation
import ReelEvents
import ReelLog
import ReelReports

/// The file that `--junit` names: a whole document at every moment, however the run ends.
///
/// It is never added to: each version is written beside it and takes its place.
final class JUnitFile {
  private let path: String
  private let startedAt: Instant
  /// How many results the version in place has.
  private var writtenCount = 0

  /// Begins with a document of no results.
  /// - Throws: `CommandFailure` if there is something at `path` that is no such document;
  ///   `LogError` if none can be made there.
  init(_ path: String, startedAt: Instant) throws {
    guard path != "-" else {
      throw CommandFailure(
        .usage, "--junit takes the name of a file, and got -; standard output has the results")
    }
    try OutputPlace.check(path)
    try Self.check(path)
    self.path = path
    self.startedAt = startedAt
    try write([], .flush)
  }

  /// Takes in the results so far. Of very many results not every version is written, so that what
  /// is written in all stays a small multiple of the file.
  /// - Throws: `LogError`.
  func update(_ results: [TestResult]) throws {
    if results.count < writtenCount + writtenCount / Self.shareWritten { return }
    try write(results, .flush)
  }

  /// Takes in all results.
  /// - Throws: `LogError`.
  func finish(_ results: [TestResult]) throws { try write(results, .fsync) }

  /// From so many results on, a version needs one new result for each so many.
  private static let shareWritten = 256

  private func write(_ results: [TestResult], _ durability: Durability) throws {
    // A signal waits for the moment that a version beside the file takes to get in its place.
    let interruption = Interruption()
    var file = try OutputFile.derived(path, existing: .replaced)
    try file.append(JUnitReport(results, startedAt: startedAt).bytes)
    try file.finish(durability)
    writtenCount = results.count
    if let status = interruption.status {
      throw CommandFailure(status, "interrupted; \(path) has the results until then")
    }
  }

  /// A run writes over the report of an earlier one, and over nothing else.
  private static func check(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let file = try FileReader(path: path)
    var head: [UInt8] = []
    try file.read(headBytes, at: 0, appendingTo: &head)
    guard head.isEmpty || String(decoding: head, as: UTF8.self).contains("<testsuite") else {
      throw CommandFailure(
        .cannotCreate,
        "\(path): expected a free name or the JUnit report of an earlier run, found another file")
    }
  }

  private static let headBytes = 512
}
