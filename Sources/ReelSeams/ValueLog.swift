public import ReelEvents

/// A log of values, a canonical line each, over bytes that are only added to.
///
/// A last line without its line feed is what a crash left of a line that was never whole: it is
/// dropped, and nothing before it. Any other line that is no value is damage, and nothing is
/// written over it.
public final class ValueLog {
  /// A line that is no value.
  public struct Damage: Error, Equatable, CustomStringConvertible {
    /// The number of the line, from 1.
    public var line: Int
    /// What should have been there, and what was.
    public var fault: String

    /// Damage in `line`.
    public init(line: Int, fault: String) {
      self.line = line
      self.fault = fault
    }

    /// One sentence.
    public var description: String { "line \(line) of the log: \(fault)" }
  }

  private let storage: any LogStorage
  /// How many lines there are.
  public private(set) var lineCount = 0
  /// Whether a line may be there that was not written to its end.
  private var mayBeTorn = false

  /// The log in `storage`, which it keeps.
  public init(_ storage: any LogStorage) { self.storage = storage }

  /// Hands every value to `take`, in the order written, and does away with a torn last line.
  /// - Throws: `Damage`; what the storage or `take` throws. Complexity: O(bytes).
  public func read(_ take: (Value) throws -> Void) throws {
    let bytes = try storage.contents()
    lineCount = 0
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      lineCount += 1
      try take(try value(of: bytes, start..<end))
      start = end + 1
    }
    if start < bytes.count { try storage.replace(with: Array(bytes[..<start])) }
    mayBeTorn = false
  }

  private func value(of bytes: [UInt8], _ range: Range<Int>) throws(Damage) -> Value {
    do {
      return try Value.parse(bytes, range: range)
    } catch {
      throw Damage(line: lineCount, fault: error.description)
    }
  }

  /// Adds a value.
  /// - Throws: what the storage throws; then the value is not in the log.
  public func append(_ value: Value) throws {
    if mayBeTorn { try read { _ in } }
    mayBeTorn = true
    try storage.append(Self.line(value))
    mayBeTorn = false
    lineCount += 1
  }

  /// Puts `values` in the place of all others.
  /// - Throws: what the storage throws.
  public func replace(with values: [Value]) throws {
    try storage.replace(with: values.flatMap(Self.line))
    lineCount = values.count
    mayBeTorn = false
  }

  private static func line(_ value: Value) -> [UInt8] {
    value.canonicalBytes + [UInt8(ascii: "\n")]
  }
}
