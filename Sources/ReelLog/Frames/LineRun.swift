public import ReelEvents

/// Lines of events one after another, on their way to a recording.
public struct LineRun: Sendable {
  /// The lines, each ended by a line feed.
  private(set) var text: [UInt8] = []
  /// Where each ends, behind its line feed, and when its event happened.
  private(set) var ends: [(offset: Int, instant: Instant)] = []

  /// No lines.
  public init() {}

  /// How many lines there are.
  public var count: Int { ends.count }

  /// How many bytes they have, line feeds included.
  public var byteCount: Int { text.count }

  /// What became of a line that was to be added.
  public enum Reception: Sendable {
    case added
    /// It is longer than a recording may hold, or the lines would exceed their bytes.
    case noRoom
    /// It would show what it may not.
    case heldBack
  }

  /// Adds the line that `encoder` writes of the event `action` at `instant`, if the lines do not
  /// exceed `bytesMax` then.
  public mutating func add(
    _ action: Action, at instant: Instant, by encoder: inout LineEncoder,
    showing: LineEncoder.Showing = .everything, bytesMax: Int
  ) -> Reception {
    let start = text.count
    guard encoder.append(action, at: instant, showing: showing, to: &text) else {
      return .heldBack
    }
    let end = text.count + 1
    if end > bytesMax || end - start > Limits.lineBytesMax + 1 {
      text.removeLast(text.count - start)
      return .noRoom
    }
    text.append(LineFeeds.byte)
    ends.append((end, instant))
    return .added
  }

  /// Empties the run, and keeps its memory for what comes next.
  public mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Where the line at `index` begins.
  func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1].offset }
}
