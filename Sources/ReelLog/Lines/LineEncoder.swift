public import ReelEvents

/// Writes the lines of events one after another. Most begin as the one before did: on the same
/// device and in the same second.
public struct LineEncoder: ~Copyable, Sendable {
  /// The line that is being written.
  private var text = TextBuffer()
  /// A line up to its microseconds, and from there to its action.
  private var opening = TextBlock([])
  private var middle: [UInt8] = []
  private var second = Int64.min
  private var device: DeviceName

  /// Where the microseconds are in an opening.
  private static let fraction = 27..<33

  /// An encoder that has written nothing yet.
  /// - Parameter device: of the lines where nothing else is said.
  public init(device: DeviceName = DeviceName("")) { self.device = device }

  /// Appends the line of `event`, as `EventLine.append` does.
  public mutating func append(_ event: Event, to bytes: inout [UInt8]) {
    if !utf8Equal(event.device.text, device.text) { (device, second) = (event.device, .min) }
    append(event.action, at: event.at, to: &bytes)
  }

  /// Appends the line of the event `action` at `instant`, on the same device as the line before.
  public mutating func append(_ action: Action, at instant: Instant, to bytes: inout [UInt8]) {
    guard Instant.writable.contains(instant) else {
      return EventLine.append(Event(at: instant, device: device, action: action), to: &bytes)
    }
    var (second, fraction) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction < 0 { (second, fraction) = (second - 1, fraction + 1_000_000) }
    if second != self.second { prepare(second) }
    text.removeAll()
    text.append(opening)
    text.append(UInt64(fraction), digits: Self.fraction.count)
    text.append(middle)
    EventLine.appendEnd(of: action, to: &text)
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  /// Makes the openings of lines in `second`.
  private mutating func prepare(_ second: Int64) {
    self.second = second
    let start = Instant(microseconds: second * 1_000_000)
    var whole: [UInt8] = []
    whole.append { EventLine.appendOpening(at: start, on: device, to: &$0) }
    opening = TextBlock(whole[..<Self.fraction.lowerBound])
    middle = Array(whole[Self.fraction.upperBound...])
  }
}
