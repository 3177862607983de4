/// Where the lines of a text end.
enum LineFeeds {
  static let byte = UInt8(ascii: "\n")

  /// How many line feeds there are. Complexity: O(n), 64 bytes at a time.
  static func count(_ text: [UInt8]) -> Int64 {
    text.withUnsafeBytes { bytes in
      var count: Int64 = 0
      let feed = SIMD64<UInt8>(repeating: byte)
      let whole = bytes.count & ~63
      for start in stride(from: 0, to: whole, by: 64) {
        let block = bytes.loadUnaligned(fromByteOffset: start, as: SIMD64<UInt8>.self)
        let hits = SIMD64<UInt8>(repeating: 0).replacing(with: 1, where: block .== feed)
        count += Int64(hits.wrappedSum())
      }
      for index in whole..<bytes.count where bytes[index] == byte { count += 1 }
      return count
    }
  }

  /// Just behind the last line feed at or after `start`; nil if there is none.
  static func endOfLastLine(_ text: [UInt8], from start: Int) -> Int? {
    text.withUnsafeBytes { bytes in
      var index = bytes.count
      while index > start {
        if bytes[index - 1] == byte { return index }
        index -= 1
      }
      return nil
    }
  }

  /// Just behind the first line feed; nil if there is none.
  static func endOfFirstLine(_ text: [UInt8]) -> Int? {
    text.firstIndex(of: byte).map { $0 + 1 }
  }

  /// The first line, line feed included, that has more than `limit` bytes before it.
  static func firstLine(_ text: [UInt8], longerThan limit: Int) -> Range<Int>? {
    var start = 0
    for index in text.indices where text[index] == byte {
      if index - start > limit { return start..<index + 1 }
      start = index + 1
    }
    return nil
  }
}
