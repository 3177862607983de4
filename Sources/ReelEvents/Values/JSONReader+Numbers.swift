/// Numbers, which in a property list are whole or not: `1` is an integer, `1.0` a double.
extension JSONReader {
  /// Reads a number as a value: whole ones as `integer` or `unsigned`, those with a fraction or an
  /// exponent as the nearest `double`.
  ///
  /// `-0` is the double `-0.0`, since an integer has no sign there to keep.
  /// - Throws: `ParseError` where none stands, where a whole number is outside of
  ///   -2^63..<2^64, and where a double would be infinite: either would lose what was written.
  public mutating func readNumber() throws(ParseError) -> Value {
    try skipSpace()
    let offset = position
    let isWhole = try scanNumber()
    let text = bytes[offset..<position]
    if isWhole && !text.elementsEqual("-0".utf8) {
      guard let number = DecimalText.wholeNumber(text) else {
        throw fault("a whole number of 64 bits", found: "a larger one", at: offset)
      }
      return number
    }
    guard let number = DecimalText.double(text), number.isFinite else {
      throw fault("a number that a double can hold", found: "a larger one", at: offset)
    }
    return .double(number)
  }

  /// Reads a whole number within `range`.
  /// - Throws: `ParseError` where another thing stands.
  public mutating func readInteger(in range: ClosedRange<Int64>) throws(ParseError) -> Int64 {
    try skipSpace()
    let offset = position
    if try peek() == .number, case .integer(let number) = try readNumber(), range.contains(number) {
      return number
    }
    throw fault("a whole number from \(range.lowerBound) to \(range.upperBound)", at: offset)
  }

  /// Passes over a number, checking its grammar; true if it has neither fraction nor exponent.
  mutating func scanNumber() throws(ParseError) -> Bool {
    let scan = DecimalText.scan(bytes, from: position, to: end)
    position = scan.end
    if !scan.isValid { throw fault("a digit") }
    return scan.isWhole
  }
}

/// Numbers in decimal text.
enum DecimalText {
  /// What stands at the place of a number.
  struct Scan {
    /// The index after the number, or of the byte where a digit is missing.
    var end: Int
    /// Whether the number has neither fraction nor exponent.
    var isWhole = true
    /// Whether no digit is missing.
    var isValid = true
  }

  /// Follows JSON's grammar of numbers as far as it goes.
  static func scan(_ bytes: [UInt8], from start: Int, to end: Int) -> Scan {
    var scan = Scan(end: start)
    func skip(_ byte: UInt8) -> Bool {
      guard scan.end < end, bytes[scan.end] == byte else { return false }
      scan.end += 1
      return true
    }
    func skipDigits() {
      let first = scan.end
      while scan.end < end, bytes[scan.end] &- UInt8(ascii: "0") < 10 { scan.end += 1 }
      scan.isValid = scan.isValid && scan.end > first
    }
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { skipDigits() }
    if scan.isValid && skip(UInt8(ascii: ".")) {
      scan.isWhole = false
      skipDigits()
    }
    if scan.isValid && (skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E"))) {
      scan.isWhole = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      skipDigits()
    }
    return scan
  }

  /// The double that `text` spells as JSON's grammar has it, or as `NaN`, `Infinity`, `-Infinity`;
  /// nil for any other text, and for digits too large for a double.
  static func doubleOfAnyKind(_ text: String) -> Double? {
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default:
      let bytes = Array(text.utf8)
      let scan = scan(bytes, from: 0, to: bytes.count)
      guard scan.isValid, scan.end == bytes.count else { return nil }
      return double(bytes[...]).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The whole number that `text` spells; nil for any other text, and for more than 64 bits.
  static func wholeNumber(_ text: String) -> Value? {
    let bytes = Array(text.utf8)
    let scan = scan(bytes, from: 0, to: bytes.count)
    guard scan.isValid, scan.isWhole, scan.end == bytes.count else { return nil }
    return wholeNumber(bytes[...])
  }

  /// The whole number `text`, whose grammar was checked: digits, perhaps after a `-`; nil where it
  /// has more than 64 bits.
  static func wholeNumber(_ text: ArraySlice<UInt8>) -> Value? {
    let isNegative = text.first == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    for byte in isNegative ? text.dropFirst() : text {
      let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if overflowed || carried { return nil }
      magnitude = sum
    }
    if !isNegative { return Int64(exactly: magnitude).map(Value.integer) ?? .unsigned(magnitude) }
    guard magnitude <= Int64.min.magnitude else { return nil }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The double nearest to `text`, whose grammar was checked.
  static func double(_ text: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: text, as: UTF8.self))
  }
}
