public import ReelEvents

/// Writes the lines of events one after another. Most begin as the one before did: on the same
/// device and in the same second.
public struct LineEncoder: ~Copyable, Sendable {
  /// What a line may show.
  public enum Showing: Sendable {
    case everything
    /// What the keys allow that the encoder was given.
    case whatKeysAllow
  }

  /// The line that is being written.
  private var line: ShownText
  /// A line up to its microseconds, and from there to its action.
  private var opening = TextBlock([])
  private var middle: [UInt8] = []
  private var second = Int64.min
  private var device: DeviceName

  /// Where the microseconds are in an opening.
  private static let fraction = 27..<33

  /// An encoder that has written nothing yet.
  /// - Parameters:
  ///   - device: of the lines where nothing else is said.
  ///   - keys: whose values a line may show that is not to show everything.
  public init(device: DeviceName = DeviceName(""), keys: ShownKeys = ShownKeys([])) {
    self.device = device
    line = ShownText(keys)
  }

  /// Appends the line of `event`, as `EventLine.append` does.
  public mutating func append(_ event: Event, to bytes: inout [UInt8]) {
    if !utf8Equal(event.device.text, device.text) { (device, second) = (event.device, .min) }
    append(event.action, at: event.at, to: &bytes)
  }

  /// Appends the line of the event `action` at `instant`, on the same device as the line before.
  public mutating func append(_ action: Action, at instant: Instant, to bytes: inout [UInt8]) {
    _ = append(action, at: instant, showing: .everything, to: &bytes)
  }

  /// As `append`; false, and nothing is appended, where the line would show what it may not.
  mutating func append(
    _ action: Action, at instant: Instant, showing: Showing, to bytes: inout [UInt8]
  ) -> Bool {
    let instant = min(max(instant, Instant.writable.lowerBound), Instant.writable.upperBound)
    var (second, fraction) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction < 0 { (second, fraction) = (second - 1, fraction + 1_000_000) }
    if second != self.second { prepare(second) }
    line.text.removeAll()
    line.text.append(opening)
    line.text.append(UInt64(fraction), digits: Self.fraction.count)
    line.text.append(middle)
    EventLine.appendKind(of: action, to: &line.text)
    switch showing {
    case .everything: action.members(to: &line.text)
    case .whatKeysAllow:
      line.begin()
      action.members(to: &line)
      if !line.isShown { return false }
    }
    line.text.append(UInt8(ascii: "}"))
    line.text.withBytes { bytes.append(contentsOf: $0) }
    return true
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
