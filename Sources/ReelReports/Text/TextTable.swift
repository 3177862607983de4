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
  func lines(_ style: TextStyle, indent: String = "") -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell.text))
        if column > 0 && widths[column] > 0 { line += "  " }
        let painted = style.paint(cell.text, cell.accent)
        line += cell.isNumber ? space + painted : painted + space
      }
      return line.trimmingEnd()
    }
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
func counted(_ count: Int64, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
