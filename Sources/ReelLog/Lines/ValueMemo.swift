import ReelEvents

/// What values were met with: the days of dates, and the keys of objects, of which those in one
/// array mostly have the same.
///
/// Whoever makes one frees it. Copies share the room.
struct ValueMemo {
  /// The keys of the last object inside so many containers, ascending, each with its quotes and its
  /// colon; up to `keysMax` of them.
  struct Keys {
    fileprivate let first: UnsafeMutablePointer<Key>

    /// The key with that number, or one of no bytes where none is known.
    @inline(__always)
    subscript(number: Int) -> Key {
      number < ValueMemo.keysMax ? first[number] : Key(start: 0, count: 0)
    }

    /// Takes note of the key with that number, which is not the one that was known; of those after
    /// it nothing is known then.
    mutating func note(_ key: Key, number: Int) {
      if number < ValueMemo.keysMax { first[number] = key }
      if number + 1 < ValueMemo.keysMax { first[number + 1].count = 0 }
    }
  }

  struct Key {
    var start: Int
    var count: Int
  }

  private static let keysMax = 16
  private static let dayBits = 6
  private let keys: UnsafeMutablePointer<Key>
  private let days: UnsafeMutablePointer<LineCursor.DayMemo>

  init() {
    keys = .allocate(capacity: EventLimits.nestingMax * Self.keysMax)
    keys.initialize(
      repeating: Key(start: 0, count: 0), count: EventLimits.nestingMax * Self.keysMax)
    days = .allocate(capacity: 1 << Self.dayBits)
    days.initialize(repeating: LineCursor.DayMemo(), count: 1 << Self.dayBits)
  }

  func free() {
    keys.deallocate()
    days.deallocate()
  }

  /// Forgets what stands in the lines.
  func removeAll() {
    for depth in 0..<EventLimits.nestingMax { keys[depth * Self.keysMax].count = 0 }
  }

  /// The keys of the last object inside `depth` containers.
  @inline(__always)
  func keys(_ depth: Int) -> Keys { Keys(first: keys + depth &* Self.keysMax) }

  /// The one memo in which a day of those eight bytes is kept.
  @inline(__always)
  func day(_ text: UInt64) -> UnsafeMutablePointer<LineCursor.DayMemo> {
    let hash = text &* 0x9E37_79B9_7F4A_7C15
    return days + Int(truncatingIfNeeded: hash >> UInt64(64 - Self.dayBits))
  }
}
