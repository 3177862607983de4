import ReelEvents

/// The last payload on each link of a batch: from a device, to a device or whoever received it;
/// and the last halves of an apply on each device.
///
/// Successive ones are mostly the same bytes, and need not be read again.
struct PayloadLinks: Sendable {
  private struct Link {
    var device: Int32
    var to: Int32
    var members: Range<Int>
  }

  private static let linksMax = 16
  private static let room = [ByteRange](repeating: ByteRange(start: 0, count: 0), count: 64)
  /// In place of a receiving device: what a device applied last.
  static let applied: Int32 = -2
  /// In place of a receiving device: what a device removed last.
  static let cleared: Int32 = -3

  /// Where each of the batch's members stands in the lines, key and value; empty for a member that
  /// stands nowhere.
  var texts: [ByteRange] = []
  private var links: [Link] = []
  private var oldest = 0

  mutating func removeAll() {
    texts.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    oldest = 0
  }

  /// The members of the last payload from `device` to `to`; empty where there was none.
  func members(_ device: Int32, _ to: Int32) -> Range<Int> {
    links.first { $0.device == device && $0.to == to }?.members ?? 0..<0
  }

  /// Takes `members` for the last payload from `device` to `to`.
  mutating func remember(_ device: Int32, _ to: Int32, _ members: Range<Int>) {
    let link = Link(device: device, to: to, members: members)
    if let index = links.firstIndex(where: { $0.device == device && $0.to == to }) {
      links[index] = link
    } else if links.count < Self.linksMax {
      links.append(link)
    } else {
      links[oldest] = link
      oldest = (oldest + 1) % Self.linksMax
    }
  }

  /// The index of the first member in `range` whose text ends after `place`, or the range's end.
  @inline(__always)
  func firstText(in range: Range<Int>, endingAfter place: Int) -> Int {
    texts.withUnsafeBufferPointer { texts in
      var index = range.lowerBound
      while index < range.upperBound, Int(texts[index].start &+ texts[index].count) <= place {
        index &+= 1
      }
      return index
    }
  }

  /// Adds the places of texts that are written as those of the members in `range`, `shift` bytes
  /// behind them.
  @inline(__always)
  mutating func appendTexts(of range: Range<Int>, shiftedBy shift: Int32) {
    texts.appendCopy(of: range, room: Self.room) { text in
      ByteRange(start: text.start &+ shift, count: text.count)
    }
  }

  /// Takes back the members from number `count` on.
  mutating func forget(from count: Int) {
    texts.removeLast(texts.count - count)
    links.removeAll { $0.members.upperBound > count }
    oldest = 0
  }
}
