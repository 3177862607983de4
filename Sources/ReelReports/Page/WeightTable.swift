import ReelEvents
import ReelReplay

/// What each side sent of each key, as bars with their numbers.
struct WeightTable {
  let weights: [SessionStory.Weight]
  let diff: DiffResult

  /// How many keys are on the page, and how many are seen without asking.
  static let rowsMax = 500
  static let openMax = 15

  init(_ weights: [SessionStory.Weight], _ diff: DiffResult) {
    self.weights = weights
    self.diff = diff
  }

  var markup: Markup {
    let title = Markup.element(
      "h2", ["id": "weights"], Markup("What each key weighs"),
      .text("span", "count", "bytes sent in all"))
    guard let heaviest = weights.map({ max($0.from, $0.to) }).max() else {
      return .element("section", ["class": "card"], title, .text("p", "empty", "Nothing is sent."))
    }
    let rows = weights.prefix(Self.rowsMax).map { row($0, heaviest: heaviest) }
    let rest = rows.dropFirst(Self.openMax)
    let left = Int64(weights.count - rows.count)
    return .element(
      "section", ["class": "card weights", "aria-labelledby": "weights"], title,
      table(Array(rows.prefix(Self.openMax))),
      rest.isEmpty
        ? .none
        : .element(
          "details", [:], .text("summary", nil, "\(grouped(Int64(rest.count))) lighter keys"),
          table(Array(rest))),
      left > 0 ? .text("p", "more", "and \(grouped(left)) more; reel replay --show keys") : .none)
  }

  private func table(_ rows: [Markup]) -> Markup {
    .element(
      "table", ["class": "bars"],
      .element(
        "thead", [:],
        .element(
          "tr", [:], .element("th", ["scope": "col"], Markup("key")),
          .element(
            "th", ["scope": "col", "colspan": "2"], .badge("A"), Markup(" above "), .badge("B")),
          .element("th", ["scope": "col", "class": "number"], Markup("B against A")))),
      .element("tbody", [:], Markup(rows)))
  }

  private func row(_ weight: SessionStory.Weight, heaviest: Int64) -> Markup {
    let change = weight.to - weight.from
    let sign = change > 0 ? "+" : change < 0 ? "−" : "±"
    return .element(
      "tr", [:], .element("th", ["scope": "row"], .text("span", "key", weight.key)),
      .element(
        "td", ["class": "bar"], bar("a", weight.from, heaviest), bar("b", weight.to, heaviest)),
      .element(
        "td", ["class": "number"], .text("span", nil, grouped(weight.from)),
        .text("span", nil, grouped(weight.to))),
      .text("td", "number", change == 0 ? "same" : "\(sign)\(grouped(abs(change)))"))
  }

  /// A bar whose length needs no style of its own, which the page's policy would not let pass.
  private func bar(_ side: String, _ bytes: Int64, _ heaviest: Int64) -> Markup {
    let share = Double(bytes) / Double(heaviest) * 100
    let tenths = (share * 10).rounded() / 10
    return .element(
      "svg", ["class": "bar \(side)", "aria-hidden": "true"],
      .element("rect", ["width": "\(tenths)%", "height": "100%"]))
  }
}
