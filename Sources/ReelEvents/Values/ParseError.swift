/// A text that is not what it should be: where, what was expected there, and what was found.
///
/// It never holds a setting's value, since recordings carry purchases, places and tokens.
public struct ParseError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Bytes from the start of the text that was read.
  public var offset: Int
  /// The line in that text, from 1.
  public var line: Int
  /// What should have stood there.
  public var expected: String
  /// What stood there, by its sort.
  public var found: String

  /// The fault at `offset` in `line`.
  public init(offset: Int, line: Int, expected: String, found: String) {
    self.offset = offset
    self.line = line
    self.expected = expected
    self.found = found
  }

  /// `expected …, found …`, without the place, which callers word for their kind of text.
  public var description: String { "expected \(expected), found \(found)" }
}
