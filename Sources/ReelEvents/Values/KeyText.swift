/// Text compared by its UTF-8 bytes, as a key of a dictionary.
public struct KeyText: Hashable, Comparable, Sendable {
  /// The text itself.
  public let text: String

  /// `text`, compared by bytes.
  public init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  public static func == (one: KeyText, other: KeyText) -> Bool {
    utf8Equal(one.text, other.text)
  }

  /// Orders by UTF-8 bytes.
  public static func < (one: KeyText, other: KeyText) -> Bool {
    utf8Precedes(one.text, other.text)
  }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
