/// Strings: UTF-8 and escapes.
extension JSONReader {
  /// Reads a string and resolves its escapes.
  /// - Throws: `ParseError` where none stands, for invalid UTF-8, a control character, an unknown
  ///   escape, an unpaired surrogate. Complexity: O(bytes).
  public mutating func readString() throws(ParseError) -> String {
    let (first, isWhole) = try beginString()
    if isWhole { return string(first..<position - 1) }
    var text = Array(bytes[first..<position])
    while !skip(UInt8(ascii: "\"")) {
      if skip(UInt8(ascii: "\\")) {
        try readEscape(into: &text)
      } else {
        let runStart = position
        try skipPlainText()
        text += bytes[runStart..<position]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a string that is the raw text of one of `words`.
  /// - Throws: `ParseError` that lists them where another thing stands.
  public mutating func readWord<Word: RawRepresentable<String>>(
    _ words: [Word], _ name: String
  ) throws(ParseError) -> Word {
    let offset = try nextOffset()
    let text = try readString()
    if let word = words.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) { return word }
    let list = words.map(\.rawValue).joined(separator: ", ")
    throw fault("\(name) (\(list))", found: "another word", at: offset)
  }

  /// Passes over a string, checking it as `readString` does.
  mutating func skipString() throws(ParseError) {
    if try beginString().isWhole { return }
    var text: [UInt8] = []
    while !skip(UInt8(ascii: "\"")) {
      if skip(UInt8(ascii: "\\")) {
        try readEscape(into: &text)
        text.removeAll(keepingCapacity: true)
      } else {
        try skipPlainText()
      }
    }
  }

  /// Reads a quote and what follows up to a backslash, or up to and over the quote that ends the
  /// string, which is whole then.
  private mutating func beginString() throws(ParseError) -> (first: Int, isWhole: Bool) {
    try skipSpace()
    guard skip(UInt8(ascii: "\"")) else { throw fault("a string") }
    let first = position
    try skipPlainText()
    return (first, skip(UInt8(ascii: "\"")))
  }

  /// The text of `range`, which was checked.
  private func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Passes over text up to a quote or a backslash.
  private mutating func skipPlainText() throws(ParseError) {
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte >= 0x80 {
        let length = UTF8Form.length(at: position, in: bytes, end: end)
        guard length > 0 else { throw fault("valid UTF-8") }
        position += length
      } else if byte >= 0x20 {
        position += 1
      } else {
        throw fault("an escape for this control character")
      }
    }
    throw fault("the quote that ends a string")
  }

  /// Reads what follows a backslash.
  private mutating func readEscape(into text: inout [UInt8]) throws(ParseError) {
    guard let byte = nextByte else { throw fault("an escape") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      text.append(contentsOf: UTF8Form.encode(try readScalar()))
      return
    default: throw fault("an escape of JSON")
    }
    position += 1
  }

  /// Reads the digits of `\u`, and the second half of a surrogate pair.
  private mutating func readScalar() throws(ParseError) -> UnicodeScalar {
    let offset = position
    let unit = try readHexDigits()
    if let scalar = UnicodeScalar(unit) { return scalar }
    guard unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw fault("a surrogate pair", found: "an unpaired surrogate", at: offset)
    }
    let second = try readHexDigits()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = UnicodeScalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault("a surrogate pair", found: "an unpaired surrogate", at: offset) }
    return scalar
  }

  private mutating func readHexDigits() throws(ParseError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = nextByte, let digit = Hexadecimal.value(of: byte) else {
        throw fault("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

/// Well-formed UTF-8 as the Unicode standard's table 3-7 has it.
enum UTF8Form {
  /// The bytes of the scalar that begins at `index` before `end`; 0 where none is well formed.
  static func length(at index: Int, in bytes: [UInt8], end: Int) -> Int {
    let first = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard end - index >= length, second.contains(bytes[index + 1]) else { return 0 }
    for next in index + 2..<max(index + 2, index + length) where bytes[next] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }

  /// The UTF-8 bytes of `scalar`.
  static func encode(_ scalar: UnicodeScalar) -> String.UTF8View {
    String(Character(scalar)).utf8
  }
}

/// Hexadecimal digits.
enum Hexadecimal {
  /// The value of the digit `byte`; nil where it is none.
  static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The lower-case digit of `value`, which is below 16.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
