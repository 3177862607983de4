import Foundation
import ReelTesting
import Testing

/// The corpus of this package, from the folder of these tests.
enum Corpus {
  static let landmine = Recording("../../recordings/watch-settings/landmine.jsonl.zst")
  static let dismissals = "../../recordings/not-interested"
}

/// Expects that `body` records an issue that has all of `words` in it.
func expectFailure(
  _ words: String..., sourceLocation: SourceLocation = #_sourceLocation, body: () throws -> Void
) {
  do {
    try withKnownIssue(sourceLocation: sourceLocation) {
      try body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      return words.allSatisfy(text.contains)
    }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
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

  /// Copies the files of the corpus that belong to `recording`.
  func take(_ stem: String) throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../recordings/\(stem)").standardizedFileURL
    for ending in [".jsonl.zst", ".golden.json", ".scenario"] {
      try FileManager.default.copyItem(
        atPath: source.path + ending, toPath: "\(path)/\(source.lastPathComponent)\(ending)")
    }
  }

  /// Changes the first `old` to `new` in the file `name`.
  func change(_ name: String, _ old: String, to new: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let place = try #require(text.range(of: old), "\(name) has no \(old)")
    try Data(text.replacingCharacters(in: place, with: new).utf8).write(to: url)
  }
}
