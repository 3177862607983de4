import ReelEvents
import ReelReplay

extension MatrixReport {
  /// The report in lines: for each system a table, recordings down and policies across, what its
  /// marks mean, and last what all recordings together say of each policy.
  public func lines(_ style: TextStyle) -> [String] {
    let tables = MatrixTable.tables(of: result)
    let parts = tables.map { table in
      heading(table, style) + staircase(table, style) + rows(table, style) + quiet(table)
        + [""] + legend(table, style) + [""] + verdicts(table, style)
    }
    return Array(parts.joined(separator: ["", ""])) + strangers
  }

  // MARK: The table

  private func heading(_ table: MatrixTable, _ style: TextStyle) -> [String] {
    let title =
      "\(table.system.rawValue): \(counted(Int64(table.rows.count), "recording"))"
      + " under \(countedPolicies(table.policies.count))"
    return [style.paint(title, .strong), ""]
  }

  /// The names of the policies, each at the head of its column, which leads down to the cells.
  private func staircase(_ table: MatrixTable, _ style: TextStyle) -> [String] {
    let layout = Layout(table, style)
    return table.policies.indices.map { column in
      var line = String(repeating: " ", count: layout.nameWidth)
      for earlier in 0..<column {
        line += Layout.gap + "|".padded(to: layout.widths[earlier])
      }
      return line + Layout.gap + DisplayWidth.printable(table.policies[column])
    }
  }

  private func rows(_ table: MatrixTable, _ style: TextStyle) -> [String] {
    let layout = Layout(table, style)
    var lines: [String] = []
    for row in table.rows where !row.isQuiet {
      var line = layout.name(row.name)
      for (cell, width) in zip(row.cells, layout.widths) {
        let mark = table.mark(cell)
        line +=
          Layout.gap + style.paint(mark, cell.accent)
          + String(repeating: " ", count: width - mark.utf8.count)
      }
      lines.append(line.trimmingEnd())
    }
    var last = style.paint("fails in".padded(to: layout.nameWidth), .strong)
    for (total, width) in zip(table.totals, layout.widths) {
      let count = total.count(.fails)
      last +=
        Layout.gap
        + style.paint(String(count).padded(to: width), count == 0 ? .good : .bad)
    }
    return lines + [last.trimmingEnd()]
  }

  private func quiet(_ table: MatrixTable) -> [String] {
    let names = table.rows.filter(\.isQuiet).map(\.name)
    guard !names.isEmpty else { return [] }
    return [""]
      + TextLines.wrapped(
        "the same under every policy: \(names.joined(separator: ", "))", indent: "  ")
  }

  /// How wide the columns of a table are.
  private struct Layout {
    let nameWidth: Int
    let widths: [Int]

    static let gap = "  "
    /// How many columns a name takes where a line has to fit a terminal.
    private static let nameMax = 34

    init(_ table: MatrixTable, _ style: TextStyle) {
      let shown = table.rows.filter { !$0.isQuiet }
      let names = shown.map { DisplayWidth.of(DisplayWidth.printable($0.name)) }
      let widest = max(names.max() ?? 0, "fails in".count)
      nameWidth = style.columns == nil ? widest : min(widest, Self.nameMax)
      widths = table.policies.indices.map { column in
        let marks = shown.map { table.mark($0.cells[column]).utf8.count }
        let total = String(table.totals[column].count(.fails)).utf8.count
        return max(marks.max() ?? 1, total)
      }
    }

    func name(_ name: String) -> String {
      DisplayWidth.shortened(DisplayWidth.printable(name), to: nameWidth).padded(to: nameWidth)
    }
  }

  // MARK: What it says

  private func legend(_ table: MatrixTable, _ style: TextStyle) -> [String] {
    let cells = table.rows.flatMap(\.cells)
    let known: [(MatrixCell.Verdict, String)] = [
      (.same, "as recorded"), (.differs, "differs, and no check fails"),
      (.undecided, "the session does not tell"), (.unconcerned, "says nothing of this policy"),
    ]
    var table2 = TextTable()
    for (verdict, meaning) in known where cells.contains(where: { $0.verdict == verdict }) {
      table2.add(["  \(verdict.mark)", meaning].map { TextTable.Cell($0, .faint) })
    }
    for check in table.checks {
      let severities = Set(cells.flatMap(\.findings).filter { $0.check == check }.map(\.severity))
      let letters = [Severity.error, .warning].filter(severities.contains)
        .map { table.letter(check, $0) }.joined(separator: " ")
      let note = severities.contains(.error) ? "" : " (warns)"
      table2.add(["  \(letters)", check.rawValue + note].map { TextTable.Cell($0, .faint) })
    }
    return table2.lines(style)
  }

