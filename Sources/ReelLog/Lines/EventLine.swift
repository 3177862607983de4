public import ReelEvents

/// One event as one line of JSON: its wire form, written one way and read in any order of members.
public enum EventLine {
  /// What a line says.
  public struct Decoded: Sendable {
    /// The event; of a kind that this format does not know, only when, where and the kind's word.
    public var event: Event
    /// How many members were passed over because an event of that kind has none of that name.
    public var unknownFields: Int
  }

  /// Appends the line of `event`, canonical and without a line feed, to `bytes`.
  ///
  /// Of an unknown kind only the three members are written that every event has; to keep such a
  /// line, pass its bytes through. Complexity: O(size).
  public static func append(_ event: Event, to bytes: inout [UInt8]) {
    bytes += "{\"at\":\"".utf8
    event.at.appendText(to: &bytes)
    bytes += "\",\"device\":".utf8
    CanonicalText.append(string: event.device.text, to: &bytes)
    bytes += ",\"event\":".utf8
    CanonicalText.append(string: word(of: event.action), to: &bytes)
    let members = LineMembers(event.action)
    for field in event.action.kind.fields {
      guard let value = members[field] else { continue }
      bytes += ",\"\(field.rawValue)\":".utf8
      value.appendCanonical(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Reads the line in `range` of `bytes`, all of them when nil, with or without its line feed.
  /// - Throws: `ParseError`, its offset from the start of the line: where the text is no JSON or no
  ///   value, where a member comes twice, is missing, or is of another type than its name asks for.
  ///   Complexity: O(size log size).
  public static func decode(
    _ bytes: [UInt8], range: Range<Int>? = nil
  ) throws(ParseError) -> Decoded {
    var reader = JSONReader(bytes, range: range)
    let word = try eventWord(reader)
    let fields = EventKind(name: word)?.fields
    var members = LineMembers(endOffset: (range?.count ?? bytes.count))
    var at: Instant?
    var device: String?
    var unknownFields = 0
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      let offset = try reader.nextOffset() - (range?.lowerBound ?? 0)
      switch name {
      case "at": at = try reader.readInstant()
      case "device": device = try reader.readString()
      case "event": try reader.skipValue()
      default:
        if let field = LineField(rawValue: name), fields?.contains(field) == true {
          members.add(field, try reader.readValue(), offset: offset)
        } else {
          if fields != nil { unknownFields += 1 }
          try reader.skipValue()
        }
      }
    }
    guard let at else { throw reader.fault("the member `at`", found: "none") }
    guard let device else { throw reader.fault("the member `device`", found: "none") }
    try reader.finish()
    let event = Event(at: at, device: DeviceName(device), action: try members.action(word))
    return Decoded(event: event, unknownFields: unknownFields)
  }

  /// The time that `line` tells; nil where it is no line of an event as far as its `at`.
  /// Complexity: O(1) where `at` comes first.
  public static func instant(of line: ArraySlice<UInt8>) -> Instant? {
    let start = Array("{\"at\":\"".utf8)
    if line.starts(with: start), let instant = Instant(utf8: line.dropFirst(7).prefix(27)) {
      return instant
    }
    var reader = JSONReader(Array(line))
    do {
      var object = try reader.beginObject()
      while let name = try reader.nextKey(&object) {
        if name == "at" { return try reader.readInstant() }
        try reader.skipValue()
      }
    } catch {
      return nil  // Whoever reads the whole line says what is wrong with it.
    }
    return nil
  }

  /// The word in `event`, which decides what the other members mean, wherever it stands.
  private static func eventWord(_ line: JSONReader) throws(ParseError) -> String {
    var reader = line
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      if name == "event" { return try reader.readString() }
      try reader.skipValue()
    }
    throw reader.fault("the member `event`", found: "none")
  }

  private static func word(of action: Action) -> String {
    if case .unknown(let word) = action { word } else { action.kind.name }
  }
}

extension JSONReader {
  /// Reads RFC 3339 text.
  fileprivate mutating func readInstant() throws(ParseError) -> Instant {
    let offset = try nextOffset()
    if let instant = Instant(text: try readString()) { return instant }
    throw fault("a time as RFC 3339 has it, to the microsecond", found: "other text", at: offset)
  }
}
