/// A cursor over the bytes of whole lines, each of which ends with a line feed.
///
/// It knows canonical text only: a method that does not find what it looks for says so, and the
/// caller takes the slow path. Nothing passes a line feed but `skipLine` and `skipEndOfLine`, so
/// the last one keeps every read of one byte before `end`.
struct LineCursor {
  let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  let end: Int
  /// The index of the next byte.
  var position: Int

  /// A cursor at the first of `bytes`, which must outlive it and end with a line feed.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: UnsafePointer<UInt8>) {
    precondition(bytes.last == UInt8(ascii: "\n"), "Lines end with a line feed.")
    base = start
    end = bytes.count
    position = 0
  }

  /// Whether all bytes were passed.
  var isAtEnd: Bool { position >= end }

  /// The next byte.
  @inline(__always)
  var next: UInt8 { base[position] }

  /// The bytes from `start` to the position.
  @inline(__always)
  func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + start, count: position - start)
  }

  /// The bytes of `range`.
  @inline(__always)
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Passes the byte `byte` if it comes next.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position &+= 1
    return true
  }

  /// Passes `text` if it comes next.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    skip(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Passes `text` if it comes next.
  @inline(__always)
  mutating func skip(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let other = text.baseAddress else { return true }
    guard end &- position >= text.count, areEqual(base + position, other, count: text.count) else {
      return false
    }
    position &+= text.count
    return true
  }

  /// Whether the bytes of `range` stand at `start` too.
  @inline(__always)
  func matches(_ range: Range<Int>, at start: Int) -> Bool {
    end &- start >= range.count
      && areEqual(base + start, base + range.lowerBound, count: range.count)
  }

  /// Whether the `count` bytes at `one` stand at `other` too.
  @inline(__always)
  func matches(_ one: Int, at other: Int, _ count: Int) -> Bool {
    end &- other >= count && areEqual(base + other, base + one, count: count)
  }

  /// Passes what stands before the time of a line.
  @inline(__always)
  mutating func skipLineStart() -> Bool {
    guard has(8), load8(position) << 8 == Bits.word("{\"at\":\"2") << 8 else { return false }
    position &+= 7
    return true
  }

  /// Passes what stands before the value of a line.
  @inline(__always)
  mutating func skipValueStart() -> Bool {
    guard has(9), load8(position) == Bits.word(",\"value\":"),
      base[position &+ 8] == UInt8(ascii: ":")
    else { return false }
    position &+= 9
    return true
  }

  /// Whether only the brace and the line feed follow that end a line.
  @inline(__always)
  var endsLine: Bool {
    base[position] == UInt8(ascii: "}") && base[position &+ 1] == UInt8(ascii: "\n")
  }

  /// Whether a comma or a brace follows, as it does behind every member's value.
  @inline(__always)
  var endsMember: Bool { next == UInt8(ascii: ",") || next == UInt8(ascii: "}") }

  /// The index of the line feed that ends the line.
  var endOfLine: Int {
    var index = position
    while end &- index >= 8 {
      let feeds = Bits.zeroBytes(in: load8(index) ^ (Bits.ones &* 0x0A))
      if feeds != 0 { return index &+ feeds.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while base[index] != UInt8(ascii: "\n") { index &+= 1 }
    return index
  }

  /// How many bytes that come next are those from `start` on, up to `end`.
  @inline(__always)
  func commonCount(with start: Int, upTo limit: Int) -> Int {
    commonCount(position, start, limit: min(limit &- start, end &- position))
  }

  /// Whether the bytes of `one` come before those of `other`.
  @inline(__always)
  func precedes(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    let limit = min(one.count, other.count)
    let common = commonCount(one.lowerBound, other.lowerBound, limit: limit)
    if common == limit { return one.count < other.count }
    return base[one.lowerBound &+ common] < base[other.lowerBound &+ common]
  }

  /// How many bytes from `one` and `other` on are the same, up to `limit`.
  @inline(__always)
  private func commonCount(_ one: Int, _ other: Int, limit: Int) -> Int {
    ReelLog.commonCount(base + one, base + other, limit: limit)
  }

  /// Passes the rest of the line and its line feed.
  mutating func skipLine() { position = endOfLine + 1 }

  /// Passes the brace and the line feed that end a line.
  @inline(__always)
  mutating func skipEndOfLine() -> Bool {
    guard endsLine else { return false }
    position &+= 2
    return true
  }

  // MARK: Text

  /// Passes text without escapes up to and over the quote that ends it, and gives its range.
  @inline(__always)
  mutating func plainText() -> Range<Int>? {
    let start = position
    guard skipPlain(), skip(UInt8(ascii: "\"")) else { return nil }
    return Range(uncheckedBounds: (start, position &- 1))
  }

  /// Passes well-formed text up to a quote, a backslash or a control character; false where it is
  /// not well formed.
  @inline(__always)
  mutating func skipPlain() -> Bool {
    while true {
      while end &- position >= 8 {
        let stops = Bits.special(in: load8(position))
        if stops != 0 {
          position &+= stops.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
      let byte = next
      if byte >= 0x80 {
        guard skipScalar() else { return false }
      } else if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return true
      } else {
        position += 1
      }
    }
  }

  /// Passes one well-formed UTF-8 sequence of two to four bytes.
  private mutating func skipScalar() -> Bool {
    let first = base[position]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, end - position >= length else { return false }
    let second = base[position + 1]
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return false }
    for index in position + 2..<max(position + 2, position + length)
    where base[index] & 0xC0 != 0x80 { return false }
    position += length
    return true
  }

  // MARK: Words

  /// The eight bytes at `index`, the first one lowest.
  @inline(__always)
  func load8(_ index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Whether at least `count` bytes follow.
  @inline(__always)
  func has(_ count: Int) -> Bool { end &- position >= count }
}

/// Whether the `count` bytes at `one` and `other` are the same.
@inline(__always)
func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int) -> Bool {
  @inline(__always)
  func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type, at index: Int) -> Bool {
    UnsafeRawPointer(one + index).loadUnaligned(as: Word.self)
      == UnsafeRawPointer(other + index).loadUnaligned(as: Word.self)
  }
  @inline(__always)
  func difference(_ index: Int) -> UInt64 {
    UnsafeRawPointer(one + index).loadUnaligned(as: UInt64.self)
      ^ UnsafeRawPointer(other + index).loadUnaligned(as: UInt64.self)
  }
  @inline(__always)
  func areEqual32(_ index: Int) -> Bool {
    let start = difference(index) | difference(index &+ 8)
    return start | difference(index &+ 16) | difference(index &+ 24) == 0
  }
  // Some bytes are looked at twice, so that few branches depend on the length.
  if count >= 64 {
    var index = 0
    let last = count &- 64
    while index < last {
      if !areEqual64(one + index, other + index) { return false }
      index &+= 64
    }
    return areEqual64(one + last, other + last)
  }
  if count > 32 { return areEqual32(count &- 32) && areEqual32(0) }
  if count >= 8 {
    let last = count &- 8
    let (near, far) = (min(8, last), max(last &- 8, 0))
    let start = difference(0) | difference(near)
    return start | difference(far) | difference(last) == 0
  }
  if count >= 4 { return areEqual(UInt32.self, at: 0) && areEqual(UInt32.self, at: count &- 4) }
  if count >= 2 { return areEqual(UInt16.self, at: 0) && areEqual(UInt16.self, at: count &- 2) }
  return count == 0 || one[0] == other[0]
}

