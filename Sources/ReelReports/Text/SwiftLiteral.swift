/// Text as literals of Swift source, whatever is in it.
enum SwiftLiteral {
  /// `text` as a string on one line.
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      default: literal += isInvisible(scalar) ? "\\" + escape(scalar) : String(scalar)
      }
    }
    return literal + "\""
  }

  /// `lines` as a raw string of several lines, each begun by `indent` and no longer than `columns`:
  /// the lines of the literal, its delimiters first and last. A long line goes on behind an escaped
  /// line feed.
  static func lines(_ lines: [String], indent: String, columns: Int = 100) -> [String] {
    let hashes = String(repeating: "#", count: lines.map(hashCount).max() ?? 1)
    let room = max(20, columns - indent.count - hashes.count - 1)
    var literal = ["\(hashes)\"\"\""]
    for line in lines {
      let pieces = pieces(of: line, room: room, hashes)
      literal += pieces.dropLast().map { "\(indent)\($0)\\\(hashes)" }
      literal.append(pieces[pieces.count - 1].isEmpty ? "" : indent + pieces[pieces.count - 1])
    }
    return literal + ["\(indent)\"\"\"\(hashes)"]
  }

  /// `line` in pieces of at most `room` columns, taken apart behind a comma where one is near.
  private static func pieces(of line: String, room: Int, _ hashes: String) -> [String] {
    var pieces: [String] = []
    var piece: [String] = []
    var width = 0
    for character in line {
      let text = visible(character, hashes)
      if width + text.count > room {
        let comma = piece.lastIndex(of: ",").map { $0 + 1 } ?? 0
        let end = comma > piece.count / 2 ? comma : piece.count
        pieces.append(piece[..<end].joined())
        piece.removeFirst(end)
        width = piece.reduce(0) { $0 + $1.count }
      }
      piece.append(text)
      width += text.count
    }
    return pieces + [piece.joined()]
  }

  /// How many `#` keep what is in `text` from ending the literal or escaping anything.
  private static func hashCount(_ text: String) -> Int {
    var most = 0
    var run: Int?
    var quotes = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "#":
        run = run.map { $0 + 1 }
        quotes = 0
      case "\"":
        quotes += 1
        run = quotes >= 3 ? 0 : nil
      case "\\":
        run = 0
        quotes = 0
      default:
        run = nil
        quotes = 0
      }
      most = max(most, run ?? 0)
    }
    return most + 1
  }

  private static func visible(_ character: Character, _ hashes: String) -> String {
    guard character.unicodeScalars.contains(where: isInvisible) else { return String(character) }
    return character.unicodeScalars.map { scalar in
      isInvisible(scalar) ? "\\\(hashes)\(escape(scalar))" : String(scalar)
    }.joined()
  }

  /// Whether a reader of the source would not see it, or see it elsewhere.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "u{\(String(scalar.value, radix: 16))}"
  }
}
