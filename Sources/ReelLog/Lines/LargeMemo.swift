import ReelEvents

/// The large values that were met last, in whichever batch: a cache of transactions stands in most
/// messages of a session, and passing it byte by byte takes longer than unpacking it.
///
/// Whoever makes one frees it. Copies share the room.
struct LargeMemo {
  /// A value that is known to be canonical.
  struct Known {
    fileprivate var bytes: Run<UInt8>
    /// Of an array, where its elements end, from its start on; of what is none, nothing.
    fileprivate var ends = Run<Int32>(room: 16)
    fileprivate(set) var digest: TextDigest
    /// Inside how many containers it stood, and so may stand again.
    fileprivate var depth: Int

    /// How many bytes it has.
    var count: Int { bytes.count }

    fileprivate func free() {
      bytes.free()
      ends.free()
    }

    /// Where its element `number` begins.
    fileprivate func start(of number: Int) -> Int { number == 0 ? 1 : Int(ends[number - 1]) + 1 }
  }

  /// The sizes, in bytes, that are worth it, and that are kept.
  private static let sizes = TextDigest.smallSizeMax + 1...(1 << 19)
  /// Of an array of more elements none are known: they are too small to be worth it.
  private static let endsMax = sizes.upperBound / 16
  private static let entriesMax = 4
  private var entries = Run<Known>(room: entriesMax)
  private var oldest = 0
  /// Where the elements of the array end that was passed last, where all of them are known.
  private var ends = Run<Int32>(room: 16)

  func free() {
    for entry in entries.elements { entry.free() }
    entries.free()
    ends.free()
  }

  /// The value that stands at the cursor, where it is one of those.
  func find(_ cursor: LineCursor, depth: Int) -> Known? {
    for entry in entries.elements where depth <= entry.depth && cursor.has(entry.count) {
      let start = cursor.base + cursor.position
      let tail = entry.count - 8
      let last = UnsafeRawPointer(entry.bytes.base + tail).loadUnaligned(as: UInt64.self)
      if UnsafeRawPointer(start + tail).loadUnaligned(as: UInt64.self) == last,
        areEqual(start, UnsafePointer(entry.bytes.base), count: entry.count)
      {
        return entry
      }
    }
    return nil
  }

  /// Keeps a canonical value of `digest`, if it is not too large, in place of the one kept longest;
  /// an array right after it was passed.
  mutating func add(
    _ value: UnsafeBufferPointer<UInt8>, _ digest: TextDigest, depth: Int, isArray: Bool
  ) {
    guard Self.sizes.contains(value.count) else { return }
    if !isArray { ends.count = 0 }
    if entries.count < Self.entriesMax {
      oldest = entries.count
      entries.append(Known(bytes: Run(room: value.count), digest: digest, depth: depth))
    }
    var entry = entries[oldest]
    entry.bytes.count = 0
    entry.bytes.append(contentsOf: value)
    swap(&entry.ends, &ends)
    (entry.digest, entry.depth) = (digest, depth)
    entries[oldest] = entry
    oldest = (oldest + 1) % Self.entriesMax
  }
}

/// Arrays in which few elements changed: those that did are read, the others compared.
///
/// An array is canonical where each of its elements is, whichever array the element is known from.
extension LargeMemo {
  /// A known array, and which of its elements may come next.
  fileprivate struct Pattern {
    var known: Known
    var next = 0
  }

  /// Passes a canonical array that stands inside `depth` containers; false as of
  /// `skipCanonicalValue`.
  mutating func skipArray(
    _ cursor: inout LineCursor, depth: Int, _ memo: ValueMemo
  ) -> Bool {
    ends.count = 0
    let isPassed = passArray(&cursor, depth: depth, memo)
    if !isPassed || ends.count > Self.endsMax { ends.count = 0 }
    return isPassed
  }

  private mutating func passArray(
    _ cursor: inout LineCursor, depth: Int, _ memo: ValueMemo
  ) -> Bool {
    guard depth < EventLimits.nestingMax else { return false }
    let start = cursor.position
    cursor.position &+= 1
    if cursor.skip(UInt8(ascii: "]")) { return true }
    var pattern = nearest(to: cursor, depth: depth)
    repeat {
      if pattern != nil, followToEnd(&pattern, &cursor, from: start) { return true }
      guard cursor.skipCanonicalValue(depth: depth &+ 1, memo) else { return false }
      note(end: cursor.position &- start)
      pattern?.align(with: cursor)
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.skip(UInt8(ascii: "]"))
  }

  private mutating func note(end: Int) {
    if ends.count <= Self.endsMax { ends.append(Int32(truncatingIfNeeded: end)) }
  }

  /// The known array that has most in common with the elements at the cursor.
  private func nearest(to cursor: LineCursor, depth: Int) -> Pattern? {
    var nearest: Pattern?
    var most = -1
    for entry in entries.elements where depth <= entry.depth && entry.ends.count > 0 {
      let common = entry.commonCount(with: cursor, from: 1)
      if common > most { (nearest, most) = (Pattern(known: entry), common) }
    }
    return nearest
  }

  /// Passes the elements at the cursor that are those of the pattern; true where it has passed the
  /// end of the array with them, else the next element is another one.
  private mutating func followToEnd(
    _ pattern: inout Pattern?, _ cursor: inout LineCursor, from start: Int
  ) -> Bool {
    guard let (known, first) = pattern.map({ ($0.known, $0.next) }), first < known.ends.count else {
      pattern = nil
      return false
    }
    let place = known.start(of: first)
    let same = place &+ known.commonCount(with: cursor, from: place)
    let shift = cursor.position &- start &- place
    var next = first
    // The comma behind an element, or the bracket, must be the same too.
    while next < known.ends.count, Int(known.ends[next]) < same {
      note(end: Int(known.ends[next]) &+ shift)
      next &+= 1
    }
    let isAtEnd = next == known.ends.count
    cursor.position &+= (isAtEnd ? known.count : known.start(of: next)) &- place
    pattern?.next = next
    return isAtEnd
  }
}

extension LargeMemo.Known {
  /// How many bytes at the cursor are those from `place` on.
  fileprivate func commonCount(with cursor: LineCursor, from place: Int) -> Int {
    ReelLog.commonCount(
      cursor.base + cursor.position, UnsafePointer(bytes.base) + place,
      limit: min(count &- place, cursor.end &- cursor.position))
  }
}

extension LargeMemo.Pattern {
  /// So many bytes tell which element comes next.
  private static var sampleBytes: Int { 32 }

  /// Finds what comes behind an element that was read and its comma: what follows the element that
  /// it replaced, or that very element, or what follows the one behind it.
  fileprivate mutating func align(with cursor: LineCursor) {
    var behind = cursor
    behind.position &+= 1
    for candidate in [next &+ 1, next, next &+ 2] where candidate < known.ends.count {
      let place = known.start(of: candidate)
      let sample = min(Self.sampleBytes, known.count &- place)
      if known.commonCount(with: behind, from: place) >= sample {
        next = candidate
        return
      }
    }
    next &+= 1
  }
}