  private func verdicts(_ table: MatrixTable, _ style: TextStyle) -> [String] {
    var texts = TextTable()
    for total in table.totals.safestFirst {
      texts.add([
        TextTable.Cell(total.policy),
        TextTable.Cell(total.verdictText, total.isSafe ? .good : .bad),
        TextTable.Cell(proof(of: total, table, style)),
      ])
    }
    return TextLines.wrapped(table.conclusion).map { style.paint($0, .strong) }
      + texts.lines(style, indent: "  ")
      + breakingAll(table)
  }

  /// How many columns the name of a recording takes where a check stands beside it, on a terminal.
  private static let proofNameMax = 26

  /// Where a policy breaks while another stands.
  private func proof(
    of total: MatrixResult.Total, _ table: MatrixTable, _ style: TextStyle
  ) -> String {
    guard let proof = total.firstProof else { return "" }
    if total.isBrokenOnlyWithAll && !table.breakingAll.isEmpty { return "only where every rule is" }
    let whole = table.name(of: proof.recording)
    let name =
      style.columns == nil ? whole : DisplayWidth.shortened(whole, to: Self.proofNameMax)
    return "\(name) at \(grouped(proof.finding.event)): "
      + proof.finding.check.rawValue
  }

  private func breakingAll(_ table: MatrixTable) -> [String] {
    let names = table.breakingAll
    if names.isEmpty { return [] }
    return TextLines.wrapped(
      "no rule here survives \(counted(Int64(names.count), "session")): "
        + names.joined(separator: ", "), indent: "  ")
  }

  private var strangers: [String] {
    let names = result.rows.filter(\.systems.isEmpty).map(\.recording)
    return names.isEmpty
      ? [] : ["", "about nothing that a policy decides: \(names.joined(separator: ", "))"]
  }

  private func countedPolicies(_ count: Int) -> String {
    "\(grouped(Int64(count))) \(count == 1 ? "policy" : "policies")"
  }
}

extension MatrixTable {
  /// A cell in a few letters: the checks that fail, or the verdict's mark; then the checks that
  /// warn.
  func mark(_ cell: MatrixCell) -> String {
    let errors = cell.checks(.error).map { letter($0, .error) }.joined()
    let warnings = cell.checks(.warning).map { letter($0, .warning) }.joined()
    return (errors.isEmpty ? cell.verdict.mark : errors) + warnings
  }
}

extension MatrixCell {
  fileprivate var accent: TextStyle.Accent {
    switch verdict {
    case .unconcerned: .faint
    case .same: .good
    case .differs: .good
    case .undecided: .caution
    case .fails: .bad
    }
  }
}

extension MatrixCell.Verdict {
  /// What stands in a cell where no check fails.
  fileprivate var mark: String {
    switch self {
    case .unconcerned: "-"
    case .same: "="
    case .differs: "~"
    case .undecided: "?"
    case .fails: "!"
    }
  }
}

extension [MatrixResult.Total] {
  /// The policies that the fewest recordings prove wrong first; of equals, as they were given.
  var safestFirst: [MatrixResult.Total] {
    enumerated().sorted { one, other in
      (one.element.count(.fails), one.offset) < (other.element.count(.fails), other.offset)
    }.map(\.element)
  }
}

extension MatrixTable {
  /// Which policies are safe, as a sentence.
  var conclusion: String {
    let safe = totals.filter(\.isSafe).map(\.policy)
    if !safe.isEmpty {
      let isTold = totals.allSatisfy { !$0.isSafe || $0.count(.undecided) == 0 }
      let verdict = isTold ? "Safe in every session" : "Proved unsafe by no session"
      return "\(verdict): \(Self.names(safe, of: policies))"
    }
    let best = breakingAll.isEmpty ? [] : totals.filter(\.isBrokenOnlyWithAll).map(\.policy)
    if !best.isEmpty { return "Safe wherever any rule is: \(Self.names(best, of: policies))" }
    return policies.count == 1
      ? "The rule is not safe in every session"
      : "None of the \(policies.count) rules is safe in every session"
  }

  private static func names(_ names: [String], of all: [String]) -> String {
    names.count == all.count && all.count > 1
      ? "all \(all.count) rules"
      : DisplayWidth.printable(names.joined(separator: ", "))
        + (all.count > 1 ? ", of \(all.count) rules" : "")
  }
}

extension MatrixResult.Total {
  /// Whether it is broken only by recordings that break every policy.
  var isBrokenOnlyWithAll: Bool { count(.fails) == brokenWithAllCount }

  /// Whether it is safe, in a few words.
  var verdictText: String {
    let all = grouped(Int64(concernedCount))
    if !isSafe { return "fails in \(grouped(Int64(count(.fails))))/\(all)" }
    let open = count(.undecided)
    return open == 0
      ? "safe in all \(all)" : "safe in \(concernedCount - open) of \(all), \(open) undecided"
  }
}
