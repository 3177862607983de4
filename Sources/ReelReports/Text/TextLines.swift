/// Running text in lines.
public enum TextLines {
  /// How many columns a line of running text takes at most.
  public static let columns = 100

  /// `text` broken between words into lines of at most `columns` columns, each begun by `indent`;
  /// those after the first by `hanging` more.
  public static func wrapped(
    _ text: String, indent: String = "", hanging: String = "  ", to columns: Int = columns
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in DisplayWidth.printable(text).split(separator: " ") {
      let next = line.isEmpty ? String(word) : "\(line) \(word)"
      let start = indent + (lines.isEmpty ? "" : hanging)
      if line.isEmpty || DisplayWidth.of(start + next) <= columns {
        line = next
      } else {
        lines.append(start + line)
        line = String(word)
      }
    }
    return lines + [indent + (lines.isEmpty ? "" : hanging) + line]
  }
}

extension String {
  /// The text with spaces after it, so that it takes `columns` columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(columns - DisplayWidth.of(self), 0))
  }
}
