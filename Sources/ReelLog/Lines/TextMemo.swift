/// Texts that lines have again and again in the same place, each with a number: a device, a kind,
/// a key.
///
/// A text is looked for by the bytes that stand there, before it is known where it ends; four words
/// of it are compared at once. What follows a text shorter than 16 bytes counts as a part of it.
/// Whoever makes one frees it. Copies share the room.
struct TextMemo {
  /// How many bytes must follow the place where a text is looked for.
  static let bytesAhead = 32
  private static let slotBits = 10
  private static let entriesMax = 1 << (slotBits - 1)

  struct Entry {
    /// The first 16 bytes of the text, and those 16 from `tail` on.
    fileprivate var words: (UInt64, UInt64, UInt64, UInt64)
    fileprivate var tail: Int
    /// How long the text is; `Int.max` in a free slot.
    fileprivate(set) var count: Int
    /// Where it stands, for what the words do not cover.
    fileprivate var start: Int
    /// Its number.
    fileprivate(set) var id: Int32

    fileprivate static var free: Entry {
      Entry(words: (0, 0, 0, 0), tail: 0, count: .max, start: 0, id: -1)
    }
  }

  private let slots: UnsafeMutablePointer<Entry>
  /// The slots that are not free.
  private var used = Run<Int>(room: entriesMax)

  init() {
    slots = .allocate(capacity: 1 << Self.slotBits)
    slots.initialize(repeating: .free, count: 1 << Self.slotBits)
  }

  func free() {
    slots.deallocate()
    used.free()
  }

  mutating func removeAll() {
    for slot in used.elements { slots[slot].count = .max }
    used.count = 0
  }

  /// What to look for a text by of whose bytes the given ones tell it from others.
  @inline(__always)
  static func hash(_ one: UInt64, _ other: UInt64) -> UInt64 {
    one &* 0x9E37_79B9_7F4A_7C15 &+ other &* 0xC2B2_AE3D_27D4_EB4F
  }

  @inline(__always)
  private static func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(64 - slotBits))
  }

  /// The text of `hash` that stands at the cursor, which has `bytesAhead`.
  @inline(__always)
  func find(_ hash: UInt64, _ cursor: LineCursor) -> UnsafeMutablePointer<Entry>? {
    let entry = slots + Self.slot(hash)
    if entry.pointee.count <= Self.bytesAhead, hasWords(entry, cursor) { return entry }
    return find(from: Self.slot(hash), cursor)
  }

  @inline(never)
  private func find(from first: Int, _ cursor: LineCursor) -> UnsafeMutablePointer<Entry>? {
    var slot = first
    while slots[slot].count < .max {
      let entry = slots + slot
      if hasWords(entry, cursor), isCovered(entry, cursor) { return entry }
      slot = (slot &+ 1) & (1 << Self.slotBits &- 1)
    }
    return nil
  }

  @inline(__always)
  private func hasWords(_ entry: UnsafeMutablePointer<Entry>, _ cursor: LineCursor) -> Bool {
    let place = cursor.position
    let tail = place &+ entry.pointee.tail
    let words = entry.pointee.words
    let start = (cursor.load8(place) ^ words.0) | (cursor.load8(place &+ 8) ^ words.1)
    let end = (cursor.load8(tail) ^ words.2) | (cursor.load8(tail &+ 8) ^ words.3)
    return start | end == 0
  }

  /// Whether what lies behind the words is as in the text too.
  private func isCovered(_ entry: UnsafeMutablePointer<Entry>, _ cursor: LineCursor) -> Bool {
    let more = entry.pointee.count - Self.bytesAhead
    if more <= 0 { return true }
    let start = entry.pointee.start + Self.bytesAhead
    return cursor.matches(start..<start + more, at: cursor.position + Self.bytesAhead)
  }

  /// Takes note of the text of `hash` at `range`, from which `bytesAhead` follow, if there is room.
  @inline(never)
  mutating func add(_ id: Int32, _ hash: UInt64, _ range: Range<Int>, _ cursor: LineCursor) {
    guard used.count < Self.entriesMax else { return }
    let start = range.lowerBound
    let tail = min(max(range.count - 16, 0), 16)
    let words = (
      cursor.load8(start), cursor.load8(start + 8),
      cursor.load8(start + tail), cursor.load8(start + tail + 8)
    )
    var slot = Self.slot(hash)
    while slots[slot].count < .max { slot = (slot + 1) & (1 << Self.slotBits - 1) }
    slots[slot] = Entry(words: words, tail: tail, count: range.count, start: start, id: id)
    used.append(slot)
  }
}
