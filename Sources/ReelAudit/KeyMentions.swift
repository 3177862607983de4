public import ReelEvents

/// One place where a source names a key of the catalog.
public struct KeyMention: Sendable, Equatable {
  /// The key's name.
  public var key: String
  /// The line, from 1.
  public var line: Int
  /// Whether it is a string literal (`"chartStyle"`); else a member (`.chartStyle`).
  public var isLiteral: Bool
}

extension Catalog {
  /// Where `source`, the text of one Swift file, names keys of this catalog, in the order of the
  /// text.
  ///
  /// A key counts where it stands whole, as a string literal or after a dot, outside comments. It
  /// is a list of places to look at, not a proof: a name that is put together at run time is not
  /// seen. Complexity: O(length of the source), looking each word up once.
  public func mentions(in source: [UInt8]) -> [KeyMention] {
    let names = Set(keys.map(\.name))
    var mentions: [KeyMention] = []
    var scanner = SourceScanner(source)
    while let word = scanner.next() {
      if names.contains(word.text) {
        mentions.append(
          KeyMention(key: word.text, line: word.line, isLiteral: word.isLiteral))
      }
    }
    return mentions
  }
}

/// The string literals and members of a Swift source, one after another.
struct SourceScanner {
  struct Word {
    var text: String
    var line: Int
    var isLiteral: Bool
  }

  private let source: [UInt8]
  private var position = 0
  private var line = 1

  init(_ source: [UInt8]) { self.source = source }

  mutating func next() -> Word? {
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlock()
      case UInt8(ascii: "\""): return literal()
      case UInt8(ascii: "."):
        position += 1
        if let word = member() { return word }
      default: position += 1
      }
    }
    return nil
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < source.count ? source[position + distance] : nil
  }

  private mutating func skipLine() {
    while position < source.count && source[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBlock() {
    position += 2
    while position < source.count {
      if source[position] == UInt8(ascii: "\n") { line += 1 }
      if source[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
  }

  /// A literal up to its closing quote or the end of the line; escapes are kept as they are
  /// written.
  private mutating func literal() -> Word {
    let start = position + 1
    position = start
    while position < source.count, source[position] != UInt8(ascii: "\""),
      source[position] != UInt8(ascii: "\n")
    {
      position += source[position] == UInt8(ascii: "\\") && peek(1) != UInt8(ascii: "\n") ? 2 : 1
    }
    let end = min(position, source.count)
    if peek(0) == UInt8(ascii: "\"") { position += 1 }
    return Word(
      text: String(decoding: source[start..<end], as: UTF8.self), line: line, isLiteral: true)
  }

  private mutating func member() -> Word? {
    let start = position
    while position < source.count, isNamePart(source[position]) { position += 1 }
    if start == position { return nil }
    return Word(
      text: String(decoding: source[start..<position], as: UTF8.self), line: line,
      isLiteral: false)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
