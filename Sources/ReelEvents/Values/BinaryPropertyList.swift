/// The size in bytes of Foundation's binary property list of `value`, exactly, without making one.
///
/// Equal strings, numbers, dates and data are written once, arrays, dictionaries and booleans each
/// time, so sizes of parts do not add up. Foundation on Linux takes only identical objects for
/// equal (swift-corelibs-foundation issue 5452), so a list made there of equal but separate ones is
/// larger. A withheld value counts as text of its size. Complexity: O(size).
public func binaryPropertyListSize(of value: Value) -> Int64 {
  PropertyListParts(of: value).listSize()
}

/// As above, of the value whose canonical text is `text`, but that members may stand in any order.
public func binaryPropertyListSize(ofCanonical text: UnsafeRawBufferPointer) -> Int64 {
  ObjectTable(text).parts.listSize()
}

/// Upper bounds of binary property list sizes, which add up: a dictionary's list takes at most
/// `baseMax` and the `partMax` of each of its keys and values.
///
/// They hold for lists below 4 GiB.
public enum BinaryPropertyList {
  /// Header, trailer, and the outermost dictionary without its members.
  public static let baseMax: Int64 = PropertyListParts.fixedSize + 1 + 9 + offsetMax

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