/// How many bytes from `one` and `other` on are the same, up to `limit`.
@inline(__always)
func commonCount(
  _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, limit: Int
) -> Int {
  var count = 0
  while count &+ 64 <= limit, areEqual64(one + count, other + count) { count &+= 64 }
  while count &+ 8 <= limit {
    let (word, otherWord) = (
      UnsafeRawPointer(one + count).loadUnaligned(as: UInt64.self),
      UnsafeRawPointer(other + count).loadUnaligned(as: UInt64.self)
    )
    let difference = UInt64(littleEndian: word ^ otherWord)
    if difference != 0 { return count &+ difference.trailingZeroBitCount >> 3 }
    count &+= 8
  }
  while count < limit, one[count] == other[count] { count &+= 1 }
  return count
}

/// Whether the 64 bytes at `one` and `other` are the same.
@inline(__always)
private func areEqual64(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>) -> Bool {
  let difference =
    UnsafeRawPointer(one).loadUnaligned(as: SIMD8<UInt64>.self)
    ^ UnsafeRawPointer(other).loadUnaligned(as: SIMD8<UInt64>.self)
  let half = difference.lowHalf | difference.highHalf
  let quarter = half.lowHalf | half.highHalf
  return quarter[0] | quarter[1] == 0
}

/// Eight bytes at once.
enum Bits {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let tops: UInt64 = 0x8080_8080_8080_8080

  /// The top bit of each byte that ends plain text or needs a look: a quote, a backslash, a control
  /// character, a part of a longer sequence. Bits above the lowest one may be wrong.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    let quote = zeroBytes(in: word ^ (ones &* 0x22))
    let backslash = zeroBytes(in: word ^ (ones &* 0x5C))
    let control = (word &- ones &* 0x20) & ~word
    return quote | backslash | (control | word) & tops
  }

  /// The top bit of each byte that is zero. Bits above the lowest one may be wrong.
  @inline(__always)
  static func zeroBytes(in word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }

  /// Bits of each byte that is no digit. Those above the lowest one may be wrong.
  @inline(__always)
  static func otherThanDigits(in word: UInt64) -> UInt64 {
    let digits = word ^ (ones &* 0x30)
    return (digits | (digits &+ ones &* 6)) & (ones &* 0xF0)
  }

  /// The top bit of each byte that is no digit of base64.
  @inline(__always)
  static func otherThanBase64(in word: UInt64) -> UInt64 {
    /// The top bit of each byte below 0x80 of `word` that is in the range.
    @inline(__always)
    func bytes(of word: UInt64, from first: UInt8, to last: UInt8) -> UInt64 {
      let low = (word & ~tops) &+ ones &* UInt64(0x80 - first)
      let high = (word & ~tops) &+ ones &* UInt64(0x7F - last)
      return low & ~high
    }
    let letters = bytes(of: word | ones &* 0x20, from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
    let digits = bytes(of: word, from: UInt8(ascii: "/"), to: UInt8(ascii: "9"))
    let plus = bytes(of: word, from: UInt8(ascii: "+"), to: UInt8(ascii: "+"))
    return ~((letters | digits | plus) & ~word) & tops
  }

  /// The first eight bytes of `text`, the first one lowest.
  @inline(__always)
  static func word(_ text: StaticString) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self))
  }
}
