/// A short text that is made once and written often, with two stores.
package struct TextBlock: Sendable {
  package static let bytesMax = 32

  /// The text, and zeros behind it.
  let bytes: SIMD32<UInt8>
  let count: Int

  /// The text of `utf8`, at most 32 bytes.
  package init(_ utf8: some Collection<UInt8>) {
    precondition(utf8.count <= Self.bytesMax, "a block is a short text")
    var bytes = SIMD32<UInt8>()
    for (index, byte) in utf8.enumerated() { bytes[index] = byte }
    (self.bytes, count) = (bytes, utf8.count)
  }
}
