import ReelEvents
import ReelReplay

extension MatrixReport {
  /// The report as Markdown for a pull request: for each system what all recordings say of each
  /// policy, and below, folded away, every recording.
  public var markdown: [String] {
    let parts = MatrixTable.tables(of: result).map { summary(of: $0) + details(of: $0) }
    return Array(parts.joined(separator: [""]))
  }

  private func summary(of table: MatrixTable) -> [String] {
    let title =
      "### Sync rules for \(table.system.rawValue), "
      + counted(Int64(table.rows.count), "recording")
    let rows = table.totals.safestFirst.map { total in
      [
        Markdown.code(total.policy), "\(total.isSafe ? "✅" : "❌") \(total.verdictText)",
        total.warnedCount == 0 ? "" : "\(total.warnedCount)",
        total.firstProof.map { proof in
          "\(Markdown.code(table.name(of: proof.recording))), event \(proof.finding.event): "
            + "\(proof.finding.check.rawValue)<br>\(Markdown.text(proof.finding.message))"
        } ?? "",
      ]
    }
    return [title, "", "\(Markdown.text(table.conclusion)).", ""]
      + Markdown.table(["policy", "verdict", "warns in", "first proof"], rows)
  }

  private func details(of table: MatrixTable) -> [String] {
    let rows = table.rows.map { row in
      [Markdown.code(row.name)] + row.cells.map(Self.words)
    }
    return ["", "<details><summary>Every recording</summary>", ""]
      + Markdown.table(["recording"] + table.policies.map(Markdown.code), rows)
      + ["", "</details>"]
  }

  /// A cell in words: the checks that fail, else its verdict; then the checks that warn.
  private static func words(_ cell: MatrixCell) -> String {
    let errors = cell.checks(.error).map { "❌ \($0.rawValue)" }
    let warnings = cell.checks(.warning).map { "⚠️ \($0.rawValue)" }
    return ((errors.isEmpty ? [cell.verdict.words] : errors) + warnings).joined(separator: "<br>")
  }
}

extension MatrixCell.Verdict {
  fileprivate var words: String {
    switch self {
    case .unconcerned: ""
    case .same, .differs, .undecided, .fails: rawValue
    }
  }
}

/// Pieces of Markdown that show any text as text.
enum Markdown {
  /// A table of `head` and `rows`, whose cells are Markdown already.
  static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    let line = { (cells: [String]) in "| \(cells.joined(separator: " | ")) |" }
    return [line(head), line(head.map { _ in "---" })] + rows.map(line)
  }

  /// `text` with everything escaped that Markdown or HTML would obey.
  static func text(_ text: String) -> String {
    DisplayWidth.printable(text).map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "@", "$": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  /// `text` as code, whatever it holds.
  static func code(_ text: String) -> String {
    let safe = DisplayWidth.printable(text).map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "|": "&#124;"
      case "`": "&#96;"
      case "*", "_", "[", "]", "\\", "~", "@", "$": "\\\(character)"
      default: String(character)
      }
    }.joined()
    return "<code>\(safe)</code>"
  }
}
