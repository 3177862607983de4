/// How text for people is dressed: in colour or not, and how wide.
public struct TextStyle: Sendable {
  /// Whether escape sequences for colour may be used.
  public var isColored: Bool
  /// The columns that there are for a line; nil where text may be of any width, as in a pipe.
  public var columns: Int?

  /// A style with or without colour, for lines of at most `columns`.
  public init(isColored: Bool, columns: Int? = nil) {
    self.isColored = isColored
    self.columns = columns
  }

  /// What a piece of text is, which decides its colour.
  public enum Accent: String, Sendable {
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case caution = "33"
  }

  /// `text` in the colour of `accent`, or as it is.
  public func paint(_ text: String, _ accent: Accent?) -> String {
    guard isColored, let accent, !text.isEmpty else { return text }
    return "\u{1B}[\(accent.rawValue)m\(text)\u{1B}[0m"
  }
}
