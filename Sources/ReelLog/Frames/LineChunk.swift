/// Whole lines of a recording, as the reader hands them out: those of one frame, or about 2 MiB.
public struct LineChunk: Sendable {
  /// How far the bytes of the lines are known to be as they were written.
  public enum Assurance: Sendable, Comparable {
    /// The lines of a frame that the file does not close, or of one too large to be checked before
    /// delivery: a flipped bit may go unnoticed.
    case unclosed
    /// There is no checksum to hold: plain JSON Lines, or a foreign frame without one.
    case unchecked
    /// The checksum of the frame held.
    case verified
  }

  /// The lines, each ended by a line feed. Reused by the reader; a caller may swap it away.
  public var text: [UInt8] = []
  /// The number of the first line in the file, from 1. Line 1 is the header, and line n + 1 is the
  /// event n.
  public var firstLine: Int64 = 1
  /// How many lines there are.
  public var lineCount: Int64 = 0
  /// The byte offset in the file of the frame that the last line ends in; in a plain file, that of
  /// the first line.
  public var frameOffset: Int64 = 0
  /// How far the bytes are known to be as they were written: the least over the frames they are of.
  public var assurance = Assurance.verified

  /// Whether the lines are all the text of one frame, to the byte.
  var isOneFrame = true

  /// An empty chunk.
  public init() {}

  /// The line of that number in the file, without its line feed; nil where it is not among these.
  /// Complexity: O(bytes).
  public func line(_ number: Int64) -> ArraySlice<UInt8>? {
    guard number >= firstLine, number - firstLine < lineCount else { return nil }
    return LineFeeds.line(number - firstLine, in: text).map { text[$0] }
  }

  /// Leaves out the first line, which has `bytes` bytes with its line feed.
  mutating func removeFirstLine(bytes: Int) {
    text.removeSubrange(..<bytes)
    firstLine += 1
    lineCount -= 1
    isOneFrame = false
  }

  /// Whether the checksums of all the frames held that the lines are of.
  public var isVerified: Bool { assurance == .verified }
}
