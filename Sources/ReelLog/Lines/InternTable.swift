/// Numbers the distinct byte strings of a batch in order of appearance; the strings themselves are
/// kept by the caller.
///
/// Open addressing with a load of at most a half; buffers are kept from batch to batch.
struct InternTable: Sendable {
  private static let slotsMin = 1024

  /// The number in each slot; -1 = free.
  private var slots = [Int32](repeating: -1, count: slotsMin)
  /// The hash of each numbered string, by number.
  private(set) var hashes: [UInt64] = []

  /// How many strings have a number.
  var count: Int { hashes.count }

  /// Forgets all numbers, and half of the room where most of it was not needed.
  mutating func removeAll() {
    let isWide = slots.count > Self.slotsMin && count < slots.count / 16
    slots = isWide ? [Int32](repeating: -1, count: slots.count / 2) : slots
    if !isWide { for index in slots.indices { slots[index] = -1 } }
    hashes.removeAll(keepingCapacity: true)
  }

  /// The number of the string of `hash` that `matches` says is the same; nil where there is none.
  @inline(__always)
  func find(_ hash: UInt64, _ matches: (Int32) -> Bool) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let number = slots[slot]
      if number < 0 { return nil }
      if hashes[Int(number)] == hash && matches(number) { return number }
      slot = (slot &+ 1) & mask
    }
  }

  /// Gives the next number to a string of `hash` that has none yet.
  mutating func insert(_ hash: UInt64) -> Int32 {
    if (count + 1) * 2 > slots.count { grow() }
    let number = Int32(truncatingIfNeeded: count)
    hashes.append(hash)
    place(number, hash)
    return number
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() { place(Int32(truncatingIfNeeded: number), hash) }
  }

  private mutating func place(_ number: Int32, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = number
  }
}
