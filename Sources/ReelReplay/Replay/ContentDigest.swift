import ReelEvents

/// A 128-bit digest of bytes: two mixings with different constants, the same on every machine.
///
/// It chains steps; it is no protection against forgery.
public struct ContentDigest: Sendable, Equatable {
  private var high: UInt64 = 0x243F_6A88_85A3_08D3
  private var low: UInt64 = 0x1319_8A2E_0370_7344

  /// The digest of nothing.
  public init() {}

  /// Takes in a number.
  public mutating func add(_ word: UInt64) {
    let one = (high ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let other = (low ^ (word << 32 | word >> 32)).multipliedFullWidth(by: 0xC2B2_AE3D_27D4_EB4F)
    high = one.high ^ one.low ^ low
    low = other.high ^ other.low ^ (high << 1 | high >> 63)
  }

  /// Takes in a signed number.
  public mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  /// Takes in bytes, then their count. Complexity: O(count).
  public mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(tail)
    add(UInt64(bytes.count))
  }

  /// Takes in a text's UTF-8 bytes.
  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// The digest in 32 hexadecimal digits.
  public var text: String { high.hexadecimal + low.hexadecimal }
}
