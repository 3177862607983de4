/// Text on its way to a file: bytes in memory of its own, where adding some is a comparison and a
/// store.
///
/// Every app that records writes its lines through one. A buffer serves one thread at a time.
public struct TextBuffer: ~Copyable, @unchecked Sendable {
  // Unchecked: nobody else has the memory.

  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes it holds.
  public private(set) var count = 0
  /// The second that was written last, and its text.
  private var second = Int64.min
  private var secondText = SIMD32<UInt8>()
  private var secondCount = 0

  /// The room that an emptied buffer keeps, in bytes: for any usual line.
  private static let keptMax = 1 << 20

  /// An empty buffer.
  public init() {
    capacity = 256
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Empties it, and keeps its memory for what comes next.
  public mutating func removeAll() {
    count = 0
    if capacity > Self.keptMax { replaceMemory(capacity: 256) }
  }

  /// Calls `body` with what it holds.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: bytes, count: count))
  }

  // MARK: Adding

  /// Adds `byte`.
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  /// Adds `text` as it is. Complexity: O(bytes).
  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds `text` as it is. Complexity: O(bytes).
  public mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  /// Adds `text` as it is. Complexity: O(bytes).
  public mutating func append(_ text: String) {
    if !text.withUTF8InOnePiece({ append($0) }) { append(pieces: text) }
  }

  /// Adds `text` in quotes. Only what JSON does not allow is escaped: quote, backslash, and
  /// control characters, as `\b` `\t` `\n` `\f` `\r` or `\u00xx` with small letters.
  /// Complexity: O(bytes), eight at a time where none needs an escape.
  @inline(never)
  public mutating func append(quoting text: String) {
    if !text.withUTF8InOnePiece({ append(quoting: $0) }) { append(quotingPieces: text) }
  }

  /// Adds `texts` in quotes, between brackets and with commas between them.
  public mutating func append(quoting texts: [String]) {
    append(UInt8(ascii: "["))
    texts.lendEach { index, text in
      if index > 0 { append(UInt8(ascii: ",")) }
      append(quoting: text)
    }
    append(UInt8(ascii: "]"))
  }

  /// Adds what stands before the value of `key` in a dictionary: `mark`, the key in quotes, and a
  /// colon. A key that begins as the conventions do gets one more `$`.
  @inline(never)
  public mutating func append(_ mark: UInt8, key: String) {
    if !key.withUTF8InOnePiece({ append(mark, key: $0) }) { append(mark, keyPieces: key) }
  }

  /// Adds the digits of `number`, after a minus where it is negative.
  public mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// Adds the digits of `number`.
  public mutating func append(decimal number: UInt64) {
    var digits = 1
    var power = number / 10
    while power > 0 {
      digits += 1
      power /= 10
    }
    append(number, digits: digits)
  }

