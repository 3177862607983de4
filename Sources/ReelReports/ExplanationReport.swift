public import ReelEvents
public import ReelReplay

/// How one divergence came about, as sentences for people and as JSON.
public struct ExplanationReport {
  let explanation: Explanation
  /// The captions of its events, by number.
  let captions: [Int64: String]

  /// The report of `explanation`.
  /// - Parameter captions: what happened at each of `events`.
  public init(_ explanation: Explanation, captions: [Int64: String]) {
    self.explanation = explanation
    self.captions = captions
  }

  /// The numbers of the events of the chain, ascending.
  public static func events(of explanation: Explanation) -> [Int64] {
    explanation.steps.map(\.event)
  }

  /// The JSON object, schema `reel.explanation/1`: the divergence, and `steps` by event, each with
  /// the sentences of either side; `isFact` where it is an act of the app or the world.
  public var value: Value {
    var members: ValueDictionary = [
      "schema": .string("reel.explanation/1"), "recording": .string(explanation.recording),
      "from": .string(explanation.from), "to": .string(explanation.to),
      "number": .integer(Int64(explanation.number)), "divergences": .integer(explanation.count),
      "divergence": explanation.divergence.value, "isCut": .bool(explanation.isCut),
      "steps": .array(explanation.steps.map(value(of:))),
    ]
    members["decides"] = explanation.decides.map(Value.string)
    return .dictionary(members)
  }

  private func value(of step: Explanation.Step) -> Value {
    .dictionary([
      "event": .integer(step.event), "at": .string(step.at.description),
      "device": .string(step.device), "fact": .string(captions[step.event] ?? ""),
      "isFact": .bool(step.isFact), "from": .array(step.from.map(Value.string)),
      "to": .array(step.to.map(Value.string)),
    ])
  }

  // MARK: Text

  /// The report in lines: what parts, then the chain, an event after the other.
  public func lines(_ style: TextStyle) -> [String] {
    var lines = title(style)
    if explanation.isCut { lines += ["", "  … and earlier events, which are left out"] }
    var day: Substring?
    for step in explanation.steps {
      lines += [""] + self.lines(of: step, day: day, style)
      day = step.at.day
    }
    return lines
  }

  private func title(_ style: TextStyle) -> [String] {
    let divergence = explanation.divergence
    let subject = [divergence.device, divergence.kind.rawValue, divergence.key]
      .compactMap(\.self).joined(separator: " ")
    let head = "\(explanation.recording), \(explanation.number) of \(explanation.count): \(subject)"
    let sides = sides.map { "\($0.policy): \($0.value)" }
    let decides = explanation.decides.map { "\(divergence.key ?? "") decides: \($0)" }
    let end = divergence.meetsAgain.map { "the same again at event \(grouped($0))" }
    return [style.paint(DisplayWidth.printable(head), .strong)]
      + (sides + [decides, end].compactMap(\.self)).flatMap { TextLines.wrapped($0, indent: "  ") }
  }

  private var sides: [(policy: String, value: String)] {
    let divergence = explanation.divergence
    let text = { (value: Value?) -> String in
      if divergence.kind == .delivery, case .string(let words)? = value { return words }
      return value.shown(columns: Self.valueColumns)
    }
    return [
      (named("from", explanation.from), text(divergence.from)),
      (named("to", explanation.to), text(divergence.to)),
    ]
  }

  /// A policy where it is told which one is meant.
  private func named(_ side: String, _ policy: String) -> String {
    isShort ? policy : "\(side), \(policy)"
  }

  /// Whether both policies are short enough to begin each paragraph.
  private var isShort: Bool {
    max(DisplayWidth.of(explanation.from), DisplayWidth.of(explanation.to)) <= Self.labelColumns
  }

  /// How many columns of a paragraph a policy may take.
  private static let labelColumns = 30

  /// How many columns a value takes.
  private static let valueColumns = 60

  /// An event: what happened, then what either side made of it, or both the same.
  private func lines(
    of step: Explanation.Step, day: Substring?, _ style: TextStyle
  ) -> [String] {
    let place = "event \(grouped(step.event)), \(step.at.shown(besides: day))"
    let caption = captions[step.event] ?? step.device
    let head = "  \(style.paint(place, .faint))  \(style.paint(caption, .strong))"
    if step.from.isEmpty && step.to.isEmpty { return [head] }
    if step.from == step.to { return [head] + paragraph("under both", step.from) }
    return [head] + paragraph(isShort ? explanation.from : "from", step.from)
      + paragraph(isShort ? explanation.to : "to", step.to)
  }

  private func paragraph(_ policy: String, _ sentences: [String]) -> [String] {
    let words = sentences.isEmpty ? "nothing comes of it" : sentences.joined(separator: "; ")
    return TextLines.wrapped("\(policy): \(words)", indent: "      ")
  }
}
