import ReelEvents
import ReelReplay

/// The divergences as a table whose rows lead to their events.
struct DivergenceTable {
  let diff: DiffResult

  /// How many rows are on the page.
  static let rowsMax = 300

  init(_ diff: DiffResult) { self.diff = diff }

  var markup: Markup {
    let shown = diff.divergences.prefix(Self.rowsMax)
    let count = Int64(diff.divergences.count) + diff.droppedCount
    let title = Markup.element(
      "h2", ["id": "divergences"], Markup("Where they part"),
      .text("span", "count", grouped(count)))
    guard !shown.isEmpty else {
      return .element("section", ["class": "card"], title, .text("p", "empty", "Nowhere."))
    }
    let head = ["event", "device", "what", "A", "B", "until"].map { name in
      Markup.element(
        "th", ["scope": "col"], ["A", "B"].contains(name) ? .badge(name) : Markup(name))
    }
    let left = count - Int64(shown.count)
    let rest =
      left == 0
      ? Markup.none
      : .text(
        "p", "more",
        "and \(grouped(left)) more: n and p walk through them; reel diff --json has them")
    return .element(
      "section", ["class": "card", "aria-labelledby": "divergences"], title,
      .element(
        "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Divergences"],
        .element(
          "table", ["class": "divergences"],
          .element("thead", [:], .element("tr", [:], Markup(head))),
          .element("tbody", [:], Markup(shown.map(row))))),
      rest)
  }

  private func row(_ divergence: Divergence) -> Markup {
    let until = divergence.meetsAgain.map { Markup.event($0, words: "") } ?? Markup("the end")
    return .element(
      "tr", [:],
      .element("td", ["class": "number"], .event(divergence.event, words: "")),
      .text("td", nil, divergence.device),
      .element(
        "td", [:], .text("span", "kind", divergence.kind.rawValue), Markup(" "),
        .text("span", "key", divergence.key ?? "")),
      .text("td", "value", DivergenceWords.from(divergence)),
      .text("td", "value", DivergenceWords.to(divergence)),
      .element("td", ["class": "until"], until))
  }
}

/// The two sides of a divergence in words.
enum DivergenceWords {
  static func from(_ divergence: Divergence) -> String { words(divergence.from, divergence) }

  static func to(_ divergence: Divergence) -> String { words(divergence.to, divergence) }

  private static func words(_ value: Value?, _ divergence: Divergence) -> String {
    switch (divergence.kind, value) {
    case (.delivery, .string(let words)?): words
    case (.dismissals, .bool(let isListed)?): isListed ? "listed" : "not listed"
    case (.payload, _), (.store, _), (.answer, _), (.delivery, _), (.dismissals, _):
      value.shown(columns: 48)
    }
  }
}
