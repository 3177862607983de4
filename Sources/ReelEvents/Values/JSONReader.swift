/// Which texts a `JSONReader` takes.
public enum JSONDialect: Sendable {
  /// The grammar of RFC 8259, in which a member may come twice.
  case bare
  /// The grammar of RFC 8259 with each member once: lines of recordings.
  case lines
  /// As `lines`, with comments (`//`, `/* */`) and trailing commas: files that people write.
  case relaxed
}

/// A cursor over JSON text: the caller says what it wants next, the reader gives it or throws.
///
/// It reads UTF-8 strictly: no overlong forms, no unpaired surrogates, no byte-order mark. Objects
/// and arrays nest up to `EventLimits.nestingMax`. After an error the reader is of no more use.
///
///     var members = try reader.beginObject()
///     while let key = try reader.nextKey(&members) { … read one value … }
public struct JSONReader: Sendable {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  let dialect: JSONDialect
  var depth: Int

  /// The index in the bytes of what comes next.
  public internal(set) var position: Int

  /// A reader of `range` of `bytes`, all of them when nil, which stand inside `depth` containers.
  public init(
    _ bytes: [UInt8], range: Range<Int>? = nil, dialect: JSONDialect = .lines, depth: Int = 0
  ) {
    self.bytes = bytes
    start = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    position = start
    self.dialect = dialect
    self.depth = depth
  }

  /// What the next value is; nil where none begins.
  /// - Throws: `ParseError` for a comment that does not end.
  public mutating func peek() throws(ParseError) -> JSONKind? {
    try skipSpace()
    return nextByte.flatMap(JSONKind.init(firstByte:))
  }

  /// The index in the bytes where the next value, or whatever comes next, begins.
  /// - Throws: `ParseError` for a comment that does not end.
  public mutating func nextOffset() throws(ParseError) -> Int {
    try skipSpace()
    return position
  }

  /// Checks that nothing but white space is left.
  /// - Throws: `ParseError` where something is.
  public mutating func finish() throws(ParseError) {
    try skipSpace()
    if position < end { throw fault("the end of the text") }
  }

  /// Reads `true` or `false`.
  /// - Throws: `ParseError` where neither stands.
  public mutating func readBool() throws(ParseError) -> Bool {
    try skipSpace()
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw fault("true or false")
  }

  /// Reads `null` if it comes next, and says whether it did.
  /// - Throws: `ParseError` for a comment that does not end.
  public mutating func readNull() throws(ParseError) -> Bool {
    try skipSpace()
    return skip(word: "null")
  }

  /// Passes over one value of any kind, checking its grammar.
  /// - Throws: `ParseError` where the text is no JSON of the dialect. Complexity: O(bytes).
  public mutating func skipValue() throws(ParseError) {
    switch try peek() {
    case .object:
      var members = try beginObject()
      while try nextKey(&members) != nil { try skipValue() }
    case .array:
      var elements = try beginArray()
      while try nextElement(&elements) { try skipValue() }
    case .string: try skipString()
    case .number: _ = try scanNumber()
    case .bool: _ = try readBool()
    case .null: if try !readNull() { throw fault("a value") }
    case nil: throw fault("a value")
    }
  }

  // MARK: Bytes

  /// The byte that comes next; nil at the end.
  var nextByte: UInt8? { position < end ? bytes[position] : nil }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard nextByte == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - position >= count else { return false }
    let matches = word.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + count]) }
    if matches { position += count }
    return matches
  }

  // MARK: Faults

  /// The fault that `expected` does not stand at the index `offset`, the position when nil; `found`
  /// is worded from what stands there when nil.
  public func fault(_ expected: String, found: String? = nil, at offset: Int? = nil) -> ParseError {
    let offset = min(offset ?? position, end)
    let line = 1 + bytes[start..<offset].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return ParseError(
      offset: offset - start, line: line, expected: expected,
      found: found ?? description(at: offset))
  }

  /// The sort of what stands at `offset`; never the content of a value.
  private func description(at offset: Int) -> String {
    guard offset < end else { return "the end of the text" }
    let byte = bytes[offset]
    if let kind = JSONKind(firstByte: byte) { return kind.description }
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return "`\(Character(UnicodeScalar(byte)))`"
    default: return byte < 0x20 || byte > 0x7E ? "byte \(byte)" : "other text"
    }
  }
}

/// What a JSON value is, told by its first byte.
public enum JSONKind: Sendable, CustomStringConvertible {
  case object, array, string, number, bool, null

  /// The kind of a value that begins with `byte`; nil where none does.
  init?(firstByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }

  /// The kind with its article, for messages.
  public var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
