public import ReelEvents
import ReelLog

/// A recording on disk, as a test names it.
public struct RecordingFile: Sendable, CustomStringConvertible {
  /// Where it is.
  public let path: String

  /// The recording at `path`, `NAME.jsonl.zst` or `NAME.jsonl`.
  public init(_ path: String) { self.path = path }

  /// The last part of the path.
  public var description: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Opens it at its first event.
  /// - Throws: `LogError`: no such file, not a recording, a header that cannot be read.
  public func open() throws -> any EventSource {
    try RecordingSource(FileReader(path: path))
  }
}
