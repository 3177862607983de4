import ReelEvents

/// Keys by their UTF-8 bytes, found without making anything: it is asked at every event, of a
/// message once a member.
struct KeySet: Sendable {
  /// The bytes of all keys, one behind the other.
  private var text: [UInt8] = []
  /// Where in them each key is, placed by its hash; at most half of the places are taken.
  private var places: [Place]

  private struct Place {
    var start = 0
    /// -1 for a free place.
    var count = -1
  }

  /// The keys of `keys`, each of which may come again.
  init(_ keys: [String]) {
    var count = 2
    while count < keys.count * 2 { count *= 2 }
    places = Array(repeating: Place(), count: count)
    for key in keys {
      let place = Self.withBytes(of: key) { self.place(of: $0) }
      guard places[place].count < 0 else { continue }
      places[place] = Place(start: text.count, count: key.utf8.count)
      text += key.utf8
    }
  }

  /// Whether `key` is one of them. Complexity: O(bytes).
  func contains(_ key: String) -> Bool {
    Self.withBytes(of: key) { places[place(of: $0)].count >= 0 }
  }

  /// Where `key` is, or the free place where it would be.
  private func place(of key: UnsafeRawBufferPointer) -> Int {
    text.withUnsafeBytes { text in
      var index = Int(truncatingIfNeeded: Self.hash(key)) & (places.count - 1)
      while true {
        let place = places[index]
        if place.count < 0 { return index }
        let known = text[place.start..<place.start + place.count]
        if place.count == key.count, areSame(UnsafeRawBufferPointer(rebasing: known), key) {
          return index
        }
        index = (index + 1) & (places.count - 1)
      }
    }
  }

  @inline(__always)
  private static func withBytes<Result>(
    of key: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    key.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(key.utf8).withUnsafeBytes(body)
  }

  // MARK: Eight bytes at a time

  /// Each word mixed in as FNV-1a (Fowler, Noll, Vo) mixes in a byte. The keys are the app's own,
  /// nobody's who would make them collide.
  private static func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index < key.count {
      hash = (hash ^ word(of: key, at: index)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      index += 8
    }
    return hash ^ (hash >> 32)
  }

  /// The eight bytes from `index` on, or, near the end, the last eight; of a shorter text all.
  @inline(__always)
  private static func word(of text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    if text.count >= 8 {
      return text.loadUnaligned(fromByteOffset: min(index, text.count - 8), as: UInt64.self)
    }
    var word: UInt64 = 0
    for byte in text { word = word << 8 | UInt64(byte) }
    return word
  }
}
