/// Something in the bytes of a recording's file that is not as it should be, or is worth a word.
public struct FileFault: Sendable, Equatable {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// The file ends inside a frame or a line.
    case torn
    /// The first line is no header, or cannot be read.
    case header
    /// A frame does not decode, or its checksum does not hold.
    case frame
    /// Bytes stand between frames that belong to none.
    case garbage
    /// A line is no event.
    case line
    /// The seek table cannot be read, or is not as the frames are.
    case seekTable = "seek-table"
    /// The index cannot be read, or is not as the frames are.
    case index
    /// There is no seek table: places are found by reading on.
    case noSeekTable = "no-seek-table"
    /// There is a seek table and no index: events are found by reading on.
    case noIndex = "no-index"
    /// A frame has no checksum.
    case noChecksum = "no-checksum"
    /// A line runs from one frame into the next.
    case splitLine = "split-line"
    /// A frame is too large to be checked before its lines are handed out.
    case largeFrame = "large-frame"
    /// The last line has no line feed, so that nothing can be added.
    case noLineFeed = "no-line-feed"
    /// A skippable frame that another program has put there.
    case foreignFrame = "foreign-frame"

    /// Whether bytes are lost or wrong; if not, the recording reads as it should.
    public var isDamage: Bool {
      switch self {
      case .torn, .header, .frame, .garbage, .line, .seekTable, .index: true
      case .noSeekTable, .noIndex, .noChecksum, .splitLine, .largeFrame, .noLineFeed,
        .foreignFrame:
        false
      }
    }
  }

  /// What it is about.
  public var kind: Kind
  /// The byte offset in the file.
  public var offset: Int64?
  /// The number of the frame, from 0.
  public var frame: Int64?
  /// The number of the line, from 1.
  public var line: Int64?
  /// What should have been there: a noun phrase.
  public var expected: String
  /// What was there instead: a noun phrase.
  public var found: String
  /// How many events are lost by it; nil where nothing tells.
  public var lostEvents: Int64?

  /// A fault of `kind` at a place.
  public init(
    _ kind: Kind, offset: Int64? = nil, frame: Int64? = nil, line: Int64? = nil, expected: String,
    found: String, lostEvents: Int64? = nil
  ) {
    self.kind = kind
    self.offset = offset
    self.frame = frame
    self.line = line
    self.expected = expected
    self.found = found
    self.lostEvents = lostEvents
  }

  /// The header that cannot be read because of `fault`.
  public init(header fault: LogError) {
    switch fault.kind {
    case .damaged, .overLimit, .unsupported:
      self.init(
        .header, offset: fault.offset, frame: fault.frame, line: 1, expected: "the header",
        found: "bytes that cannot be read")
    default: self.init(.header, fault)
    }
  }

  /// The fault that a reader threw as `error`.
  public init(_ kind: Kind, _ error: LogError) {
    guard error.line != nil, let place = error.offset else {
      self.init(
        kind, offset: error.offset, frame: error.frame, line: error.line,
        expected: error.expected, found: error.found)
      return
    }
    self.init(
      kind, frame: error.frame, line: error.line, expected: error.expected,
      found: "\(error.found), at byte \(place) of the line")
  }
}
