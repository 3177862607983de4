/// The sent messages of a recording, found again by the id that a receipt names.
///
/// Ids are kept as 64-bit digests of the last `MessageLedger.messagesKeptMax` messages or more.
struct MessageDirectory {
  private var positions: [UInt64: Int] = [:]
  private var digests: [UInt64] = []
  private var first = 0

  /// The position that the next sent message gets.
  var next: Int { first + digests.count }

  /// Takes down a sent message and returns its position.
  mutating func append(_ digest: UInt64) -> Int {
    let position = next
    digests.append(digest)
    positions[digest] = position
    if digests.count > MessageLedger.messagesKeptMax * 2 {
      for old in digests.prefix(MessageLedger.messagesKeptMax) {
        if let kept = positions[old], kept < first + MessageLedger.messagesKeptMax {
          positions[old] = nil
        }
      }
      digests.removeFirst(MessageLedger.messagesKeptMax)
      first += MessageLedger.messagesKeptMax
    }
    return position
  }

  /// The position of the message whose id has `digest`.
  func position(of digest: UInt64) -> Int? { positions[digest] }
}
