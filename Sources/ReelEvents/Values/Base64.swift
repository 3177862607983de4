/// Base64 with the alphabet of RFC 4648 section 4 and padding, of which each data has one text.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Appends the text of `data` to `bytes`.
  package static func append(_ data: [UInt8], to bytes: inout [UInt8]) {
    bytes.append { append(data, to: &$0) }
  }

  /// Appends the text of `data` to `text`.
  static func append(_ data: [UInt8], to text: inout TextBuffer) {
    for start in stride(from: 0, to: data.count, by: 3) {
      let count = min(3, data.count - start)
      var group: UInt32 = 0
      for index in 0..<3 {
        group = group << 8 | (index < count ? UInt32(data[start + index]) : 0)
      }
      for index in 0..<4 {
        let digit = digits[Int(group >> (18 - 6 * UInt32(index)) & 0x3F)]
        text.append(index <= count ? digit : padding)
      }
    }
  }

  /// The data of `text`; nil where it is no base64, lacks padding, or has bits set beyond the data.
  static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    let padded = text.suffix(2).reversed().prefix { $0 == padding }.count
    var data: [UInt8] = []
    data.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let missing = start + 4 == text.count ? padded : 0
      var group: UInt32 = 0
      for index in 0..<4 {
        guard let digit = index < 4 - missing ? value(of: text[start + index]) : 0 else {
          return nil
        }
        group = group << 6 | UInt32(digit)
      }
      if group & (1 << (8 * UInt32(missing)) - 1) != 0 { return nil }
      for index in 0..<3 - missing {
        data.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(index))))
      }
    }
    return data
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
