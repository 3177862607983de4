/// Equality of canonical bytes, found without writing them.
extension Value: Hashable {
  /// Whether both have the same canonical bytes. Complexity: O(size).
  public static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.unsigned(let one), .unsigned(let other)): one == other
    case (.integer(let one), .unsigned(let other)), (.unsigned(let other), .integer(let one)):
      one == other
    case (.double(let one), .double(let other)): areSame(one, other)
    case (.string(let one), .string(let other)): utf8Equal(one, other)
    case (.data(let one), .data(let other)): one == other
    case (.date(let one), .date(let other)): areSame(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.dictionary(let one), .dictionary(let other)): one == other
    case (.withheld(let one, let size), .withheld(let other, let otherSize)):
      size == otherSize && utf8Equal(one, other)
    default: false
    }
  }

  /// Feeds what `==` compares. Complexity: O(size).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .integer(let number): hasher.combine(number)
    case .unsigned(let number):
      if let small = Int64(exactly: number) {
        hasher.combine(small)
      } else {
        hasher.combine(number)
      }
    case .double(let number), .date(let number):
      hasher.combine(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    case .string(let text), .withheld(let text, _): Self.feed(text, to: &hasher)
    case .data(let data): hasher.combine(data)
    case .array(let values): hasher.combine(values)
    case .dictionary(let dictionary): hasher.combine(dictionary)
    }
  }

  /// The same bits, but every NaN is one.
  private static func areSame(_ one: Double, _ other: Double) -> Bool {
    one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
  }

  fileprivate static func feed(_ text: String, to hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension ValueDictionary: Hashable {
  /// Whether both have the same members. Complexity: O(size).
  public static func == (one: ValueDictionary, other: ValueDictionary) -> Bool {
    one.members == other.members
  }

  /// Feeds the members. Complexity: O(size).
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension ValueDictionary.Member: Hashable {
  /// Whether keys and values have the same bytes.
  public static func == (one: Self, other: Self) -> Bool {
    utf8Equal(one.key, other.key) && one.value == other.value
  }

  /// Feeds key and value.
  public func hash(into hasher: inout Hasher) {
    Value.feed(key, to: &hasher)
    hasher.combine(value)
  }
}
