import ReelEvents
import ReelReplay

/// What the checks find on each side, worst first.
struct FindingList {
  let diff: DiffResult

  /// How many findings of a group are on the page.
  static let shownMax = 100

  init(_ diff: DiffResult) { self.diff = diff }

  var markup: Markup {
    let (from, to) = diff.findings
    let groups = [
      ("only under", "B", to.filter { !$0.isAmong(from) }),
      ("only under", "A", from.filter { !$0.isAmong(to) }),
      ("under both", "", to.filter { $0.isAmong(from) }),
    ]
    let title = Markup.element(
      "h2", ["id": "findings"], Markup("What the checks find"),
      .text("span", "count", "A \(grouped(Int64(from.count))) · B \(grouped(Int64(to.count)))"))
    let filled = groups.filter { !$0.2.isEmpty }
    let body =
      filled.isEmpty
      ? Markup.text("p", "empty", "Nothing, under either rule.")
      : Markup(filled.map { group(words: $0.0, letter: $0.1, $0.2) })
    return .element(
      "section", ["class": "card", "aria-labelledby": "findings"], title,
      .element(
        "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Findings"],
        body))
  }

  private func group(words: String, letter: String, _ findings: [Finding]) -> Markup {
    let sorted = findings.enumerated().sorted { one, other in
      (other.element.severity, one.element.event, one.offset)
        < (one.element.severity, other.element.event, other.offset)
    }.map(\.element)
    let left = Int64(sorted.count - Self.shownMax)
    return .element(
      "div", ["class": "group"],
      .element("h3", [:], Markup("\(words) "), letter.isEmpty ? .none : .badge(letter)),
      .element("ul", ["class": "findings"], Markup(sorted.prefix(Self.shownMax).map(item))),
      left > 0 ? .text("p", "more", "and \(grouped(left)) more; reel check has them") : .none)
  }

  private func item(_ finding: Finding) -> Markup {
    let times = finding.count > 1 ? ", \(grouped(finding.count)) times" : ""
    let subject = [finding.device, finding.key].compactMap(\.self).joined(separator: " ")
    return .element(
      "li", ["class": finding.severity.rawValue],
      .text("span", "severity", "\(finding.severity.sign) \(finding.severity.rawValue)"),
      .element(
        "div", [:],
        .element(
          "p", ["class": "what"], .text("b", nil, finding.check.rawValue), Markup(" on "),
          .text("span", "key", subject), Markup(", "), .event(finding.event), Markup(times)),
        .text("p", "message", finding.message)))
  }
}

extension Severity {
  /// A sign of its own for each, so that none is told by its colour alone.
  fileprivate var sign: String {
    switch self {
    case .error: "✕"
    case .warning: "▲"
    case .note: "●"
    }
  }
}
