import ReelEvents

/// JSON for the data block of a page: numbers in columns, texts once, and nothing in it that could
/// end the block or be read as markup.
struct PageJSON {
  private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// Adds a member whose value `write` writes.
  private mutating func add(_ name: String, _ write: (inout [UInt8]) -> Void) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    CanonicalText.append(string: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    write(&bytes)
  }

  /// Adds a text.
  mutating func add(_ name: String, _ text: String) {
    add(name) { CanonicalText.append(string: text, to: &$0) }
  }

  /// Adds a list of texts.
  mutating func add(_ name: String, _ texts: [String]) {
    add(name) { bytes in
      Self.append(texts, to: &bytes) { CanonicalText.append(string: $0, to: &$1) }
    }
  }

  /// Adds a list of numbers, none of them past 2^53.
  mutating func add(_ name: String, _ numbers: some Collection<Int64>) {
    add(name) { bytes in
      Self.append(numbers, to: &bytes) { $1 += String($0).utf8 }
    }
  }

  /// Adds an object, whose members `fill` adds.
  mutating func add(_ name: String, object fill: (inout PageJSON) -> Void) {
    var object = PageJSON()
    fill(&object)
    add(name) { $0 += object.bytes + [UInt8(ascii: "}")] }
  }

  private static func append<Element>(
    _ elements: some Collection<Element>, to bytes: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The object, so that it may stand in a `script` element: `<`, `>`, `&` and the separators that
  /// scripts take for line ends are escaped. They occur in strings only.
  var block: [UInt8] {
    var block: [UInt8] = []
    block.reserveCapacity(bytes.count + bytes.count / 16)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        block += "\\u00\(String(byte, radix: 16))".utf8
      case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]):
        block += "\\u2028".utf8
        index += 2
      case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA9]):
        block += "\\u2029".utf8
        index += 2
      default: block.append(byte)
      }
      index += 1
    }
    block.append(UInt8(ascii: "}"))
    return block
  }
}
