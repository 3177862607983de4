import ReelEvents

/// The large values that were met last, in whichever batch: a cache of transactions stands in most
/// messages of a session, and passing it byte by byte takes longer than unpacking it.
///
/// Whoever makes one frees it. Copies share the room.
struct LargeMemo {
  /// A value that is known to be canonical.
  struct Known {
    fileprivate let bytes: UnsafeMutablePointer<UInt8>
    /// How many bytes it has.
    let count: Int
    /// Its `ByteHash`.
    let hash: UInt64
    /// Inside how many containers it stood, and so may stand again.
    fileprivate let depth: Int
  }

  /// The sizes, in bytes, that are worth it, and that are kept.
  private static let sizes = 4_096...(1 << 19)
  private static let entriesMax = 4
  private var entries = Run<Known>(room: entriesMax)
  private var oldest = 0

  func free() {
    for entry in entries.elements { entry.bytes.deallocate() }
    entries.free()
  }

  /// The value that stands at the cursor, where it is one of those.
  func find(_ cursor: LineCursor, depth: Int) -> Known? {
    for entry in entries.elements where depth <= entry.depth && cursor.has(entry.count) {
      let start = cursor.base + cursor.position
      let tail = entry.count - 8
      let last = UnsafeRawPointer(entry.bytes + tail).loadUnaligned(as: UInt64.self)
      if UnsafeRawPointer(start + tail).loadUnaligned(as: UInt64.self) == last,
        areEqual(start, UnsafePointer(entry.bytes), count: entry.count)
      {
        return entry
      }
    }
    return nil
  }

  /// Keeps a canonical value of `hash`, if it is large, in place of the one kept longest.
  mutating func add(_ value: UnsafeBufferPointer<UInt8>, _ hash: UInt64, depth: Int) {
    guard Self.sizes.contains(value.count), let start = value.baseAddress else { return }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: value.count)
    bytes.initialize(from: start, count: value.count)
    let entry = Known(bytes: bytes, count: value.count, hash: hash, depth: depth)
    if entries.count < Self.entriesMax {
      entries.append(entry)
    } else {
      entries[oldest].bytes.deallocate()
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.entriesMax
    }
  }
}
