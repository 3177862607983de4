/// What a value is made of in a binary property list, counted and weighed.
///
/// Texts, numbers, dates and data are written once however often they occur; the rest each time.
public struct PropertyListParts: Sendable, Equatable {
  /// The bytes of distinct texts, numbers, dates and data.
  public var scalarBytes: Int64 = 0
  /// How many of those there are.
  public var scalarCount: Int64 = 0
  /// The bytes of arrays, dictionaries and booleans without their references.
  public var otherBytes: Int64 = 0
  /// How many of those there are.
  public var otherCount: Int64 = 0
  /// How many references arrays and dictionaries have together.
  public var references: Int64 = 0

  /// The parts of nothing.
  public init() {}

  /// The parts of `value` alone. Complexity: O(size).
  public init(of value: Value) {
    self = value.canonicalBytes.withUnsafeBytes { ObjectTable($0).parts }
  }

  /// The size of a list of these parts, and of others of which no more is known than that they are
  /// `others` objects of `otherSize` bytes, references and offsets included.
  public func listSize(others: Int64 = 0, otherSize: Int64 = 0) -> Int64 {
    let count = scalarCount + otherCount
    let content = scalarBytes + otherBytes + references * Self.width(of: count + others)
    let offset = Self.width(of: 8 + content + otherSize)
    return Self.fixedSize + content + count * offset + otherSize
  }

  /// Adds the parts of another value, none of them shared with these.
  public static func += (one: inout PropertyListParts, other: PropertyListParts) {
    one.scalarBytes += other.scalarBytes
    one.scalarCount += other.scalarCount
    one.otherBytes += other.otherBytes
    one.otherCount += other.otherCount
    one.references += other.references
  }

  /// Adds no more than is sure of the parts of another value: the scalars of the two may be shared.
  public mutating func merge(_ other: PropertyListParts) {
    scalarBytes = max(scalarBytes, other.scalarBytes)
    scalarCount = max(scalarCount, other.scalarCount)
    otherBytes += other.otherBytes
    otherCount += other.otherCount
    references += other.references
  }

  /// The magic number and the trailer.
  static let fixedSize: Int64 = 8 + 32

  /// The bytes of an unsigned integer that holds `number`.
  static func width(of number: Int64) -> Int64 {
    switch number {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }

  /// The bytes of a count beside its marker, which itself holds counts below 15.
  static func countSize(_ count: Int64) -> Int64 { count < 15 ? 0 : 1 + width(of: count) }
}
