public import ReelEvents

/// What a scan of lines met, and what it left out of its batch.
public struct LineScan: Sendable {
  /// A line that is no event.
  public struct BadLine: Sendable {
    /// The line's place among those that were scanned, from 0.
    public var index: Int
    /// What is wrong, with the byte offset in the line.
    public var fault: ParseError

    /// The line at `index` with its fault.
    public init(index: Int, fault: ParseError) {
      self.index = index
      self.fault = fault
    }
  }

  /// How many bad lines a scan keeps; the others are counted. Lines may be one byte long.
  public static let badLinesKeptMax = 100

  /// How many lines there were.
  public internal(set) var lineCount: Int64 = 0
  /// The first bad lines, in file order.
  public private(set) var badLines: [BadLine] = []
  /// How many lines were bad.
  public private(set) var badLineCount: Int64 = 0
  /// How many events are of a kind that this format does not know.
  public internal(set) var unknownKindCount: Int64 = 0
  /// How many members were passed over.
  public internal(set) var unknownFieldCount: Int64 = 0

  /// A scan that left out nothing.
  public init() {}

  mutating func note(_ fault: ParseError, index: Int) {
    badLineCount += 1
    if badLines.count < Self.badLinesKeptMax {
      badLines.append(BadLine(index: index, fault: fault))
    }
  }
}
