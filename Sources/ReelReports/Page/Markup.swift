import ReelEvents

/// Text of a page. What is made from plain text is escaped, so that nothing of a recording is ever
/// read as markup.
struct Markup {
  private(set) var text: String

  private init(verbatim text: String) { self.text = text }

  /// Plain text, shown as it is; what cannot be seen, or would turn the line around, as `\u{…}`.
  init(_ plain: String) {
    text = ""
    for character in Self.shown(plain).unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(character)
      }
    }
  }

  /// What is very long is cut: a key may have a megabyte.
  private static func shown(_ plain: String) -> String {
    let cut = plain.unicodeScalars.prefix(shownMax + 1)
    guard cut.count > shownMax else { return DisplayWidth.printable(plain) }
    return DisplayWidth.printable(String(String.UnicodeScalarView(cut.dropLast()))) + "…"
  }

  /// How many characters of a text are on a page.
  static let shownMax = 600

  /// Markup that is part of the program.
  static func trusted(_ text: String) -> Markup { Markup(verbatim: text) }

  /// Nothing.
  static let none = Markup(verbatim: "")

  /// Several, one after the other.
  init(_ parts: [Markup]) { text = parts.map(\.text).joined() }

  /// An element with its attributes and content.
  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: Markup...
  ) -> Markup {
    let written = attributes.map { " \($0.key)=\"\(Markup($0.value).text)\"" }.joined()
    return Markup(verbatim: "<\(name)\(written)>\(Markup(content).text)</\(name)>")
  }

  /// An element with a class, or none, and plain text.
  static func text(_ name: String, _ style: String? = nil, _ plain: String) -> Markup {
    guard let style else { return element(name, [:], Markup(plain)) }
    return element(name, ["class": style], Markup(plain))
  }

  static func + (one: Markup, other: Markup) -> Markup { Markup([one, other]) }
}

extension Markup {
  /// A number that leads to its event on the page.
  static func event(_ number: Int64, words: String = "event ") -> Markup {
    element("a", ["href": "#e\(number)"], Markup(words + grouped(number)))
  }

  /// A sentence of the program, in which each `event N` leads to that event.
  static func linked(_ sentence: String) -> Markup {
    let words = "event "
    var parts: [Markup] = []
    var rest = sentence[...]
    while let place = rest.firstRange(of: words) {
      let digits = rest[place.upperBound...].prefix { $0.isASCII && $0.isNumber || $0 == "," }
      let number = Int64(digits.filter { $0 != "," })
      parts.append(Markup(String(rest[..<place.lowerBound])))
      parts.append(number.map { event($0) } ?? Markup(words + digits))
      rest = rest[digits.endIndex...]
    }
    return Markup(parts) + Markup(String(rest))
  }

  /// The sign of a side: A or B.
  static func badge(_ letter: String) -> Markup {
    text("span", "side \(letter.lowercased())", letter)
  }
}
