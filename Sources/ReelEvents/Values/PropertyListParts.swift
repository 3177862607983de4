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
    var table = ObjectTable()
    table.add(value)
    self = table.parts
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

/// The objects of a binary property list, by number and size.
struct ObjectTable {
  private var seen: Set<Value> = []
  private(set) var parts = PropertyListParts()
  /// Whether a withheld value is among them.
  private(set) var holdsWithheld = false

  mutating func add(_ value: Value) {
    switch value {
    case .array(let values):
      addContainer(count: values.count, references: values.count)
      for value in values { add(value) }
    case .dictionary(let dictionary):
      addContainer(count: dictionary.members.count, references: 2 * dictionary.members.count)
      for member in dictionary.members { add(.string(member.key)) }
      for member in dictionary.members { add(member.value) }
    case .bool: addOther(size: 1)
    case .integer, .unsigned, .double, .string, .data, .date, .withheld:
      if case .withheld = value { holdsWithheld = true }
      guard seen.insert(value).inserted else { return }
      parts.scalarCount += 1
      parts.scalarBytes += Self.scalarSize(value)
    }
  }

  private mutating func addContainer(count: Int, references: Int) {
    parts.references += Int64(references)
    addOther(size: 1 + PropertyListParts.countSize(Int64(count)))
  }

  private mutating func addOther(size: Int64) {
    parts.otherCount += 1
    parts.otherBytes += size
  }

  /// The bytes of a value that is no container.
  static func scalarSize(_ value: Value) -> Int64 {
    switch value {
    case .bool: 1
    case .integer(let number): number < 0 ? 9 : integerSize(number)
    case .unsigned(let number): Int64(exactly: number).map(integerSize) ?? 17
    case .double, .date: 9
    case .string(let text): textSize(text)
    case .data(let data): blockSize(Int64(data.count))
    case .withheld(_, let size): blockSize(min(max(size, 0), 1 << 32))
    case .array, .dictionary: 0
    }
  }

  private static func integerSize(_ number: Int64) -> Int64 {
    1 + PropertyListParts.width(of: number)
  }

  private static func blockSize(_ count: Int64) -> Int64 {
    1 + PropertyListParts.countSize(count) + count
  }

  /// ASCII takes a byte a character, any other text two bytes a UTF-16 unit.
  static func textSize(_ text: String) -> Int64 {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let units = Int64(isASCII ? text.utf8.count : text.utf16.count)
    return 1 + PropertyListParts.countSize(units) + (isASCII ? units : 2 * units)
  }
}