  /// Adds the last `digits` digits of `number`.
  public mutating func append(_ number: UInt64, digits: Int) {
    reserve(digits)
    let first = bytes + count
    var rest = number
    var place = digits
    while place > 1 {
      place &-= 2
      Self.store(pair: UInt32(truncatingIfNeeded: rest % 100), at: first + place)
      rest /= 100
    }
    if place > 0 { first[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
    count += digits
  }

  /// Adds the two digits of `number`, which is below 100, and `mark`.
  @inline(__always)
  mutating func append(pair number: Int64, _ mark: UInt8) {
    reserve(3)
    Self.store(pair: UInt32(truncatingIfNeeded: number), at: bytes + count)
    bytes[count + 2] = mark
    count += 3
  }

  @inline(__always)
  private static func store(pair number: UInt32, at place: UnsafeMutablePointer<UInt8>) {
    place[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
    place[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
  }

  /// Adds `true` or `false`.
  mutating func append(_ bool: Bool) {
    reserve(8)
    // The letters as one word, the first of them lowest.
    let word: UInt64 = bool ? 0x6575_7274 : 0x65_736C_6166
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += bool ? 4 : 5
  }

  /// Adds the text of the second `number`, at most 32 bytes, which `write` is only asked for where
  /// the second before was another: what happens together carries the same times.
  mutating func append(second number: Int64, writing write: (inout TextBuffer) -> Void) {
    reserve(TextBlock.bytesMax)
    let start = UnsafeMutableRawPointer(bytes + count)
    if number == second {
      start.storeBytes(of: secondText, as: SIMD32<UInt8>.self)
      count += secondCount
      return
    }
    let countBefore = count
    write(&self)
    secondText = start.loadUnaligned(as: SIMD32<UInt8>.self)
    (second, secondCount) = (number, count - countBefore)
  }

  /// Adds `mark` and the `count` bytes at `start`, behind which `TextBlock.bytesMax` more can be
  /// read.
  package mutating func append(_ mark: UInt8, block start: UnsafeRawPointer, count: Int) {
    reserve(max(count, TextBlock.bytesMax) + 1)
    bytes[self.count] = mark
    let end = UnsafeMutableRawPointer(bytes + self.count + 1)
    if count <= TextBlock.bytesMax {
      end.storeBytes(
        of: start.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    } else {
      end.copyMemory(from: start, byteCount: count)
    }
    self.count += count + 1
  }

  /// Adds the text of `block`.
  package mutating func append(_ block: TextBlock) {
    reserve(TextBlock.bytesMax)
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: block.bytes, as: SIMD32<UInt8>.self)
    count += block.count
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    (bytes + count).update(from: start, count: text.count)
    count += text.count
  }

  private mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    let start = bytes + count
    start[0] = UInt8(ascii: "\"")
    let plainCount = Self.copyPlain(UnsafeRawBufferPointer(text), to: start + 1)
    if plainCount == text.count {
      start[plainCount + 1] = UInt8(ascii: "\"")
      count += plainCount + 2
      return
    }
    count += plainCount + 1
    appendEscaping(UnsafeBufferPointer(rebasing: text[plainCount...]))
    append(UInt8(ascii: "\""))
  }

  private mutating func append(_ mark: UInt8, key: UnsafeBufferPointer<UInt8>) {
    reserve(key.count + 5)
    var end = bytes + count
    end[0] = mark
    end[1] = UInt8(ascii: "\"")
    end += 2
    if key.first == UInt8(ascii: "$") {
      end[0] = UInt8(ascii: "$")
      end += 1
    }
    let plainCount = Self.copyPlain(UnsafeRawBufferPointer(key), to: end)
    end += plainCount
    if plainCount < key.count {
      count = end - bytes
      appendEscaping(UnsafeBufferPointer(rebasing: key[plainCount...]))
      reserve(2)
      end = bytes + count
    }
    end[0] = UInt8(ascii: "\"")
    end[1] = UInt8(ascii: ":")
    count = end + 2 - bytes
  }

  /// Copies the bytes of `text` up to the first that needs an escape or some bytes before it. Gives
  /// how many; there is room for all.
  @inline(__always)
  private static func copyPlain(
    _ text: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer
  ) -> Int {
    // The last piece overlaps those before, so that a length is three comparisons and no loop.
    let count = text.count
    var index = 0
    if count >= 16 {
      let last = text.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
      while index < count - 16 {
        let block = text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        if needsEscape(block) { return index }
        target.storeBytes(of: block, toByteOffset: index, as: SIMD16<UInt8>.self)
        index += 16
      }
      if needsEscape(last) { return index }
      target.storeBytes(of: last, toByteOffset: count - 16, as: SIMD16<UInt8>.self)
      return count
    }
    if count >= 8 {
      let low = text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      let high = text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      if needsEscape(unsafeBitCast(SIMD2(low, high), to: SIMD16<UInt8>.self)) { return 0 }
      target.storeBytes(of: low, as: UInt64.self)
      target.storeBytes(of: high, toByteOffset: count - 8, as: UInt64.self)
      return count
    }
    if count >= 4 {
      let low = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let high = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      if needsEscape(unsafeBitCast(SIMD4(low, high, low, high), to: SIMD16<UInt8>.self)) {
        return 0
      }
      target.storeBytes(of: low, as: UInt32.self)
      target.storeBytes(of: high, toByteOffset: count - 4, as: UInt32.self)
      return count
    }
    while index < count && !needsEscape(text[index]) {
      target.storeBytes(of: text[index], toByteOffset: index, as: UInt8.self)
      index += 1
    }
    return index
  }

  @inline(never)
  private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      if Self.needsEscape(byte) { append(escaped: byte) } else { append(byte) }
    }
  }

  // MARK: Text in pieces

  @inline(never)
  private mutating func append(pieces text: String) { append(Array(text.utf8)) }

  @inline(never)
  private mutating func append(quotingPieces text: String) {
    Array(text.utf8).withUnsafeBufferPointer { append(quoting: $0) }
  }

  @inline(never)
  private mutating func append(_ mark: UInt8, keyPieces key: String) {
    Array(key.utf8).withUnsafeBufferPointer { append(mark, key: $0) }
  }

  // MARK: Escapes

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether any byte of `block` needs one.
  @inline(__always)
  private static func needsEscape(_ block: SIMD16<UInt8>) -> Bool {
    let space = SIMD16(repeating: UInt8(ascii: " "))
    let quote = SIMD16(repeating: UInt8(ascii: "\""))
    let backslash = SIMD16(repeating: UInt8(ascii: "\\"))
    let found = (block .< space) .| (block .== quote) .| (block .== backslash)
    let words = unsafeBitCast(found, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }

  private mutating func append(escaped byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00")
      append(Hexadecimal.digit(byte >> 4))
      append(Hexadecimal.digit(byte & 0xF))
    }
  }

  // MARK: Memory

  /// Sees to room for `more` bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { replaceMemory(capacity: max(capacity * 2, count + more)) }
  }

  @inline(never)
  private mutating func replaceMemory(capacity: Int) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memory.initialize(from: bytes, count: count)
    bytes.deallocate()
    (bytes, self.capacity) = (memory, capacity)
  }
}

extension String {
  /// Calls `body` with the bytes of the text and gives true; or gives false where they do not lie
  /// in one piece: in strings of Apple's Foundation.
  @inline(__always)
  fileprivate func withUTF8InOnePiece(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    utf8.withContiguousStorageIfAvailable(body) != nil
  }
}

extension [UInt8] {
  /// Adds what `write` puts into a buffer.
  public mutating func append(writing write: (inout TextBuffer) -> Void) {
    var buffer = TextBuffer()
    write(&buffer)
    buffer.withBytes { append(contentsOf: $0) }
  }
}
