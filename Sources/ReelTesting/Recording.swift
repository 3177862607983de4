public import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
public import Testing

/// A recording as a test names it: a file, or lines that stand in the test itself.
public struct Recording: Sendable {
  /// What it is called in failures.
  public let name: String
  let content: Content

  enum Content: Sendable {
    case file(path: String)
    /// The first line, and the others, each ended by a line feed.
    case lines(header: [UInt8], events: [UInt8])
  }

  /// The recording `NAME.jsonl.zst` or `NAME.jsonl` at `path`.
  /// - Parameter file: the source file from whose folder a relative path leads.
  public init(_ path: String, from file: String = #filePath) {
    let path = Self.path(path, from: file)
    self.init(name: Self.lastPart(of: path), .file(path: path))
  }

  /// The recording whose lines are `lines`, the header first, as `reel cat` writes them.
  public init(_ name: String, lines: String) {
    let bytes = Array(lines.utf8)
    let header = Array(bytes.prefix { $0 != 0x0A })
    var events = Array(bytes.dropFirst(header.count + 1))
    if let last = events.last, last != 0x0A { events.append(0x0A) }
    self.init(name: name, .lines(header: header, events: events))
  }

  private init(name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// All recordings in `folder` and below it, by name: the arguments of a test that runs once for
  /// each, `@Test(arguments: try Recording.all(in: "Recordings"))`.
  /// - Parameter file: the source file from whose folder a relative path leads.
  /// - Throws: `LogError` if there is no such folder, or no recording in it: a test of nothing
  ///   would pass.
  public static func all(in folder: String, from file: String = #filePath) throws -> [Recording] {
    let folder = path(folder, from: file)
    let names = try FolderReader.files(in: folder).filter { name in
      endings.contains(where: name.hasSuffix)
    }
    guard !names.isEmpty else {
      throw LogError(.noInput, path: folder, expected: "recordings", found: "none")
    }
    return names.map { Recording(name: $0, .file(path: "\(folder)/\($0)")) }
  }

  /// Opens it at its first event.
  /// - Throws: `LogError`: no such file, not a recording, a header that cannot be read.
  public func open() throws -> any EventSource {
    switch content {
    case .file(let path): return try RecordingSource(FileReader(path: path))
    case .lines(let header, let events):
      return LineSource(header: try HeaderLine.decode(header), lines: events)
    }
  }

  // MARK: Paths

  private static let endings = [".jsonl.zst", ".jsonl"]

  /// Where the file is; nil for lines.
  var path: String? {
    if case .file(let path) = content { path } else { nil }
  }

  /// The path without what says that it is a recording; nil for lines.
  var stem: String? {
    path.map { path in
      let ending = Self.endings.first(where: path.hasSuffix) ?? ""
      return String(path.dropLast(ending.count))
    }
  }

  private static func path(_ path: String, from file: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension Recording: CustomStringConvertible, CustomTestStringConvertible {
  /// The name.
  public var description: String { name }
  /// The name, which tells the runs of a test apart.
  public var testDescription: String { name }
}
