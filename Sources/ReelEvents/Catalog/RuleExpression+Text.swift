/// The text of rules in catalogs: `absent KEY`, `true KEY`, `any(…, …)`, `all(…, …)`, `not(…)`.
///
/// A key stands bare, or, where it holds a space, a bracket, a comma or a quote, as a JSON string.
extension RuleExpression: CustomStringConvertible {
  /// The expression as a catalog has it.
  public var description: String {
    switch self {
    case .absent(let key): "absent \(Self.text(ofKey: key))"
    case .isTrue(let key): "true \(Self.text(ofKey: key))"
    case .any(let parts): "any(\(parts.map(\.description).joined(separator: ", ")))"
    case .all(let parts): "all(\(parts.map(\.description).joined(separator: ", ")))"
    case .not(let part): "not(\(part))"
    }
  }

  /// The expression that `text` spells.
  /// - Throws: `ParseError` where it spells none, or where brackets nest deeper than
  ///   `EventLimits.nestingMax`.
  public init(parsing text: String) throws(ParseError) {
    var reader = RuleReader(text)
    self = try reader.readExpression(depth: 0)
    try reader.finish()
  }

  private static func text(ofKey key: String) -> String {
    if !key.isEmpty && key.utf8.allSatisfy(RuleReader.isBare) { return key }
    var bytes: [UInt8] = []
    CanonicalText.append(string: key, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A cursor over a rule's text.
private struct RuleReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether `byte` may stand in a key without quotes.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "\""):
      false
    default: true
    }
  }

  mutating func readExpression(depth: Int) throws(ParseError) -> RuleExpression {
    guard depth < EventLimits.nestingMax else {
      throw fault("at most \(EventLimits.nestingMax) levels", found: "one more level")
    }
    skipSpace()
    let start = position
    switch readWord() {
    case "absent": return .absent(try readKey())
    case "true": return .isTrue(try readKey())
    case "any": return .any(try readList(depth: depth))
    case "all": return .all(try readList(depth: depth))
    case "not":
      let parts = try readList(depth: depth)
      guard parts.count == 1 else { throw fault("one part of `not`", found: "\(parts.count)") }
      return .not(parts[0])
    case let word:
      let found = word.isEmpty ? nil : "`\(word)`"
      position = start
      throw fault("absent, true, any, all or not", found: found)
    }
  }

  mutating func finish() throws(ParseError) {
    skipSpace()
    if position < bytes.count { throw fault("the end of the rule") }
  }

  private mutating func readList(depth: Int) throws(ParseError) -> [RuleExpression] {
    guard skip("(") else { throw fault("`(`") }
    var parts: [RuleExpression] = []
    repeat { parts.append(try readExpression(depth: depth + 1)) } while skip(",")
    guard skip(")") else { throw fault("`,` or `)`") }
    return parts
  }

  private mutating func readKey() throws(ParseError) -> String {
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      var quoted = JSONReader(bytes, range: position..<bytes.count)
      let key = try quoted.readString()
      position = quoted.position
      return key
    }
    let word = readWord()
    if word.isEmpty { throw fault("a key") }
    return word
  }

  private mutating func readWord() -> String {
    let word = bytes[position...].prefix(while: Self.isBare)
    position += word.count
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private func fault(_ expected: String, found: String? = nil) -> ParseError {
    let next = position < bytes.count ? "other text" : "the end of the rule"
    return ParseError(offset: position, line: 1, expected: expected, found: found ?? next)
  }
}
