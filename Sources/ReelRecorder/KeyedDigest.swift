import ReelEvents

/// SipHash-2-4 with 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012, and
/// its reference implementation): without the secret, a digest tells nothing but equality.
struct KeyedDigest {
  /// How many bytes a secret has.
  static let secretByteCount = 16

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  /// The digest of `bytes` under `secret`, of which `secretByteCount` bytes count, as 32
  /// hexadecimal digits. Complexity: O(bytes).
  static func text(of bytes: [UInt8], secret: [UInt8]) -> String {
    precondition(secret.count == secretByteCount, "a secret has 16 bytes")
    var state = KeyedDigest(word(secret, at: 0, count: 8), word(secret, at: 8, count: 8))
    let whole = bytes.count / 8 * 8
    bytes.withUnsafeBytes { raw in
      for offset in stride(from: 0, to: whole, by: 8) {
        let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        state.take(UInt64(littleEndian: word))
      }
    }
    let tail = word(bytes, at: whole, count: bytes.count - whole)
    state.take(tail | UInt64(truncatingIfNeeded: bytes.count) << 56)
    let (low, high) = state.finish()
    return low.byteSwapped.hexadecimal + high.byteSwapped.hexadecimal
  }

  private init(_ k0: UInt64, _ k1: UInt64) {
    v0 = 0x736F_6D65_7073_6575 ^ k0
    v1 = 0x646F_7261_6E64_6F6D ^ k1 ^ 0xEE
    v2 = 0x6C79_6765_6E65_7261 ^ k0
    v3 = 0x7465_6462_7974_6573 ^ k1
  }

  private mutating func take(_ word: UInt64) {
    v3 ^= word
    for _ in 0..<2 { round() }
    v0 ^= word
  }

  private mutating func finish() -> (UInt64, UInt64) {
    v2 ^= 0xEE
    for _ in 0..<4 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xDD
    for _ in 0..<4 { round() }
    return (low, v0 ^ v1 ^ v2 ^ v3)
  }

  private mutating func round() {
    v0 &+= v1
    v1 = Self.rotated(v1, 13) ^ v0
    v0 = Self.rotated(v0, 32)
    v2 &+= v3
    v3 = Self.rotated(v3, 16) ^ v2
    v0 &+= v3
    v3 = Self.rotated(v3, 21) ^ v0
    v2 &+= v1
    v1 = Self.rotated(v1, 17) ^ v2
    v2 = Self.rotated(v2, 32)
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  /// Up to eight bytes as a number, the first one lowest.
  private static func word(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64 {
    bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
