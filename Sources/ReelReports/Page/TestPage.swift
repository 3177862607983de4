import ReelEvents

/// What a run of tests came to as one page for a browser: what failed, with both sides and what to
/// run next, and below every result. It needs neither network nor scripts.
public struct TestPage {
  let results: [TestResult]

  /// The page of `results`.
  public init(_ results: [TestResult]) { self.results = results }

  /// The page in UTF-8, the same bytes for the same results.
  public var bytes: [UInt8] {
    let failed = results.filter { !$0.hasPassed }
    let passed = Int64(results.count - failed.count)
    let counts = "\(grouped(passed)) passed, \(grouped(Int64(failed.count))) failed"
    let verdict =
      failed.isEmpty
      ? Markup.text("p", "verdict same", "✓ Everything is as expected.")
      : .text(
        "p", "verdict failing", "✕ \(counted(Int64(failed.count), "result")) not as expected.")
    let header = Markup.element(
      "header", ["class": "top"], .text("p", "eyebrow", "what the recordings come to"),
      .text("h1", nil, counts), verdict)
    let main = Markup.element("main", [:], Markup(failed.map { card($0) }), table)
    return PageFrame(title: "reel test: \(counts)", body: header + main).bytes
  }

  private func card(_ result: TestResult) -> Markup {
    let others = result.failure == nil ? result.problems[...] : result.problems.dropFirst()
    let shown = others.prefix(Self.problemsMax).map { Markup.text("li", nil, $0) }
    let left = Int64(others.count - shown.count)
    return .element(
      "section", ["class": "card failure"],
      .element(
        "h2", [:], .text("span", "key", result.recording),
        .text("span", "count", result.policy.map { "under \($0)" } ?? "")),
      result.failure.map { sides($0) } ?? .none,
      shown.isEmpty ? .none : .element("ul", ["class": "problems"], Markup(shown)),
      left > 0 ? .text("p", "more", "and \(grouped(left)) more") : .none,
      Markup(result.commands.map { .text("pre", "command", $0) }))
  }

  /// How many problems of one result are on the page besides the first.
  private static let problemsMax = 20

  private func sides(_ failure: TestFailure) -> Markup {
    let position = failure.line.map { "\(failure.file), line \($0)" } ?? failure.file
    let cause = failure.cause.map { "\($0.moment.text): \($0.sentence)" }
    let rows = [
      ("place", failure.place), ("in", position), ("expected", failure.expected),
      ("found", failure.found), ("goes back to", failure.moment?.text ?? ""),
      ("nearest cause", cause ?? ""),
    ]
    return .element(
      "table", ["class": "sides"],
      .element(
        "tbody", [:],
        Markup(
          rows.filter { !$0.1.isEmpty }.map { name, text in
            .element(
              "tr", [:], .element("th", ["scope": "row"], Markup(name)),
              .text("td", "value", text))
          })))
  }

  private var table: Markup {
    let head = ["recording", "policy", "result"].map {
      Markup.element("th", ["scope": "col"], Markup($0))
    }
    let rows = results.map { result in
      Markup.element(
        "tr", [:],
        .element("th", ["scope": "row"], .text("span", "key", result.recording)),
        .element("td", [:], .text("span", "key", result.policy ?? "")),
        .element(
          "td", ["class": result.hasPassed ? "safe" : "error"],
          .text("span", "severity", result.hasPassed ? "✓ passed" : "✕ failed")))
    }
    return .element(
      "section", ["class": "card", "aria-labelledby": "results"],
      .element(
        "h2", ["id": "results"], Markup("Every result"),
        .text("span", "count", grouped(Int64(results.count)))),
      .element(
        "table", [:], .element("thead", [:], .element("tr", [:], Markup(head))),
        .element("tbody", [:], Markup(rows))))
  }
}
