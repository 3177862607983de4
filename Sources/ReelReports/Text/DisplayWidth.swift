/// How many columns of a terminal a text takes, and what of it is safe to show there.
public enum DisplayWidth {
  /// The columns that `text` takes: 2 for wide East Asian characters and emoji, 0 for marks that
  /// combine with the character before. Complexity: O(length).
  static func of(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + columns(of: $1) }
  }

  /// `text` in at most `columns` columns, the last one an ellipsis where something is left out.
  static func shortened(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var kept = ""
    var left = columns - 1
    for character in text {
      left -= Self.columns(of: character)
      if left < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// `text` without what a terminal would obey: control characters and changes of the writing
  /// direction become `\u{…}`. Keys and values of a recording are anybody's.
  public static func printable(_ text: String) -> String {
    guard !isPlain(text), text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Whether it is of printable ASCII alone, as most texts are: each character takes one column.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200D
    default: false
    }
  }

  /// What a terminal shows as one picture takes two columns, whatever it is composed of; of any
  /// other cluster each scalar takes its own.
  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isPicture =
      scalars.first?.properties.isEmojiPresentation == true
      || scalars.contains { $0.value == 0xFE0F }
    return isPicture ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and finals of Hangul syllables that are written in parts.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The wide and full-width blocks (Unicode Standard Annex 11), as far as text of apps goes.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
