import Foundation

/// The package's own files, as the laws of the house look at them.
enum SourceTree {
  /// The package's root folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File {
    var path: String
    var text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The module: the folder below `Sources` or `Tests`.
    var module: String {
      let parts = path.split(separator: "/")
      return parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// Every Swift file below the folders named, in the order of their paths.
  static func swiftFiles(below folders: [String]) throws -> [File] {
    var files: [File] = []
    for folder in folders {
      let base = root.appending(path: folder)
      let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      while let url = enumerator?.nextObject() as? URL {
        guard url.pathExtension == "swift" else { continue }
        let path = String(url.path.dropFirst(root.path.count + 1))
        if path.contains("/.build/") { continue }
        files.append(File(path: path, text: try String(contentsOf: url, encoding: .utf8)))
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}
