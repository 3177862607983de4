import ReelEvents

/// The last payload on each link of a batch: from a device, to a device or whoever received it;
/// and the last halves of an apply on each device.
///
/// Successive ones are mostly the same bytes, and need not be read again; what is applied is mostly
/// what was sent. Whoever makes one frees it. Copies share the room.
struct PayloadLinks {
  /// Members as lines have them.
  struct Payload {
    /// The text of the members and the commas between them, without brackets.
    var start: Int
    var end: Int
    /// The first of the members in the batch's, and how many there are.
    var first: Int
    var count: Int

    static var none: Payload { Payload(start: 0, end: 0, first: 0, count: 0) }

    /// The members, in the batch's.
    var members: Range<Int> { first..<first + count }
  }

  private struct Link {
    var device: Int32
    var to: Int32
    /// The id of the message.
    var id: Range<Int>
    var payload: Payload
  }

  private static let linksMax = 16
  /// In place of a receiving device: what a device applied last.
  static let applied: Int32 = -2
  /// In place of a receiving device: what a device removed last.
  static let cleared: Int32 = -3

  private var links = Run<Link>(room: linksMax)
  private var oldest = 0
  private var latest = Payload.none
  private var latestKeys = Payload.none

  func free() { links.free() }

  mutating func removeAll() {
    links.count = 0
    oldest = 0
    latest = .none
    latestKeys = .none
  }

  /// The last payload from `device` to `to`, or else the last one of any link of that kind, which
  /// has most of the same keys; or an empty one.
  @inline(__always)
  func last(_ device: Int32, _ to: Int32) -> Payload {
    for link in links.elements where link.device == device && link.to == to { return link.payload }
    return to == Self.cleared ? latestKeys : latest
  }

  /// The last payload that some device sent to `to`, if it was that of the message `id`.
  @inline(__always)
  func sent(to: Int32, as id: Range<Int>, _ cursor: LineCursor) -> Payload? {
    for link in links.elements
    where link.to == to && link.id.count == id.count
      && cursor.matches(link.id, at: id.lowerBound)
    { return link.payload }
    return nil
  }

  /// Takes `payload` of the message `id` for the last one from `device` to `to`.
  @inline(__always)
  mutating func remember(_ device: Int32, _ to: Int32, _ id: Range<Int>, _ payload: Payload) {
    let link = Link(device: device, to: to, id: id, payload: payload)
    if to == Self.cleared { latestKeys = payload } else { latest = payload }
    for index in 0..<links.count where links[index].device == device && links[index].to == to {
      links[index] = link
      return
    }
    if links.count < Self.linksMax {
      links.append(link)
    } else {
      links[oldest] = link
      oldest = (oldest + 1) % Self.linksMax
    }
  }
}
