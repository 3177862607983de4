/// The size in bytes of Foundation's binary property list of `value`, exactly, without making one.
///
/// Equal strings, numbers, dates and data are written once, arrays, dictionaries and booleans each
/// time, so sizes of parts do not add up. Foundation on Linux takes only identical objects for
/// equal (swift-corelibs-foundation issue 5452), so a list made there of equal but separate ones is
/// larger. A withheld value counts as text of its size. Complexity: O(size).
public func binaryPropertyListSize(of value: Value) -> Int64 {
  var table = ObjectTable()
  table.add(value)
  return table.listSize
}

/// Upper bounds of binary property list sizes, which add up: a dictionary's list takes at most
/// `baseMax` and the `partMax` of each of its keys and values.
///
/// They hold for lists below 4 GiB.
public enum BinaryPropertyList {
  /// Header, trailer, and the outermost dictionary without its members.
  public static let baseMax: Int64 = ObjectTable.fixedSize + 1 + 9 + offsetMax

  /// What `value` adds to a list that holds it, at most. Complexity: O(size).
  public static func partMax(of value: Value) -> Int64 {
    switch value {
    case .array(let values):
      return values.reduce(containerMax) { $0 + partMax(of: $1) }
    case .dictionary(let dictionary):
      return dictionary.members.reduce(containerMax) {
        $0 + partMax(ofKey: $1.key) + partMax(of: $1.value)
      }
    case .bool, .integer, .unsigned, .double, .string, .data, .date, .withheld:
      return ObjectTable.scalarSize(value) + referenceMax + offsetMax
    }
  }

  /// What the key `key` adds to a list that holds it, at most. Complexity: O(bytes).
  public static func partMax(ofKey key: String) -> Int64 {
    ObjectTable.textSize(key) + referenceMax + offsetMax
  }

  private static let referenceMax: Int64 = 4
  private static let offsetMax: Int64 = 4
  private static let containerMax = 1 + 9 + referenceMax + offsetMax
}

/// The objects of a binary property list, by number and size.
private struct ObjectTable {
  /// The magic number and the trailer.
  static let fixedSize: Int64 = 8 + 32

  private var seen: Set<Value> = []
  private var objectCount: Int64 = 0
  private var referenceCount: Int64 = 0
  /// The bytes of all objects without their references.
  private var contentSize: Int64 = 0

  var listSize: Int64 {
    let objects = contentSize + referenceCount * Self.width(of: objectCount)
    return Self.fixedSize + objects + objectCount * Self.width(of: 8 + objects)
  }

  mutating func add(_ value: Value) {
    switch value {
    case .array(let values):
      addContainer(count: values.count, references: values.count)
      for value in values { add(value) }
    case .dictionary(let dictionary):
      addContainer(count: dictionary.members.count, references: 2 * dictionary.members.count)
      for member in dictionary.members { add(.string(member.key)) }
      for member in dictionary.members { add(member.value) }
    case .bool: addObject(size: 1)
    case .integer, .unsigned, .double, .string, .data, .date, .withheld:
      if seen.insert(value).inserted { addObject(size: Self.scalarSize(value)) }
    }
  }

  private mutating func addContainer(count: Int, references: Int) {
    referenceCount += Int64(references)
    addObject(size: 1 + Self.countSize(Int64(count)))
  }

  private mutating func addObject(size: Int64) {
    objectCount += 1
    contentSize += size
  }

  /// The bytes of a value that is no container.
  static func scalarSize(_ value: Value) -> Int64 {
    switch value {
    case .bool: 1
    case .integer(let number): number < 0 ? 9 : integerSize(number)
    case .unsigned(let number): Int64(exactly: number).map(integerSize) ?? 17
    case .double, .date: 9
    case .string(let text): textSize(text)
    case .data(let data): 1 + countSize(Int64(data.count)) + Int64(data.count)
    case .withheld(_, let size): withheldSize(min(max(size, 0), 1 << 32))
    case .array, .dictionary: 0
    }
  }

  private static func withheldSize(_ size: Int64) -> Int64 { 1 + countSize(size) + size }

  /// ASCII takes a byte a character, any other text two bytes a UTF-16 unit.
  static func textSize(_ text: String) -> Int64 {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let units = Int64(isASCII ? text.utf8.count : text.utf16.count)
    return 1 + countSize(units) + (isASCII ? units : 2 * units)
  }

  /// The bytes of a count beside its marker, which itself holds counts below 15.
  private static func countSize(_ count: Int64) -> Int64 { count < 15 ? 0 : integerSize(count) }

  private static func integerSize(_ number: Int64) -> Int64 { 1 + width(of: number) }

  /// The bytes of an unsigned integer that holds `number`.
  private static func width(of number: Int64) -> Int64 {
    switch number {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
