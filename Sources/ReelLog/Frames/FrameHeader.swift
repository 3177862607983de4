/// What the first bytes of a Zstandard frame say (RFC 8878, section 3.1.1.1).
struct FrameHeader: Equatable {
  /// The length of the header itself, magic number included.
  var headerBytes = 0
  /// How much decoded text the decoder must keep to refer back to.
  var windowBytes: UInt64 = 0
  /// The length of the decoded text, where the frame tells it.
  var textBytes: UInt64?
  /// Whether four bytes of checksum end the frame.
  var hasChecksum = false
  /// The dictionary it needs; 0 for none.
  var dictionary: UInt32 = 0

  /// The longest a header can be.
  static let headerBytesMax = 18
  /// The longest text of a block.
  static let blockBytesMax = 128 << 10
  static let magic: UInt32 = 0xFD2F_B528

  /// Why there is no header.
  enum Fault: Error, Equatable {
    /// The bytes end before the header does.
    case tooShort
    /// A bit is set that the format reserves.
    case reservedBit
  }

  init() {}

  /// Reads the header that starts at `start` of `bytes`; the caller has looked at its magic number.
  init(_ bytes: [UInt8], at start: Int) throws(Fault) {
    guard bytes.count - start >= 5 else { throw .tooShort }
    let descriptor = bytes[start + 4]
    guard descriptor & 0b1000 == 0 else { throw .reservedBit }
    let isSingleSegment = descriptor & 0b10_0000 != 0
    let windowCount = isSingleSegment ? 0 : 1
    let dictionaryCount = [0, 1, 2, 4][Int(descriptor & 0b11)]
    let textCount = [isSingleSegment ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
    headerBytes = 5 + windowCount + dictionaryCount + textCount
    guard bytes.count - start >= headerBytes else { throw .tooShort }

    hasChecksum = descriptor & 0b100 != 0
    let dictionaryStart = start + 5 + windowCount
    dictionary = UInt32(littleEndian(bytes, at: dictionaryStart, count: dictionaryCount))
    let text = littleEndian(bytes, at: dictionaryStart + dictionaryCount, count: textCount)
    // Two bytes count from 256, as one byte serves below that.
    textBytes = textCount == 0 ? nil : textCount == 2 ? text + 256 : text
    windowBytes = isSingleSegment ? text : Self.windowBytes(bytes[start + 5])
  }

  private static func windowBytes(_ descriptor: UInt8) -> UInt64 {
    let base = UInt64(1) << (10 + UInt64(descriptor >> 3))
    return base + base / 8 * UInt64(descriptor & 0b111)
  }
}

/// The header of a block (RFC 8878, section 3.1.1.2).
struct BlockHeader: Equatable {
  static let byteCount = 3
  var isLast: Bool
  /// How many bytes follow it in the file.
  var storedBytes: Int
  /// Whether the type and size are such as a block may have.
  var isValid: Bool

  init(_ bytes: [UInt8], at start: Int) {
    let word = Int(littleEndian(bytes, at: start, count: Self.byteCount))
    let type = word >> 1 & 0b11
    let size = word >> 3
    isLast = word & 1 == 1
    storedBytes = type == 1 ? 1 : size
    isValid = type != 3 && size <= FrameHeader.blockBytesMax
  }
}

/// The whole number in `count` bytes from `start`, at most eight, lowest first.
func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
  var number: UInt64 = 0
  for index in 0..<count { number |= UInt64(bytes[start + index]) << UInt64(8 * index) }
  return number
}

/// Adds the lowest `count` bytes of `number` to `bytes`, lowest first.
func appendLittleEndian(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
  for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
}
