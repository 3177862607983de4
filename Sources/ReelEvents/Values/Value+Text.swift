/// The one text of each value: keys sorted by UTF-8 bytes, no spaces, the fewest escapes.
extension Value {
  /// The canonical text; two values are equal exactly when these bytes are. Complexity: O(size).
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes
  }

  /// Appends the canonical text to `bytes`. Complexity: O(size).
  public func appendCanonical(to bytes: inout [UInt8]) {
    switch self {
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .integer(let number): CanonicalText.append(number: number, to: &bytes)
    case .unsigned(let number):
      if let small = Int64(exactly: number) {
        CanonicalText.append(number: small, to: &bytes)
      } else {
        CanonicalText.append(convention: "$numberLong", String(number), to: &bytes)
      }
    case .double(let number):
      if number.isFinite {
        bytes += number.description.utf8
      } else {
        CanonicalText.append(convention: "$numberDouble", Self.name(of: number), to: &bytes)
      }
    case .string(let text): CanonicalText.append(string: text, to: &bytes)
    case .data(let data):
      bytes += "{\"$binary\":\"".utf8
      Base64.append(data, to: &bytes)
      bytes += "\"}".utf8
    case .date(let seconds): Self.append(date: seconds, to: &bytes)
    case .array(let values): Self.append(array: values, to: &bytes)
    case .dictionary(let dictionary): dictionary.appendCanonical(to: &bytes)
    case .withheld(let digest, let size):
      bytes += "{\"$digest\":".utf8
      CanonicalText.append(string: digest, to: &bytes)
      bytes += ",\"size\":\(size)}".utf8
    }
  }

  /// How deep arrays and dictionaries, conventions included, stand inside each other in the
  /// canonical text; counting ends above `EventLimits.nestingMax`. Complexity: O(size).
  public var nesting: Int { nesting(limit: EventLimits.nestingMax + 1) }

  private func nesting(limit: Int) -> Int {
    guard limit > 0 else { return 0 }
    switch self {
    case .bool, .string: return 0
    case .integer(let number): return CanonicalText.exactIntegers.contains(number) ? 0 : 1
    case .unsigned, .data, .withheld: return 1
    case .double(let number): return number.isFinite ? 0 : 1
    case .date(let seconds): return Instant(exactSecondsSince2001: seconds) == nil ? 2 : 1
    case .array(let values):
      return 1 + (values.map { $0.nesting(limit: limit - 1) }.max() ?? 0)
    case .dictionary(let dictionary):
      return 1 + (dictionary.members.map { $0.value.nesting(limit: limit - 1) }.max() ?? 0)
    }
  }

  private static func append(array: [Value], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in array.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      value.appendCanonical(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// RFC 3339 where its microseconds bring the same double back, else the double itself.
  private static func append(date seconds: Double, to bytes: inout [UInt8]) {
    bytes += "{\"$date\":".utf8
    if let instant = Instant(exactSecondsSince2001: seconds) {
      bytes.append(UInt8(ascii: "\""))
      instant.appendText(to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    } else {
      let text = seconds.isFinite ? seconds.description : name(of: seconds)
      CanonicalText.append(convention: "$numberDouble", text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func name(of number: Double) -> String {
    number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
  }
}

extension ValueDictionary {
  /// Appends the canonical text to `bytes`. Complexity: O(size).
  public func appendCanonical(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      let isEscaped = member.key.utf8.first == UInt8(ascii: "$")
      CanonicalText.append(string: isEscaped ? "$" + member.key : member.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.appendCanonical(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

/// The canonical text of strings and whole numbers, for values and for lines.
public enum CanonicalText {
  /// The whole numbers that common JSON tools keep: up to 2^53 either way.
  static let exactIntegers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// Appends `string` in quotes. Only what JSON does not allow is escaped: quote, backslash, and
  /// control characters, as `\b` `\t` `\n` `\f` `\r` or `\u00xx` with small letters.
  public static func append(string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isDone: Void? = string.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
    if isDone == nil { Array(string.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if !mayNeedEscapes(UnsafeRawBufferPointer(text)) { return bytes.append(contentsOf: text) }
    for byte in text {
      if needsEscape(byte) { append(escaped: byte, to: &bytes) } else { bytes.append(byte) }
    }
  }

  /// Whether a byte of `text` needs an escape, looked at eight bytes at a time.
  private static func mayNeedEscapes(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The highest bit of a byte is set where it is below 0x20, or zero, and below 0x80.
      let found =
        (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
        | (backslashes &- ones) & ~backslashes
      if found & (ones &* 0x80) != 0 { return true }
      index += 8
    }
    return text[index...].contains(where: needsEscape)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Appends `number`, past 2^53 as `{"$numberLong":…}`.
  public static func append(number: Int64, to bytes: inout [UInt8]) {
    if exactIntegers.contains(number) {
      bytes += String(number).utf8
    } else {
      append(convention: "$numberLong", String(number), to: &bytes)
    }
  }

  /// Appends `{"name":"text"}`; neither needs escapes.
  static func append(convention name: String, _ text: String, to bytes: inout [UInt8]) {
    bytes += "{\"\(name)\":\"\(text)\"}".utf8
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes += "u00".utf8
      bytes.append(Hexadecimal.digit(byte >> 4))
      bytes.append(Hexadecimal.digit(byte & 0xF))
    }
  }
}
