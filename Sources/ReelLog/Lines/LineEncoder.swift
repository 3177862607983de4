public import ReelEvents

/// Writes the lines of events one after another. Most begin as the one before did: on the same
/// device and in the same second.
public struct LineEncoder: Sendable {
  /// A line up to its action, its microseconds left at zero.
  private var opening: [UInt8] = []
  private var second = Int64.min
  private var device = DeviceName("")

  /// Where the microseconds are in it.
  private static let fraction = 27..<33

  /// An encoder that has written nothing yet.
  public init() {}

  /// Appends the line of `event`, as `EventLine.append` does.
  public mutating func append(_ event: Event, to bytes: inout [UInt8]) {
    guard Instant.writable.contains(event.at) else { return EventLine.append(event, to: &bytes) }
    var (second, fraction) = event.at.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction < 0 { (second, fraction) = (second - 1, fraction + 1_000_000) }
    if second != self.second || !utf8Equal(event.device.text, device.text) {
      (self.second, device) = (second, event.device)
      opening.removeAll(keepingCapacity: true)
      let start = Instant(microseconds: second * 1_000_000)
      EventLine.appendOpening(at: start, on: device, to: &opening)
    }
    let start = bytes.count
    bytes += opening
    for place in Self.fraction.reversed() {
      bytes[start + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)
      fraction /= 10
    }
    EventLine.appendEnd(of: event.action, to: &bytes)
  }
}
