/// Rows whose columns line up, also where characters are wide.
struct TextTable {
  /// One cell: its text, and what it is.
  struct Cell {
    var text: String
    var accent: TextStyle.Accent?
    var isNumber: Bool

    init(_ text: String, _ accent: TextStyle.Accent? = nil, isNumber: Bool = false) {
      self.text = DisplayWidth.printable(text)
      self.accent = accent
      self.isNumber = isNumber
    }

    /// A number, which stands at the right of its column.
    static func number(_ number: Int64) -> Cell { Cell(grouped(number), isNumber: true) }
  }

  private var rows: [[Cell]] = []

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  mutating func add(_ texts: String...) { rows.append(texts.map { Cell($0) }) }

  /// The rows as lines, each begun by `indent`; two spaces between columns.
  ///
  /// Where the style says how many columns there are, the widest columns of text are shortened
  /// until a line fits. Numbers are never shortened.
  func lines(_ style: TextStyle, indent: String = "") -> [String] {
    let widths = widths(fitting: style.columns.map { $0 - DisplayWidth.of(indent) })
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        let text = DisplayWidth.shortened(cell.text, to: widths[column])
        let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(text))
        if column > 0 && widths[column] > 0 { line += "  " }
        let painted = style.paint(text, cell.accent)
        line += cell.isNumber ? space + painted : painted + space
      }
      return line.trimmingEnd()
    }
  }

  /// Below that, text tells too little: a line is too long then.
  private static let shortenedMin = 8

  /// The width of each column.
  private func widths(fitting room: Int?) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
    }
    guard let room else { return widths }
    let isText = (0..<count).map { column in
      !rows.contains { column < $0.count && $0[column].isNumber }
    }
    let gaps = widths.dropFirst().reduce(0) { $0 + ($1 > 0 ? 2 : 0) }
    var surplus = widths.reduce(gaps, +) - room
    while surplus > 0 {
      let shrinking = widths.indices.filter { isText[$0] && widths[$0] > Self.shortenedMin }
      guard let widest = shrinking.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = shrinking.lazy.map { widths[$0] }.filter { $0 < widths[widest] }.max()
      let target = max(Self.shortenedMin, next ?? 0, widths[widest] - surplus)
      let step = max(1, widths[widest] - target)
      widths[widest] -= step
      surplus -= step
    }
    return widths
  }
}

extension String {
  /// The text without spaces at its end.
  func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// `number` with commas between groups of three digits: 1,048,576.
func grouped(_ number: Int64) -> String {
  var digits = Array(String(number.magnitude))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// `count` and the noun, in the plural where it is not one: `1 event`, `2 events`.
package func counted(_ count: Int64, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// `count`, the noun and its verb: `1 event is`, `2 events are`.
package func counted(_ count: Int64, _ noun: String, _ one: String, _ many: String) -> String {
  "\(counted(count, noun)) \(count == 1 ? one : many)"
}
