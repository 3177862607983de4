import ReelEvents

/// Writes JSON text anew so that it means the same: members in another order, white space, escapes
/// that need not be, numbers with more digits.
extension Seed {
  /// Other text for the value or line `bytes`.
  public mutating func scramble(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = JSONReader(bytes, dialect: .bare)
    var text: [UInt8] = []
    try scramble(&reader, of: bytes, into: &text)
    return text
  }

  private mutating func scramble(
    _ reader: inout JSONReader, of bytes: [UInt8], into text: inout [UInt8]
  ) throws {
    space(&text)
    switch try reader.peek() {
    case .object:
      var members: [[UInt8]] = []
      var object = try reader.beginObject()
      while let key = try reader.nextKey(&object) {
        var member: [UInt8] = []
        space(&member)
        append(key, to: &member)
        space(&member)
        member.append(UInt8(ascii: ":"))
        try scramble(&reader, of: bytes, into: &member)
        members.append(member)
      }
      members.shuffle(using: &self)
      text += [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")])
      space(&text)
      text.append(UInt8(ascii: "}"))
    case .array:
      var parts: [[UInt8]] = []
      var array = try reader.beginArray()
      while try reader.nextElement(&array) {
        var part: [UInt8] = []
        try scramble(&reader, of: bytes, into: &part)
        parts.append(part)
      }
      text += [UInt8(ascii: "[")] + parts.joined(separator: [UInt8(ascii: ",")])
      space(&text)
      text.append(UInt8(ascii: "]"))
    case .string: append(try reader.readString(), to: &text)
    case .number: append(try reader.readNumber(), to: &text)
    case .bool, .null, nil:
      let start = reader.position
      try reader.skipValue()
      text += bytes[start..<reader.position]
    }
    space(&text)
  }

  private mutating func space(_ text: inout [UInt8]) {
    while happens(onceIn: 4) { text.append(pick([0x20, 0x09, 0x0D])) }
  }

  private mutating func append(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for unit in string.utf16 {
      if happens(onceIn: 8) || unit < 0x20 || unit == 0x22 || unit == 0x5C || unit > 0x7E {
        let digits = String(unit, radix: 16, uppercase: happens(onceIn: 2))
        text += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      } else {
        text.append(UInt8(unit))
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ number: Value, to text: inout [UInt8]) {
    let digits = number.canonicalBytes
    text += digits
    guard case .double = number, happens(onceIn: 2) else { return }
    let hasExponent = digits.contains(UInt8(ascii: "e"))
    if !hasExponent { text += pick(["0", "00", "e0", "E+0"]).utf8 }
  }
}
