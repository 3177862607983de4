/// Hashes of bytes for tables in memory: equal for equal bytes in every batch and on every machine.
///
/// They are no digests: whoever compares them compares the bytes too, and none is ever stored.
public enum ByteHash {
  /// The hash of `bytes`: words multiplied to 128 bits and folded. Complexity: O(bytes).
  @inlinable
  @inline(__always)
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    guard let start = bytes.baseAddress, count > 0 else { return 0 }
    if count < 8 { return fold(short(start, count), seed &+ UInt64(count)) }
    var (hash, lane) = (seed &+ UInt64(count), third)
    var index = 0
    while count &- index > 64 {
      hash = fold(hash ^ word(start, index), word(start, index &+ 8) ^ second)
      lane = fold(lane ^ word(start, index &+ 16), word(start, index &+ 24) ^ fourth)
      index &+= 32
    }
    while count &- index > 32 {
      hash = fold(hash ^ word(start, index), word(start, index &+ 8) ^ second)
      index &+= 16
    }
    // Parts that overlap, so that what is left, mostly all there is, takes no branch.
    let last = count &- 8
    let near = min(index &+ 8, last)
    let far = max(last &- 8, index)
    hash = fold(hash ^ word(start, index), word(start, near) ^ second)
    lane = fold(lane ^ word(start, far), word(start, last) ^ fourth)
    return fold(hash ^ fourth, lane ^ second)
  }

  /// Fewer than eight bytes as one word.
  @inlinable
  @inline(__always)
  static func short(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return UInt64(high) << 32 | UInt64(low)
    }
    func byte(_ index: Int) -> UInt64 {
      UInt64(start.load(fromByteOffset: index, as: UInt8.self))
    }
    return byte(0) << 16 | byte(count / 2) << 8 | byte(count &- 1)
  }

  @inlinable
  @inline(__always)
  static func word(_ start: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inlinable
  @inline(__always)
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  @usableFromInline static let seed: UInt64 = 0xA076_1D64_78BD_642F
  @usableFromInline static let second: UInt64 = 0xE703_7ED1_A0B4_28DB
  @usableFromInline static let third: UInt64 = 0x8EBC_6AF0_9C88_C6E3
  @usableFromInline static let fourth: UInt64 = 0x5899_65CC_7537_4CC3
}
