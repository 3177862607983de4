/// The sent messages of a recording, found again by the id that a receipt names.
///
/// Ids are kept as 64-bit digests of the last `MessageLedger.messagesKeptMax` messages or more. Of
/// messages with the same id, the last one is found.
struct MessageDirectory {
  /// As many messages as are kept at least, or fewer.
  private struct Part {
    private static let slotCount = 1 << 14

    /// The position of the first message.
    private(set) var first = 0
    /// The digests of the messages, by position.
    private var digests: ContiguousArray<UInt64> = []
    /// Open addressing with a load of at most a quarter: an index into `digests` plus one; 0 =
    /// free.
    private var slots = ContiguousArray<Int32>(repeating: 0, count: slotCount)

    /// The position after the last message.
    var end: Int { first + digests.count }

    /// Forgets all messages; the next one is at `position`.
    mutating func restart(at position: Int) {
      first = position
      digests.removeAll(keepingCapacity: true)
      for slot in slots.indices { slots[slot] = 0 }
    }

    mutating func append(_ digest: UInt64) {
      digests.append(digest)
      slots[slot(of: digest)] = Int32(digests.count)
    }

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
  }

  private var latest = Part()
  private var earlier = Part()

  /// Takes down a sent message and returns its position.
  mutating func append(_ digest: UInt64) -> Int {
    if latest.end - latest.first == MessageLedger.messagesKeptMax {
      swap(&latest, &earlier)
      latest.restart(at: earlier.end)
    }
    latest.append(digest)
    return latest.end - 1
  }

  /// The position of the message whose id has `digest`.
  func position(of digest: UInt64) -> Int? {
    latest.position(of: digest) ?? earlier.position(of: digest)
  }
}
