public import ReelSeams

/// A log's bytes in memory, and the ways in which a disk fails; for one thread at a time.
public final class MemoryLogStorage: LogStorage {
  /// A write that was made to fail.
  public struct Refusal: Error {}

  /// What is there.
  public var bytes: [UInt8]
  /// Whether reading and writing fail, as while a device is locked.
  public var isRefusing = false

  /// A storage that holds `bytes`.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// All bytes.
  /// - Throws: `Refusal` while refusing.
  public func contents() throws -> [UInt8] {
    if isRefusing { throw Refusal() }
    return bytes
  }

  /// Adds `more`.
  /// - Throws: `Refusal` while refusing.
  public func append(_ more: [UInt8]) throws {
    if isRefusing { throw Refusal() }
    bytes += more
  }

  /// Replaces all bytes.
  /// - Throws: `Refusal` while refusing.
  public func replace(with others: [UInt8]) throws {
    if isRefusing { throw Refusal() }
    bytes = others
  }
}
