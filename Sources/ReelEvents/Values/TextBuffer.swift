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
    text.withUTF8Bytes { append($0) }
  }

  /// Adds `text` in quotes. Only what JSON does not allow is escaped: quote, backslash, and
  /// control characters, as `\b` `\t` `\n` `\f` `\r` or `\u00xx` with small letters.
  /// Complexity: O(bytes), eight at a time where none needs an escape.
  public mutating func append(quoting text: String) {
    text.withUTF8Bytes { append(quoting: $0) }
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
    var rest = number
    var place = count + digits
    while place > count {
      place -= 1
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    (bytes + count).update(from: start, count: text.count)
    count += text.count
  }

  private mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    bytes[count] = UInt8(ascii: "\"")
    count += 1
    let plainCount = copyPlain(text)
    count += plainCount
    if plainCount < text.count {
      appendEscaping(UnsafeBufferPointer(rebasing: text[plainCount...]))
    }
    append(UInt8(ascii: "\""))
  }

  /// Copies bytes behind those there are, up to the first that needs an escape or some bytes before
  /// it. Gives how many; there is room for all.
  @inline(__always)
  private func copyPlain(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let source = text.baseAddress else { return 0 }
    let target = UnsafeMutableRawPointer(bytes + count)
    var index = 0
    if text.count >= 8 {
      // The last eight overlap those before.
      let last = text.count - 8
      while true {
        let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
        if Self.needsEscape(word) { return index }
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        if index == last { return text.count }
        index = min(index + 8, last)
      }
    }
    while index < text.count && !Self.needsEscape(source[index]) {
      target.storeBytes(of: source[index], toByteOffset: index, as: UInt8.self)
      index += 1
    }
    return index
  }

  private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      if Self.needsEscape(byte) { append(escaped: byte) } else { append(byte) }
    }
  }

  // MARK: Escapes

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether any byte of `word` needs one.
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // The highest bit of a byte is set where it is below 0x20, or zero, and below 0x80.
    let found =
      (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80) != 0
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

  private mutating func replaceMemory(capacity: Int) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memory.initialize(from: bytes, count: count)
    bytes.deallocate()
    (bytes, self.capacity) = (memory, capacity)
  }
}

extension String {
  /// Calls `body` with the bytes of the text, which are copied only where they do not lie in one
  /// piece: in strings of Apple's Foundation.
  @inline(__always)
  fileprivate func withUTF8Bytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable(body)
    if isDone == nil { Array(utf8).withUnsafeBufferPointer(body) }
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
