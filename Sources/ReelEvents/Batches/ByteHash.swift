/// Hashes of bytes for tables in memory: equal for equal bytes in every batch and on every machine.
///
/// They are no digests: whoever compares them compares the bytes too, and none is ever stored.
public enum ByteHash {
  /// The hash of `bytes`: eight at a time, each multiplied to 128 bits and folded.
  /// Complexity: O(bytes).
  @inlinable
  @inline(__always)
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    guard let start = bytes.baseAddress, count > 0 else { return 0 }
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    if count >= 8 {
      // The last word covers what is left over, by taking some bytes twice.
      var index = 0
      let last = count &- 8
      while index < last {
        hash = fold(hash ^ word(start, index))
        index &+= 8
      }
      return fold(hash ^ word(start, last))
    }
    if count >= 4 {
      let low = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return fold(hash ^ (UInt64(high) << 32 | UInt64(low)))
    }
    let bytes = (bytes[0], bytes[count / 2], bytes[count - 1])
    return fold(hash ^ (UInt64(bytes.0) << 16 | UInt64(bytes.1) << 8 | UInt64(bytes.2)))
  }

  @inlinable
  @inline(__always)
  static func word(_ start: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inlinable
  @inline(__always)
  static func fold(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}
