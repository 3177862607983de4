public import Foundation
public import ReelSeams

/// A log's bytes in a file, made with the first write.
///
/// What was appended survives the end of the app at once, and a loss of power when the system has
/// written it out; what replaces everything is on the disk before it takes the file's place.
public final class FileLogStorage: LogStorage {
  /// The file.
  public let url: URL
  private var handle: FileHandle?

  /// The storage in the file at `url`; its folder must be there.
  public init(_ url: URL) { self.url = url }

  /// All bytes; none if there is no file.
  /// - Throws: an error of Foundation's for a file that cannot be read, as before the first unlock.
  public func contents() throws -> [UInt8] {
    if !FileManager.default.fileExists(atPath: url.path) { return [] }
    return Array(try Data(contentsOf: url))
  }

  /// Writes `bytes` at the end.
  /// - Throws: an error of Foundation's.
  public func append(_ bytes: [UInt8]) throws {
    try openedHandle().write(contentsOf: bytes)
  }

  /// Writes `bytes` beside the file and then puts them in its place.
  /// - Throws: an error of Foundation's.
  public func replace(with bytes: [UInt8]) throws {
    let beside = url.appendingPathExtension("new")
    try Data().write(to: beside)
    let writer = try FileHandle(forWritingTo: beside)
    try writer.write(contentsOf: bytes)
    try writer.synchronize()
    try writer.close()
    try handle?.close()
    handle = nil
    guard rename(beside.path, url.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
  }

  private func openedHandle() throws -> FileHandle {
    if let handle { return handle }
    if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
    let opened = try FileHandle(forWritingTo: url)
    try opened.seekToEnd()
    handle = opened
    return opened
  }
}
