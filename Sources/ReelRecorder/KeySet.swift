import ReelEvents

/// Keys by their UTF-8 bytes, found without making anything: it is asked at every event.
struct KeySet: Sendable {
  private let keys: [String]
  /// Places in `keys` by hash, -1 for none; at most half of them are taken.
  private var places: [Int32]

  /// The keys of `keys`, each of which may come again.
  init(_ keys: some Sequence<String>) {
    self.keys = Array(keys)
    var count = 2
    while count < self.keys.count * 2 { count *= 2 }
    places = Array(repeating: -1, count: count)
    for (index, key) in self.keys.enumerated() {
      places[place(of: key)] = Int32(index)
    }
  }

  /// Whether `key` is one of them. Complexity: O(bytes).
  func contains(_ key: String) -> Bool { places[place(of: key)] >= 0 }

  /// Where `key` is, or the free place where it would be.
  private func place(of key: String) -> Int {
    var place = Int(truncatingIfNeeded: Self.hash(key)) & (places.count - 1)
    while places[place] >= 0 && !utf8Equal(keys[Int(places[place])], key) {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  /// The keys are the app's own, nobody's who would make them collide.
  private static func hash(_ key: String) -> UInt64 {
    key.utf8.withContiguousStorageIfAvailable { mixed(UnsafeRawBufferPointer($0)) }
      ?? Array(key.utf8).withUnsafeBytes { mixed($0) }
  }

  /// Eight bytes at a time, each word mixed in as FNV-1a (Fowler, Noll, Vo) mixes in a byte.
  private static func mixed(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      index += 8
    }
    while index < text.count {
      hash = (hash ^ UInt64(text[index])) &* 0x0100_0000_01B3
      index += 1
    }
    return hash ^ (hash >> 32)
  }
}
