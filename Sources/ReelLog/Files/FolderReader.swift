import ReelEvents

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What is in a folder, for those who have no Foundation.
public enum FolderReader {
  /// The paths of all files in the folder `path` and in those below it, from there on, in the order
  /// of their UTF-8 bytes. Links to folders are not followed.
  /// - Throws: `noInput` if it cannot be read; `overLimit` where folders nest too deep.
  public static func files(in path: String) throws(LogError) -> [String] {
    var files: [String] = []
    try gather(path, below: "", depth: 0, &files)
    return files.sorted(by: utf8Precedes)
  }

  /// How deep folders may nest.
  private static let depthMax = 64

  private static func gather(
    _ root: String, below prefix: String, depth: Int, _ files: inout [String]
  ) throws(LogError) {
    let folder = prefix.isEmpty ? root : "\(root)/\(prefix)"
    guard depth < depthMax else {
      throw LogError(
        .overLimit, path: folder, expected: "at most \(depthMax) folders one in another",
        found: "one more")
    }
    for entry in try entries(of: folder) {
      let below = prefix.isEmpty ? entry.name : "\(prefix)/\(entry.name)"
      if entry.isFolder {
        try gather(root, below: below, depth: depth + 1, &files)
      } else {
        files.append(below)
      }
    }
  }

  private static func entries(
    of folder: String
  ) throws(LogError) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir(folder) else {
      throw LogError(
        .noInput, path: folder, expected: "a folder", found: ErrorNumber(code: errno).reason)
    }
    defer { closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append((name, try isFolder("\(folder)/\(name)", type: Int32(entry.pointee.d_type))))
    }
    return entries
  }

  /// Not every file system tells the type of an entry beside its name.
  private static func isFolder(_ path: String, type: Int32) throws(LogError) -> Bool {
    if type != Int32(DT_UNKNOWN) { return type == Int32(DT_DIR) }
    do {
      return try SystemCall.status(at: path).isFolder
    } catch {
      throw LogError(.noInput, path: path, expected: "a file or a folder", found: error.reason)
    }
  }
}
