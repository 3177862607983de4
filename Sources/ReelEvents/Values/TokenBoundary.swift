/// Finds where a token of canonical text begins without reading the text from its start.
enum TokenBoundary {
  /// The start of the token that `offset` is in or at, outside of any text in quotes; nil where
  /// nothing tells. Bytes from `offset` on are not looked at.
  ///
  /// In canonical text no quote inside of a text goes without its backslash. So every other quote
  /// opens or closes one, and most tell which by their neighbours: what opens stands behind `{`,
  /// `[`, `,`, `:` or nothing, and what closes before `}`, `]`, `,`, `:` or nothing.
  /// Complexity: O(distance to the last quote that tells).
  static func before(_ offset: Int, in text: UnsafeRawBufferPointer) -> Int? {
    var nearest: Int?
    var later = 0
    var position = offset
    while position > 0 {
      position -= 1
      guard text[position] == UInt8(ascii: "\""), !isEscaped(position, in: text) else { continue }
      let quote = nearest ?? position
      nearest = quote
      let opens = position == 0 || (position + 1 < offset && !mayFollow(text[position + 1]))
      let closes = position > 0 && !mayPrecede(text[position - 1])
      if opens || closes {
        let isInside = (later % 2 == 0) == opens
        return isInside ? quote : wordStart(offset, in: text)
      }
      later += 1
    }
    return later % 2 == 0 ? wordStart(offset, in: text) : nearest
  }

  /// Whether `byte` can be part of a number or of `true` and `false`.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func wordStart(_ offset: Int, in text: UnsafeRawBufferPointer) -> Int {
    var start = offset
    while start > 0 && isWord(text[start - 1]) { start -= 1 }
    return start
  }

  private static func isEscaped(_ position: Int, in text: UnsafeRawBufferPointer) -> Bool {
    var start = position
    while start > 0 && text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (position - start) % 2 == 1
  }

  private static func mayFollow(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }

  private static func mayPrecede(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }
}

/// How far two texts agree, compared 32 bytes at a time.
enum CommonText {
  /// How many bytes at their start are the same. Complexity: O(count).
  static func prefix(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let count = min(one.count, other.count)
    var offset = 0
    while offset + 32 <= count && isSame(one, offset, other, offset) { offset += 32 }
    while offset < count && one[offset] == other[offset] { offset += 1 }
    return offset
  }

  /// How many bytes at their end are the same, counting no further than `max`. Complexity: O(max).
  static func suffix(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, max: Int
  ) -> Int {
    var size = 0
    while size + 32 <= max,
      isSame(one, one.count - size - 32, other, other.count - size - 32)
    {
      size += 32
    }
    while size < max && one[one.count - size - 1] == other[other.count - size - 1] { size += 1 }
    return size
  }

  private static func isSame(
    _ one: UnsafeRawBufferPointer, _ offset: Int, _ other: UnsafeRawBufferPointer,
    _ otherOffset: Int
  ) -> Bool {
    one.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      == other.loadUnaligned(fromByteOffset: otherOffset, as: SIMD4<UInt64>.self)
  }
}
