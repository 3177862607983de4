import ReelEvents

/// A word of a line: its text and the bytes that it spans.
struct ScenarioWord {
  var text: String
  var range: Range<Int>
}

/// The bytes of one line, cut into words: a word ends at white space, except inside a JSON value
/// that begins the word or follows its `=`. A word that begins with `#` begins a comment.
struct ScenarioText {
  let bytes: [UInt8]

  /// The words from `start` up to a comment.
  /// - Throws: where a JSON value inside a word does not end.
  func words(from start: Int = 0) throws(ParseError) -> [ScenarioWord] {
    var words: [ScenarioWord] = []
    var position = start
    while true {
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count, bytes[position] != UInt8(ascii: "#") else { return words }
      let range = position..<(try endOfWord(from: position))
      words.append(ScenarioWord(text: text(range), range: range))
      position = range.upperBound
    }
  }

  /// The bytes from `start` up to a comment, without white space at either end. Strings are
  /// looked through for the quotation mark that ends them, so a `#` in them is no comment.
  func content(from start: Int) -> Range<Int> {
    var isInString = false
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\\") where isInString: end += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "#") where !isInString && beginsWord(at: end): return trim(start..<end)
      default: break
      }
      end += 1
    }
    return trim(start..<bytes.count)
  }

  /// `range` cut at each `separator` outside strings and brackets, each part trimmed.
  func parts(of range: Range<Int>, separator: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var depth = 0
    var isInString = false
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      case separator where !isInString && depth == 0:
        parts.append(trim(start..<position))
        start = position + 1
      default: break
      }
      position += 1
    }
    parts.append(trim(start..<range.upperBound))
    return parts
  }

  /// The text of `range`.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first place of `byte` in `range`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    bytes[range].firstIndex(of: byte)
  }

  /// `range` without white space at either end.
  func trim(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while start < end, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private func beginsWord(at index: Int) -> Bool { index == 0 || Self.isSpace(bytes[index - 1]) }

  private func endOfWord(from start: Int) throws(ParseError) -> Int {
    var position = start
    var mayBeginValue = true
    while position < bytes.count, !Self.isSpace(bytes[position]) {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
        guard mayBeginValue else { fallthrough }
        var reader = JSONReader(bytes, range: position..<bytes.count)
        try reader.skipValue()
        position = reader.position
      default:
        mayBeginValue = bytes[position] == UInt8(ascii: "=")
        position += 1
        continue
      }
      mayBeginValue = false
    }
    return position
  }
}

extension ScenarioText {
  /// The value that `range` spells: JSON, or a bare word for a string.
  /// - Throws: where it begins as a JSON string, object or array and is none; for `null`, and for
  ///   a number that would lose something.
  func value(of range: Range<Int>) throws(ParseError) -> Value {
    switch range.isEmpty ? nil : bytes[range.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
      return try Value.parse(bytes, range: range)
    default:
      return isJSON(range) ? try Value.parse(bytes, range: range) : .string(text(range))
    }
  }

  private func isJSON(_ range: Range<Int>) -> Bool {
    var reader = JSONReader(bytes, range: range)
    do throws(ParseError) {
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  /// The name that `range` spells: a JSON string, or a bare word.
  /// - Throws: where it begins as a JSON string and is none.
  func name(of range: Range<Int>) throws(ParseError) -> String {
    guard bytes[range].first == UInt8(ascii: "\"") else { return text(range) }
    var reader = JSONReader(bytes, range: range)
    let name = try reader.readString()
    try reader.finish()
    return name
  }
}
