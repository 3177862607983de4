/// Where a log keeps its bytes: they are added to at the end, or replaced as a whole. One process
/// at a time writes.
public protocol LogStorage: AnyObject {
  /// All bytes; none before the first were written.
  /// - Throws: an error of the storage, such as a file that cannot be read now.
  func contents() throws -> [UInt8]
  /// Writes `bytes` after all others; after a crash of the app they are there, or a beginning of
  /// them is.
  /// - Throws: an error of the storage; nothing or a beginning of `bytes` was written.
  func append(_ bytes: [UInt8]) throws
  /// Puts `bytes` in the place of all others; after a crash either the old are there or the new.
  /// - Throws: an error of the storage; the old bytes are there.
  func replace(with bytes: [UInt8]) throws
}
