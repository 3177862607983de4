import ReelEvents

/// Reads one line from its first brace to its last, in any order of members.
///
/// The word in `event` says what the other members mean; those that come before it are read again
/// once it is known.
struct LineDecoder {
  private var reader: JSONReader
  private let start: Int
  private var at: Instant?
  private var device: String?
  private var word: String?
  /// The members that an event of this kind has; nil for a kind that is not known.
  private var fields: [LineField]?
  private var members = LineMembers()
  private var early: [(name: String, reader: JSONReader)] = []
  private var unknownFields = 0

  /// A decoder of the line that `reader` is at, and which begins at the index `start`.
  init(_ reader: JSONReader, start: Int) {
    self.reader = reader
    self.start = start
  }

  /// Reads the whole line.
  /// - Throws: as `EventLine.decode`.
  mutating func decode() throws(ParseError) -> EventLine.Decoded {
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      switch name {
      case "at": at = try reader.readInstant()
      case "device": device = try reader.readString()
      case "event":
        let word = try reader.readString()
        fields = EventKind(name: word)?.fields
        self.word = word
      default:
        if word == nil {
          early.append((name, reader))
          try reader.skipValue()
        } else {
          try take(name)
        }
      }
    }
    guard let word else { throw reader.fault("the member `event`", found: "none") }
    guard let at else { throw reader.fault("the member `at`", found: "none") }
    guard let device else { throw reader.fault("the member `device`", found: "none") }
    members.endOffset = reader.position - start
    try reader.finish()
    for member in early {
      reader = member.reader
      try take(member.name)
    }
    let event = Event(at: at, device: DeviceName(device), action: try members.action(word))
    return EventLine.Decoded(event: event, unknownFields: unknownFields)
  }

  private mutating func take(_ name: String) throws(ParseError) {
    let offset = try reader.nextOffset() - start
    if let field = fields?.first(where: { $0.rawValue == name }) {
      members.add(field, try reader.readValue(), offset: offset)
    } else {
      if fields != nil { unknownFields += 1 }
      try reader.skipValue()
    }
  }
}

extension JSONReader {
  /// Reads RFC 3339 text.
  mutating func readInstant() throws(ParseError) -> Instant {
    let offset = try nextOffset()
    if let instant = Instant(text: try readString()) { return instant }
    throw fault("a time as RFC 3339 has it, to the microsecond", found: "other text", at: offset)
  }
}
