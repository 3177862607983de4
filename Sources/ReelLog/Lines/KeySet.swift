import ReelEvents

/// Keys by their UTF-8 bytes, found without making anything: it is asked at every event, of a
/// message once a member.
public struct KeySet: Sendable {
  /// The bytes of all keys, each followed by what it is written as: in quotes, with a colon.
  private var text: [UInt8] = []
  /// Where in them each key is, placed by its hash; at most half of the places are taken.
  private var places: [Place]

  private struct Place {
    /// -1 for a free place.
    var start = -1
    var form = Form()
    /// How many bytes it is written as.
    var writtenCount = 0
  }

  /// What tells most keys apart.
  private struct Form: Equatable {
    var count = 0
    /// The first and the last eight bytes, which overlap in a short key.
    var first: UInt64 = 0
    var last: UInt64 = 0
  }

  /// The keys of `keys`, each of which may come again.
  public init(_ keys: [String]) {
    var count = 2
    while count < keys.count * 2 { count *= 2 }
    places = Array(repeating: Place(), count: count)
    for key in keys {
      let bytes = Array(key.utf8)
      let (place, form) = bytes.withUnsafeBytes { (self.place(of: $0), Self.form(of: $0)) }
      guard places[place].start < 0 else { continue }
      // Behind the mark that the buffer puts before it.
      var written: [UInt8] = []
      written.append { $0.append(UInt8(ascii: ","), key: key) }
      written.removeFirst()
      places[place] = Place(start: text.count, form: form, writtenCount: written.count)
      text += bytes + written
    }
    text += repeatElement(0, count: TextBlock.bytesMax)
  }

  /// Whether `key` is one of them. Complexity: O(bytes).
  public func contains(_ key: String) -> Bool {
    key.utf8.withContiguousStorageIfAvailable { contains(UnsafeRawBufferPointer($0)) }
      ?? containsPieces(of: key)
  }

  @inline(never)
  private func containsPieces(of key: String) -> Bool {
    Array(key.utf8).withUnsafeBytes { contains($0) }
  }

  private func contains(_ key: UnsafeRawBufferPointer) -> Bool {
    places[place(of: key)].start >= 0
  }

  /// Writes what stands before the value of `key` in a dictionary, `mark` first; false, and nothing
  /// is written, if it is none of them.
  @inline(__always)
  func write(_ mark: UInt8, key: String, to buffer: inout TextBuffer) -> Bool {
    let isWritten = key.utf8.withContiguousStorageIfAvailable { bytes in
      let place = places[place(of: UnsafeRawBufferPointer(bytes))]
      if place.start < 0 { return false }
      text.withUnsafeBytes { text in
        guard let start = text.baseAddress else { return }
        buffer.append(
          mark, block: start + place.start + place.form.count, count: place.writtenCount)
      }
      return true
    }
    return isWritten ?? false
  }

  /// Where `key` is, or the free place where it would be.
  @inline(__always)
  private func place(of key: UnsafeRawBufferPointer) -> Int {
    let form = Self.form(of: key)
    var index = Self.hash(form) & (places.count - 1)
    while true {
      let place = places[index]
      if place.start < 0 || place.form == form && isMiddle(of: key, at: place.start) {
        return index
      }
      index = (index + 1) & (places.count - 1)
    }
  }

  // MARK: Eight bytes at a time

  @inline(__always)
  private static func form(of key: UnsafeRawBufferPointer) -> Form {
    if key.count >= 8 {
      return Form(
        count: key.count, first: key.loadUnaligned(as: UInt64.self),
        last: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
    }
    var word: UInt64 = 0
    for byte in key { word = word << 8 | UInt64(byte) }
    return Form(count: key.count, first: word, last: word)
  }

  /// Mixed as FNV-1a (Fowler, Noll, Vo) mixes bytes. The keys are the app's own, nobody's who would
  /// make them collide.
  @inline(__always)
  private static func hash(_ form: Form) -> Int {
    var hash = (form.first ^ UInt64(truncatingIfNeeded: form.count)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ form.last) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// Whether `text` has from `start` on what `key` has between its first and its last eight bytes.
  @inline(__always)
  private func isMiddle(of key: UnsafeRawBufferPointer, at start: Int) -> Bool {
    text.withUnsafeBytes { text in
      var index = 8
      while index < key.count - 8 {
        // The last of these words reaches into what is known to be the same.
        let word = key.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word != text.loadUnaligned(fromByteOffset: start + index, as: UInt64.self) {
          return false
        }
        index += 8
      }
      return true
    }
  }
}
