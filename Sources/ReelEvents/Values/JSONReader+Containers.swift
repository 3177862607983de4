/// Objects and arrays, and the white space between their parts.
extension JSONReader {
  /// The state of an object that is being read.
  public struct Members: Sendable {
    fileprivate var isFirst = true
    fileprivate var seen: [(key: String, offset: Int)] = []
  }

  /// The state of an array that is being read.
  public struct Elements: Sendable {
    fileprivate var isFirst = true
  }

  /// Reads the brace that opens an object.
  /// - Throws: `ParseError` where another thing stands, or where objects nest too deep.
  public mutating func beginObject() throws(ParseError) -> Members {
    try open(UInt8(ascii: "{"), "an object")
    var members = Members()
    if dialect != .bare { members.seen.reserveCapacity(8) }
    return members
  }

  /// Reads the key of the next member, and leaves the reader before its value; nil where the object
  /// ended.
  /// - Throws: `ParseError` for wrong grammar, and, at the end of the object, for a member that
  ///   came twice (but in the dialect `bare`). Complexity: O(n log n) in the members, all calls
  ///   together.
  public mutating func nextKey(_ members: inout Members) throws(ParseError) -> String? {
    let closes = try close(UInt8(ascii: "}"), isFirst: members.isFirst)
    members.isFirst = false
    if closes {
      try refuseDuplicates(members.seen)
      return nil
    }
    let offset = position
    guard nextByte == UInt8(ascii: "\"") else { throw fault("a member's key") }
    let key = try readString()
    if dialect != .bare { members.seen.append((key, offset)) }
    try skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw fault("`:`") }
    return key
  }

  /// Reads the bracket that opens an array.
  /// - Throws: `ParseError` where another thing stands, or where arrays nest too deep.
  public mutating func beginArray() throws(ParseError) -> Elements {
    try open(UInt8(ascii: "["), "an array")
    return Elements()
  }

  /// Goes to the next element; false where the array ended.
  /// - Throws: `ParseError` for wrong grammar.
  public mutating func nextElement(_ elements: inout Elements) throws(ParseError) -> Bool {
    let closes = try close(UInt8(ascii: "]"), isFirst: elements.isFirst)
    elements.isFirst = false
    return !closes
  }

  private mutating func open(_ bracket: UInt8, _ name: String) throws(ParseError) {
    try skipSpace()
    guard nextByte == bracket else { throw fault(name) }
    guard depth < EventLimits.nestingMax else {
      throw fault("at most \(EventLimits.nestingMax) levels", found: "one more level")
    }
    position += 1
    depth += 1
  }

  /// Passes over what stands between two parts; true if the container ended.
  private mutating func close(_ bracket: UInt8, isFirst: Bool) throws(ParseError) -> Bool {
    let name = bracket == UInt8(ascii: "}") ? "`}`" : "`]`"
    try skipSpace()
    if !isFirst && nextByte != bracket {
      guard skip(UInt8(ascii: ",")) else { throw fault("`,` or \(name)") }
      try skipSpace()
      guard nextByte != bracket || dialect == .relaxed else { throw fault("another part") }
    }
    guard skip(bracket) else { return false }
    depth -= 1
    return true
  }

  private func refuseDuplicates(_ seen: [(key: String, offset: Int)]) throws(ParseError) {
    let ascend = zip(seen, seen.dropFirst()).allSatisfy { utf8Precedes($0.key, $1.key) }
    if ascend { return }
    let sorted = seen.sorted {
      utf8Precedes($0.key, $1.key) || (!utf8Precedes($1.key, $0.key) && $0.offset < $1.offset)
    }
    let repeats = zip(sorted, sorted.dropFirst()).filter { !utf8Precedes($0.key, $1.key) }
    if let offset = repeats.map(\.1.offset).min() {
      throw fault("each member once", found: "a member for the second time", at: offset)
    }
  }

  // MARK: White space

  /// Passes over white space, and in relaxed text over comments.
  mutating func skipSpace() throws(ParseError) {
    while let byte = nextByte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "/") where dialect == .relaxed: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(ParseError) {
    let offset = position
    position += 1
    if skip(UInt8(ascii: "/")) {
      while let byte = nextByte, byte != UInt8(ascii: "\n") { position += 1 }
      return
    }
    guard skip(UInt8(ascii: "*")) else { throw fault("a comment", at: offset) }
    while let byte = nextByte {
      position += 1
      if byte == UInt8(ascii: "*"), skip(UInt8(ascii: "/")) { return }
    }
    throw fault("the end of the comment that begins here", found: "none", at: offset)
  }
}
