import ReelEvents
public import ReelReplay

/// Policies over recordings as one page for a browser: which rules are safe, and which sessions
/// prove the others wrong. It needs neither network nor scripts.
public struct MatrixPage {
  let result: MatrixResult

  /// The page of `result`.
  public init(_ result: MatrixResult) { self.result = result }

  /// The page in UTF-8, the same bytes for the same result.
  public var bytes: [UInt8] {
    let tables = MatrixTable.tables(of: result)
    let recordings = counted(Int64(result.rows.count), "recording")
    let policies = result.policies.count == 1 ? "1 rule" : "\(result.policies.count) rules"
    let header = Markup.element(
      "header", ["class": "top"], .text("p", "eyebrow", "which rules are safe"),
      .text("h1", nil, "\(policies) over \(recordings)"),
      Markup(tables.map { .text("p", "verdict", "\($0.system.rawValue): \($0.conclusion).") }))
    let main = Markup.element("main", [:], Markup(tables.map { section($0) }))
    return PageFrame(title: "reel matrix: \(policies) over \(recordings)", body: header + main)
      .bytes
  }

  private func section(_ table: MatrixTable) -> Markup {
    let name = table.system.rawValue
    return .element(
      "section", ["class": "card", "aria-labelledby": name],
      .element(
        "h2", ["id": name], Markup(name),
        .text("span", "count", counted(Int64(table.rows.count), "recording"))),
      totals(table), .text("h3", "spaced", "Every recording"), grid(table), legend(table))
  }

  // MARK: What all recordings say

  private func totals(_ table: MatrixTable) -> Markup {
    let head = ["rule", "verdict", "warns in", "first proof"].map {
      Markup.element("th", ["scope": "col"], Markup($0))
    }
    let rows = table.totals.safestFirst.map { total in
      Markup.element(
        "tr", [:],
        .element("th", ["scope": "row"], .text("span", "key", total.policy)),
        .element(
          "td", ["class": total.isSafe ? "safe" : "error"],
          .text("span", "severity", "\(total.isSafe ? "✓" : "✕") \(total.verdictText)")),
        .text("td", "number", total.warnedCount == 0 ? "" : grouped(Int64(total.warnedCount))),
        .element("td", [:], proof(total, table)))
    }
    return .element(
      "table", ["class": "totals"], .element("thead", [:], .element("tr", [:], Markup(head))),
      .element("tbody", [:], Markup(rows)))
  }

  private func proof(_ total: MatrixResult.Total, _ table: MatrixTable) -> Markup {
    guard let proof = total.firstProof else { return .none }
    let place = "\(table.name(of: proof.recording)), event \(grouped(proof.finding.event)): "
    return .element("p", [:], Markup(place), .text("b", nil, proof.finding.check.rawValue))
      + .text("p", "message", proof.finding.message)
  }

  // MARK: Every recording

  private func grid(_ table: MatrixTable) -> Markup {
    let head = table.policies.map { policy in
      Markup.element("th", ["scope": "col"], .text("span", "key", policy))
    }
    let rows = table.rows.map { row in
      Markup.element(
        "tr", [:], .element("th", ["scope": "row"], .text("span", "key", row.name)),
        Markup(row.cells.map { cell($0, table) }))
    }
    let hint = ["class": "scroll wide", "tabindex": "0", "role": "region"] as KeyValuePairs
    return .element(
      "div", hint,
      .element(
        "table", ["class": "matrix"],
        .element(
          "thead", [:],
          .element("tr", [:], .element("th", ["scope": "col"], Markup("recording")), Markup(head))),
        .element("tbody", [:], Markup(rows))))
  }

  /// A cell: its verdict as a sign and a word, and the letters of the checks that find something.
  private func cell(_ cell: MatrixCell, _ table: MatrixTable) -> Markup {
    let (errors, warnings) = (cell.checks(.error), cell.checks(.warning))
    let letters =
      errors.map { table.letter($0, .error) } + warnings.map { table.letter($0, .warning) }
    let names = (errors + warnings).map(\.rawValue).joined(separator: ", ")
    let attributes: KeyValuePairs<String, String> = [
      "class": "cell \(cell.verdict.rawValue)", "title": names,
    ]
    let checks = letters.isEmpty ? Markup.none : .text("span", "letters", letters.joined())
    return .element(
      "td", attributes, .text("span", "sign", cell.verdict.sign), Markup(" "),
      .text("span", nil, cell.verdict.rawValue), checks)
  }

  private func legend(_ table: MatrixTable) -> Markup {
    let items = table.checks.map { check in
      Markup.element(
        "li", [:],
        .text("span", "letters", "\(table.letter(check, .error)) \(table.letter(check, .warning))"),
        Markup(" \(check.rawValue)"))
    }
    return .text("p", "more", "A capital letter is an error, a small one a warning.")
      + .element("ul", ["class": "letters-legend"], Markup(items))
  }
}

extension MatrixCell.Verdict {
  fileprivate var sign: String {
    switch self {
    case .unconcerned: "–"
    case .same: "="
    case .differs: "≠"
    case .undecided: "?"
    case .fails: "✕"
    }
  }
}
