import Foundation
import Testing

/// Text that people read, stored beside the tests; `UPDATE_GOLDENS=1` accepts what it is now.
enum Golden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "Goldens")

  /// Expects `text` to be the stored text `name`; on a mismatch writes `name.actual` beside it.
  static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = folder.appending(path: name)
    let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
    if isUpdating { try Data(text.utf8).write(to: url) }
    let stored = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    if text != stored { try Data(text.utf8).write(to: url.appendingPathExtension("actual")) }
    #expect(text == stored, "\(name) differs", sourceLocation: sourceLocation)
  }
}
