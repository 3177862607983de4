public import ReelEvents

/// Writes the lines of events one after another. Most begin as the one before did: on the same
/// device and in the same second.
public struct LineEncoder: ~Copyable, Sendable {
  /// The line that is being written.
  private var text = TextBuffer()
  /// A line up to its microseconds, and from there to its action.
  private var opening: [UInt8] = []
  private var middle: [UInt8] = []
  private var second = Int64.min
  private var device = DeviceName("")

  /// Where the microseconds are in an opening.
  private static let fraction = 27..<33

  /// An encoder that has written nothing yet.
  public init() {}

  /// Appends the line of `event`, as `EventLine.append` does.
  public mutating func append(_ event: Event, to bytes: inout [UInt8]) {
    guard Instant.writable.contains(event.at) else { return EventLine.append(event, to: &bytes) }
    var (second, fraction) = event.at.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction < 0 { (second, fraction) = (second - 1, fraction + 1_000_000) }
    if second != self.second || !utf8Equal(event.device.text, device.text) {
      prepare(second, event.device)
    }
    text.removeAll()
    text.append(opening)
    text.append(UInt64(fraction), digits: Self.fraction.count)
    text.append(middle)
    EventLine.appendEnd(of: event.action, to: &text)
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  /// Makes the openings of lines of `device` in `second`.
  private mutating func prepare(_ second: Int64, _ device: DeviceName) {
    (self.second, self.device) = (second, device)
    let start = Instant(microseconds: second * 1_000_000)
    var whole: [UInt8] = []
    whole.append { EventLine.appendOpening(at: start, on: device, to: &$0) }
    opening = Array(whole[..<Self.fraction.lowerBound])
    middle = Array(whole[Self.fraction.upperBound...])
  }
}
