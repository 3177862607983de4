/// The sent messages of a recording, found again by the id that a receipt names.
///
/// Ids are kept as 64-bit digests of the last `MessageLedger.messagesKeptMax` messages or more. Of
/// messages with the same id, the last one is found.
struct MessageDirectory {
  private static let slotCount = 1 << 15

  /// The digests of the messages kept, by position.
  private var digests: ContiguousArray<UInt64> = []
  /// The position of the first message kept.
  private var first = 0
  /// Open addressing with a load of at most a quarter: an index into `digests` plus one; 0 = free.
  private var slots = ContiguousArray<Int32>(repeating: 0, count: slotCount)

  /// The position that the next sent message gets.
  var next: Int { first + digests.count }

  /// Takes down a sent message and returns its position.
  mutating func append(_ digest: UInt64) -> Int {
    digests.append(digest)
    slots[slot(of: digest)] = Int32(digests.count)
    if digests.count > MessageLedger.messagesKeptMax * 2 { letGo() }
    return next - 1
  }

  /// The position of the message whose id has `digest`.
  func position(of digest: UInt64) -> Int? {
    let found = slots[slot(of: digest)]
    return found == 0 ? nil : first + Int(found) - 1
  }

  /// The slot that `digest` has, or would have.
  private func slot(of digest: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: digest) & (Self.slotCount - 1)
    while slots[slot] != 0 && digests[Int(slots[slot]) - 1] != digest {
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return slot
  }

  private mutating func letGo() {
    digests.removeFirst(MessageLedger.messagesKeptMax)
    first += MessageLedger.messagesKeptMax
    for slot in slots.indices { slots[slot] = 0 }
    for index in digests.indices { slots[slot(of: digests[index])] = Int32(index + 1) }
  }
}
