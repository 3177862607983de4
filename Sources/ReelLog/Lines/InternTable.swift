/// Numbers the distinct byte strings of a batch in order of appearance; the strings themselves are
/// kept by the caller.
///
/// Open addressing with a load of at most a half; the room is kept from batch to batch. Whoever
/// makes one frees it. Copies share the room.
struct InternTable {
  private static let slotsMin = 1024

  private struct Slot {
    /// The number of a string; -1 = free.
    var number: Int32
    /// The upper half of its hash, of which the lower half says where to look.
    var hash: UInt32

    static var free: Slot { Slot(number: -1, hash: 0) }
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount = slotsMin
  /// The hash of each numbered string, by number.
  private(set) var hashes = Run<UInt64>(room: slotsMin / 2)

  init() { slots = Self.free(Self.slotsMin) }

  func free() {
    slots.deallocate()
    hashes.free()
  }

  /// Forgets all numbers, and half of the room where most of it was not needed.
  mutating func removeAll() {
    if slotCount > Self.slotsMin && hashes.count < slotCount / 16 {
      resize(slotCount / 2)
    } else {
      slots.update(repeating: .free, count: slotCount)
    }
    hashes.count = 0
  }

  /// Where to look for a string of `hash` first.
  @inline(__always)
  func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slotCount &- 1) }

  /// The number of a string, most likely of `hash`, from `slot` on, which is then behind it; nil
  /// where there is none. Whether it is the same string, the caller must see.
  @inline(__always)
  func next(_ hash: UInt64, at slot: inout Int) -> Int32? {
    while true {
      let found = slots[slot]
      if found.number < 0 { return nil }
      slot = (slot &+ 1) & (slotCount &- 1)
      if found.hash == UInt32(truncatingIfNeeded: hash >> 32) { return found.number }
    }
  }

  /// Gives the next number to a string of `hash` that has none yet.
  @inline(__always)
  mutating func insert(_ hash: UInt64) -> Int32 {
    if (hashes.count &+ 1) &* 2 > slotCount { grow() }
    let number = Int32(truncatingIfNeeded: hashes.count)
    hashes.append(hash)
    place(number, hash)
    return number
  }

  @inline(never)
  private mutating func grow() {
    resize(slotCount * 2)
    for (number, hash) in hashes.elements.enumerated() {
      place(Int32(truncatingIfNeeded: number), hash)
    }
  }

  private mutating func resize(_ count: Int) {
    slots.deallocate()
    slots = Self.free(count)
    slotCount = count
  }

  private static func free(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: .free, count: count)
    return slots
  }

  @inline(__always)
  private func place(_ number: Int32, _ hash: UInt64) {
    var slot = slot(hash)
    while slots[slot].number >= 0 { slot = (slot &+ 1) & (slotCount &- 1) }
    slots[slot] = Slot(number: number, hash: UInt32(truncatingIfNeeded: hash >> 32))
  }
}
