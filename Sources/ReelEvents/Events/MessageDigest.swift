/// What the id of a message is known by where many of them are kept: FNV-1a with 64 bits over its
/// UTF-8 bytes, the same on every machine. Complexity: O(bytes).
@inlinable public func messageDigest(_ id: some Sequence<UInt8>) -> UInt64 {
  id.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
