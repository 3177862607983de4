/// A 128-bit digest of a text, the same on every machine.
///
/// It tells texts apart, stands for large values in results, and is no protection against forgery.
/// Four lanes take eight bytes each a round, so that the processor need not wait for one
/// multiplication to begin the next.
public struct TextDigest: Sendable, Equatable {
  /// The size of text, in bytes, up to which a text is told apart by its own bytes.
  public static let smallSizeMax = 4_096

  /// The upper half, 64 bits.
  public var high: UInt64
  /// The lower half, 64 bits.
  public var low: UInt64

  /// The digest of `bytes`. Complexity: O(count).
  public init(_ bytes: UnsafeRawBufferPointer) {
    var (one, two, three, four) = (Lane(seed: 1), Lane(seed: 2), Lane(seed: 3), Lane(seed: 4))
    var offset = 0
    while offset + 32 <= bytes.count {
      one.add(Self.word(bytes, offset))
      two.add(Self.word(bytes, offset + 8))
      three.add(Self.word(bytes, offset + 16))
      four.add(Self.word(bytes, offset + 24))
      offset += 32
    }
    var all = Lane(seed: UInt64(bytes.count))
    while offset < bytes.count {
      all.add(UInt64(bytes[offset]))
      offset += 1
    }
    for lane in [one, two, three, four] {
      all.add(lane.high)
      all.add(lane.low)
    }
    for _ in 0..<3 { all.add(0) }
    high = all.high
    low = all.low
  }

  /// The digest in 32 hexadecimal digits.
  public var text: String { high.hexadecimal + low.hexadecimal }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// For any one word, `add` maps different lanes to different lanes: what was told apart once
  /// stays apart.
  private struct Lane {
    var high: UInt64 = 0x243F_6A88_85A3_08D3
    var low: UInt64

    init(seed: UInt64) { low = 0x1319_8A2E_0370_7344 ^ seed }

    mutating func add(_ word: UInt64) {
      let product = (low ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      low = product.high ^ high
      high = product.low
    }
  }
}

extension UInt64 {
  /// The number in 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
