/// A property-list value, with nothing of it lost.
///
/// Two values are equal exactly when their canonical bytes are: strings and keys compare by their
/// UTF-8 bytes (Swift's own `==` follows Unicode equivalence), a NaN equals itself, and the integer
/// `1` differs from the double `1.0`.
public enum Value: Sendable {
  case bool(Bool)
  /// A whole number in the range of Int64.
  case integer(Int64)
  /// A whole number above `Int64.max`; smaller ones are always `integer`.
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case data([UInt8])
  /// A point in time, in seconds since 2001-01-01T00:00:00Z, as Foundation's `Date` keeps it.
  case date(secondsSince2001: Double)
  case array([Value])
  case dictionary(ValueDictionary)
  /// A value that the recorder was not allowed to take: a keyed digest and the size of its
  /// canonical text in bytes.
  case withheld(digest: String, size: Int64)
}

/// Members sorted by the UTF-8 bytes of their keys, each key once.
public struct ValueDictionary: Sendable {
  /// One key with its value.
  public struct Member: Sendable {
    /// The member's key, as the app wrote it (without the escape of a leading `$`).
    public var key: String
    /// The member's value.
    public var value: Value

    /// A member of `key` and `value`.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The members, in the order of their keys' UTF-8 bytes.
  public private(set) var members: [Member]

  /// A dictionary of no members.
  public init() { members = [] }

  /// A dictionary of `members` in any order; of equal keys the last one counts.
  /// Complexity: O(n log n), O(n) where they come in order.
  public init(_ members: [Member]) {
    if zip(members, members.dropFirst()).allSatisfy({ utf8Precedes($0.key, $1.key) }) {
      self.members = members
      return
    }
    self.members = []
    self.members.reserveCapacity(members.count)
    for member in members.enumerated().sorted(by: Self.precedes) {
      if let last = self.members.last, utf8Equal(last.key, member.element.key) {
        self.members[self.members.count - 1] = member.element
      } else {
        self.members.append(member.element)
      }
    }
  }

  /// The value of `key`; nil where there is none. Complexity: O(log n).
  public subscript(key: String) -> Value? {
    get {
      let position = insertionIndex(of: key)
      return holds(key, at: position) ? members[position].value : nil
    }
    set {
      let position = insertionIndex(of: key)
      switch (holds(key, at: position), newValue) {
      case (true, let value?): members[position].value = value
      case (true, nil): members.remove(at: position)
      case (false, let value?): members.insert(Member(key: key, value: value), at: position)
      case (false, nil): break
      }
    }
  }

  private static func precedes(
    _ one: EnumeratedSequence<[Member]>.Element, _ other: EnumeratedSequence<[Member]>.Element
  ) -> Bool {
    if utf8Equal(one.element.key, other.element.key) {
      return one.offset < other.offset
    }
    return utf8Precedes(one.element.key, other.element.key)
  }

  private func insertionIndex(of key: String) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if utf8Precedes(members[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holds(_ key: String, at position: Int) -> Bool {
    position < members.count && utf8Equal(members[position].key, key)
  }
}

extension ValueDictionary: ExpressibleByDictionaryLiteral {
  /// A dictionary of literal members; of equal keys the last one counts.
  public init(dictionaryLiteral members: (String, Value)...) {
    self.init(members.map { Member(key: $0.0, value: $0.1) })
  }
}

/// Whether `one` comes before `other` in the order of UTF-8 bytes, the only order of text here.
public func utf8Precedes(_ one: String, _ other: String) -> Bool {
  let isBefore = one.utf8.withContiguousStorageIfAvailable { one in
    other.utf8.withContiguousStorageIfAvailable { other in
      for index in 0..<min(one.count, other.count) where one[index] != other[index] {
        return one[index] < other[index]
      }
      return one.count < other.count
    }
  }
  // Strings that Swift itself made have their bytes in one piece; bridged ones may not.
  return (isBefore ?? nil) ?? one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// Whether both have the same UTF-8 bytes; Swift's own `==` follows Unicode equivalence.
public func utf8Equal(_ one: String, _ other: String) -> Bool {
  if one.utf8.count != other.utf8.count { return false }
  let isSame = one.utf8.withContiguousStorageIfAvailable { one in
    other.utf8.withContiguousStorageIfAvailable { other in
      areSame(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other))
    }
  }
  return (isSame ?? nil) ?? one.utf8.elementsEqual(other.utf8)
}

/// Whether two texts of one length are the same, compared eight bytes at a time.
package func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  var index = 0
  while index + 8 <= one.count {
    let word = one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if word != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
    index += 8
  }
  while index < one.count {
    if one[index] != other[index] { return false }
    index += 1
  }
  return true
}
