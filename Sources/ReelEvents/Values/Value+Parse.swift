/// Property-list values from JSON text, by the conventions of the file format:
/// `{"$date":…}`, `{"$binary":…}`, `{"$numberDouble":…}`, `{"$numberLong":…}`, `{"$digest":…}`, and
/// `$$` for a key of the user's own that begins with `$`.
extension Value {
  /// The value that `range` of `bytes` (all of them when nil) spells, canonically or not.
  ///
  /// Of one value there are many texts; `canonicalBytes` gives the one that stands for it.
  /// - Throws: `ParseError` where the text is no JSON of `dialect`; for `null`, which no property
  ///   list has; for a key that begins with one `$` and is none of the conventions; for a number
  ///   that would lose something. Complexity: O(n log n).
  public static func parse(
    _ bytes: [UInt8], range: Range<Int>? = nil, dialect: JSONDialect = .lines
  ) throws(ParseError) -> Value {
    var reader = JSONReader(bytes, range: range, dialect: dialect)
    let value = try reader.readValue()
    try reader.finish()
    return value
  }
}

extension JSONReader {
  /// Reads one property-list value.
  /// - Throws: as `Value.parse`.
  public mutating func readValue() throws(ParseError) -> Value {
    switch try peek() {
    case .object: return try readDictionary()
    case .array:
      var elements = try beginArray()
      var values: [Value] = []
      while try nextElement(&elements) { values.append(try readValue()) }
      return .array(values)
    case .string: return .string(try readString())
    case .number: return try readNumber()
    case .bool: return .bool(try readBool())
    case .null, nil: throw fault("a property-list value")
    }
  }

  private mutating func readDictionary() throws(ParseError) -> Value {
    var object = try beginObject()
    var members: [ValueDictionary.Member] = []
    while let key = try nextKey(&object) {
      if ReservedKey.isReserved(key) {
        let value = try readConvention(named: key, after: members, in: &object)
        guard try nextKey(&object) == nil else { throw fault("no other member beside `$`") }
        return value
      }
      members.append(ValueDictionary.Member(key: ReservedKey.unescape(key), value: try readValue()))
    }
    return .dictionary(ValueDictionary(members))
  }

  /// Reads the content of a convention, whose key has just been read.
  private mutating func readConvention(
    named key: String, after members: [ValueDictionary.Member], in object: inout Members
  ) throws(ParseError) -> Value {
    try skipSpace()
    let offset = position
    if key == "$digest" { return try readWithheld(after: members, in: &object) }
    guard members.isEmpty else { throw fault("no other member beside `$`", at: offset) }
    switch key {
    case "$date": return .date(secondsSince2001: try readSecondsSince2001())
    case "$numberDouble": return .double(try readDoubleText())
    case "$numberLong":
      if let number = DecimalText.wholeNumber(try readString()) { return number }
      throw fault("a whole number of 64 bits", found: "other text", at: offset)
    case "$binary":
      if let data = Base64.decode(try readString()) { return .data(data) }
      throw fault("base64 with its padding", found: "other text", at: offset)
    default:
      throw fault("a convention, or `$$` where a key begins with `$`", at: offset)
    }
  }

  /// Reads the content of `$date`: RFC 3339 text, or seconds since 2001.
  private mutating func readSecondsSince2001() throws(ParseError) -> Double {
    let offset = position
    guard try peek() == .object else {
      if let instant = Instant(text: try readString()) { return instant.secondsSince2001 }
      throw fault("a time as RFC 3339 has it", found: "other text", at: offset)
    }
    var object = try beginObject()
    guard try nextKey(&object) == "$numberDouble" else { throw fault("`$numberDouble`") }
    let seconds = try readDoubleText()
    guard try nextKey(&object) == nil else { throw fault("no other member beside `$`") }
    return seconds
  }

  private mutating func readDoubleText() throws(ParseError) -> Double {
    try skipSpace()
    let offset = position
    if let number = DecimalText.doubleOfAnyKind(try readString()) { return number }
    throw fault("a number, NaN, Infinity or -Infinity", found: "other text", at: offset)
  }

  /// Reads the content of `$digest`, and `size` where it did not come before.
  private mutating func readWithheld(
    after members: [ValueDictionary.Member], in object: inout Members
  ) throws(ParseError) -> Value {
    let digest = try readString()
    if members.isEmpty {
      guard try nextKey(&object) == "size" else { throw fault("`size`") }
      return .withheld(digest: digest, size: try readInteger(in: 0...(1 << 53)))
    }
    guard members.count == 1, members[0].key == "size", case .integer(let size) = members[0].value,
      (0...(1 << 53)).contains(size)
    else { throw fault("`size` alone beside `$digest`") }
    return .withheld(digest: digest, size: size)
  }
}

/// Keys that begin with `$`, which one `$` more keeps apart from the conventions.
enum ReservedKey {
  /// Whether `key`, as written, is one of the conventions or would be of a later format.
  static func isReserved(_ key: String) -> Bool {
    key.utf8.starts(with: "$".utf8) && !key.utf8.starts(with: "$$".utf8)
  }

  /// The user's own key that is written as `key`.
  static func unescape(_ key: String) -> String {
    key.utf8.starts(with: "$$".utf8) ? String(key.dropFirst()) : key
  }
}
