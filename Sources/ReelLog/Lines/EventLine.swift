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
    bytes.append { text in
      appendOpening(at: event.at, on: event.device, to: &text)
      appendKind(of: event.action, to: &text)
      event.action.members(to: &text)
      text.append(UInt8(ascii: "}"))
    }
  }

  static func appendOpening(
    at instant: Instant, on device: DeviceName, to text: inout TextBuffer
  ) {
    text.append("{\"at\":\"")
    instant.appendText(to: &text)
    text.append("\",\"device\":")
    text.append(quoting: device.text)
    text.append(",\"event\":")
  }

  /// Appends what comes behind `"event":`, up to the members of the kind.
  static func appendKind(of action: Action, to text: inout TextBuffer) {
    if case .unknown(let word) = action {
      text.append(quoting: word)
    } else {
      text.append(words[Int(action.kind.rawValue)])
    }
  }

  /// The words of the kinds, in quotes.
  private static let words = EventKind.allCases.map { TextBlock("\"\($0.name)\"".utf8) }

  /// Reads the line in `range` of `bytes`, all of them when nil, with or without its line feed.
  /// - Throws: `ParseError`, its offset from the start of the line: where the text is no JSON or no
  ///   value, where a member comes twice, is missing, or is of another type than its name asks for.
  ///   Complexity: O(size log size).
  public static func decode(
    _ bytes: [UInt8], range: Range<Int>? = nil
  ) throws(ParseError) -> Decoded {
    var decoder = LineDecoder(JSONReader(bytes, range: range), start: range?.lowerBound ?? 0)
    return try decoder.decode()
  }

  /// The time that `line` tells; nil where it is no line of an event as far as its `at`.
  /// Complexity: O(1) where `at` comes first.
  public static func instant(of line: ArraySlice<UInt8>) -> Instant? {
    if line.starts(with: canonicalStart), let instant = Instant(utf8: line.dropFirst(7).prefix(27))
    {
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

  private static let canonicalStart = Array("{\"at\":\"".utf8)
}
