import ReelEvents

/// How the bytes of some texts are taken apart into symbols.
enum SymbolReader {
  /// Text of people and programs: its characters.
  case characters
  /// Data: its bytes.
  case bytes
  /// The description of a double: its digits.
  case digits

  /// The symbol at `offset` of `text`, what may become of it, and how many bytes it takes.
  func symbol(
    in text: [UInt8], at offset: Int
  ) -> (symbol: UInt32, sort: SymbolSort, length: Int) {
    switch self {
    case .characters: Self.character(in: text, at: offset)
    case .bytes: (UInt32(text[offset]), .drawn(Self.allBytes), 1)
    case .digits: (UInt32(text[offset]), Self.digitSort(in: text, at: offset), 1)
    }
  }

  /// Writes `symbol` over what takes as many bytes at `offset`.
  func put(_ symbol: UInt32, in text: inout [UInt8], at offset: Int) {
    guard case .characters = self, symbol >= 0x80, let scalar = Unicode.Scalar(symbol) else {
      text[offset] = UInt8(truncatingIfNeeded: symbol)
      return
    }
    for (index, byte) in String(Character(scalar)).utf8.enumerated() { text[offset + index] = byte }
  }

  // MARK: Characters

  private static func character(
    in text: [UInt8], at offset: Int
  ) -> (symbol: UInt32, sort: SymbolSort, length: Int) {
    let first = UInt32(text[offset])
    let rest = { (index: Int) in UInt32(text[offset + index] & 0x3F) }
    switch first {
    case 0..<0x80: return (first, isKept(first) ? .kept : .drawn(oneByte), 1)
    case 0x80..<0xE0: return ((first & 0x1F) << 6 | rest(1), .drawn(twoBytes), 2)
    case 0xE0..<0xF0: return ((first & 0xF) << 12 | rest(1) << 6 | rest(2), .drawn(threeBytes), 3)
    default:
      return (
        (first & 7) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), .drawn(fourBytes), 4
      )
    }
  }

  /// What takes more than a byte in JSON, and the marks that mean something in front of a key.
  private static func isKept(_ symbol: UInt32) -> Bool {
    symbol < 0x20 || [0x22, 0x23, 0x24, 0x5C].contains(symbol)
  }

  private static let oneByte = [
    Alphabet(ranges: [0x61...0x7A]), Alphabet(ranges: [0x30...0x39, 0x41...0x5A, 0x61...0x7A]),
    Alphabet(ranges: [0x20...0x21, 0x25...0x5B, 0x5D...0x7F]),
  ]
  // Letters of one width each that any terminal shows: Latin, Chinese, and rarer Chinese ones.
  private static let twoBytes = [
    Alphabet(ranges: [0x100...0x17F]), Alphabet(ranges: [0x80...0x7FF]),
  ]
  private static let threeBytes = [
    Alphabet(ranges: [0x4E00...0x9FFF]), Alphabet(ranges: [0x800...0xD7FF, 0xE000...0xFFFF]),
  ]
  private static let fourBytes = [
    Alphabet(ranges: [0x20000...0x2A6DF]), Alphabet(ranges: [0x10000...0x10FFFF]),
  ]
  private static let allBytes = [Alphabet(ranges: [0...0xFF])]

  // MARK: Digits

  /// Sign, point and exponent stay, and so do the zeros in front: they tell the magnitude, which
  /// decides the length. Neither the first digit of the rest nor a last one behind the point may
  /// become zero.
  private static func digitSort(in text: [UInt8], at offset: Int) -> SymbolSort {
    let byte = text[offset]
    let end = text.firstIndex(of: UInt8(ascii: "e")) ?? text.count
    guard offset < end, (0x30...0x39).contains(byte) else { return .kept }
    let isLeading = text[..<offset].allSatisfy { !(0x31...0x39).contains($0) }
    if isLeading { return byte == 0x30 ? .kept : .digitAboveZero }
    let point = text.firstIndex(of: UInt8(ascii: "."))
    guard let point, offset > point, offset == end - 1 else { return .digit }
    return byte == 0x30 ? .kept : .digitAboveZero
  }
}
