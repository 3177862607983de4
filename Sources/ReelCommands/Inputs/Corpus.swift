import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// The recordings, scenarios and goldens below some paths.
struct Corpus {
  /// The recordings, each to be held against its golden.
  var recordings: [String] = []
  /// The scenarios, of which those count that expect something.
  var scenarios: [String] = []
  /// Goldens with no recording beside them.
  var strayGoldens: [String] = []

  /// Whether there is nothing at all.
  var isEmpty: Bool { recordings.isEmpty && scenarios.isEmpty && strayGoldens.isEmpty }

  static let goldenEnding = ".golden.json"
  private static let recordingEndings = [".jsonl.zst", ".jsonl"]

  /// What stands at `paths` and below, in the order of the paths, and below each by name.
  /// - Throws: `CommandFailure` for a path that is not there.
  init(_ paths: [String]) throws {
    var goldens: [String] = []
    var met: Set<String> = []
    for path in paths {
      for file in try Self.files(at: path) where met.insert(file).inserted {
        if file.hasSuffix(Self.goldenEnding) {
          goldens.append(file)
        } else if RecordingInput.isScenario(file) {
          scenarios.append(file)
        } else if Self.recordingEndings.contains(where: file.hasSuffix) {
          recordings.append(file)
        }
      }
    }
    strayGoldens = goldens.filter { golden in
      let stem = golden.dropLast(Self.goldenEnding.count)
      return !Self.recordingEndings.contains { Self.isThere(stem + $0) }
    }
  }

  /// Where the golden of `recording` is, or belongs.
  static func golden(of recording: String) -> String { stem(of: recording) + goldenEnding }

  /// Where the scenario is that `recording` was made from, if there is one.
  static func scenario(beside recording: String) -> String { stem(of: recording) + ".scenario" }

  /// The policies that the scenario beside `recording` defines, and those that it has expectations
  /// of; none without one.
  /// - Throws: `CommandFailure`, `LogError`.
  static func policies(
    beside recording: String
  ) throws -> (defined: [NamedPolicy], expected: [String]) {
    let path = scenario(beside: recording)
    guard isThere(path) else { return ([], []) }
    let scenario = try ScenarioInput.read(
      TextFile.read(path, expected: "a scenario"), path: path,
      catalog: RecordingInput.weatherCatalog())
    return (
      try PolicyFiles.policies(of: scenario, path: path),
      try ScenarioTests.expectations(of: scenario).map(\.policy)
    )
  }

  /// Whether a file is at `path`.
  static func isThere(_ path: some StringProtocol) -> Bool {
    FileManager.default.fileExists(atPath: String(path))
  }

  /// Whether one of the recordings was made from `scenario`, going by their names.
  func hasRecording(beside scenario: String) -> Bool {
    let stem = scenario.dropLast(".scenario".count)
    return Self.recordingEndings.contains { recordings.contains(stem + $0) }
  }

  private static func stem(of recording: String) -> String {
    let ending = recordingEndings.first(where: recording.hasSuffix) ?? ""
    return String(recording.dropLast(ending.count))
  }

  private static func files(at path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure(
        .noInput, "\(path): expected a recording, a scenario or a folder of them, found nothing")
    }
    guard isFolder.boolValue else { return [path] }
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    return try FileManager.default.subpathsOfDirectory(atPath: path)
      .sorted(by: utf8Precedes).map { "\(base)/\($0)" }
  }
}
