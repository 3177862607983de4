/// A 128-bit digest of bytes: two mixings with different constants, the same on every machine.
///
/// It tells contents apart and chains steps; it is no protection against forgery.
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

  /// Takes in bytes, their count first. Complexity: O(count).
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 {
        add(word)
        word = 0
      }
    }
    add(word)
    add(count)
  }

  /// Takes in a text's UTF-8 bytes.
  public mutating func add(_ text: String) { add(text.utf8) }

  /// The digest in 32 hexadecimal digits.
  public var text: String { hexadecimal(high) + hexadecimal(low) }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
