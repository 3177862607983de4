public import ReelEvents

/// How a recording now differs, under one policy, from what its golden has, and since when.
public struct GoldenFailure: Sendable {
  /// Something that changed, and the event that it goes back to.
  public struct Change: Sendable, Equatable {
    /// The event.
    public var event: Int64
    /// What changed, as a sentence without its event.
    public var sentence: String
  }

  /// The place that differs and tells most: the first in the order of `Golden.Part`, of those the
  /// first in the golden's text.
  public var first: Golden.Difference
  /// The event that the first place goes back to; nil where there is no single one.
  public var event: Int64?
  /// The change that goes back farthest: where to look for the cause.
  public var cause: Change?

  /// How `found` differs from `expected`, both of one policy; nil if not at all.
  /// - Parameter last: the last events of a replay as it is now.
  public init?(expected: Value?, found: Value?, last: LastEvents) {
    let all = Golden.differences(expected, found, most: Self.differencesMax)
    let order = Golden.Part.allCases
    guard let first = order.lazy.compactMap({ part in all.first { $0.part == part } }).first else {
      return nil
    }
    self.first = first
    let (old, new) = (Members(expected), Members(found))
    let changes =
      Self.states(all, last) + Self.findings(old["findings"], new["findings"])
      + Self.divergences(old["divergences"], new["divergences"])
      + Self.undelivered(old["undelivered"], new["undelivered"]) + Self.counts(all, last)
    // Of the changes that go back to one event the first in this order tells most.
    cause =
      changes.enumerated().min {
        ($0.element.event, $0.offset) < ($1.element.event, $1.offset)
      }?.element
    event = last.event(of: first.steps) ?? Self.event(in: first, old, new)
  }

  /// How many places are looked at for the cause.
  private static let differencesMax = 1000

  // MARK: What changed

  private static func states(_ all: [Golden.Difference], _ last: LastEvents) -> [Change] {
    all.compactMap { difference in
      guard let name = name(of: difference.steps), let event = last.event(of: difference.steps)
      else { return nil }
      return Change(event: event, sentence: "\(name) has changed")
    }
  }

  /// What stands at a place of the final state, in words; nil for another place.
  private static func name(of steps: [String]) -> String? {
    guard steps.count > 3, steps[0] == "devices" else { return nil }
    let device = steps[1]
    switch (steps[2], steps.count) {
    case ("settings", _): return "\(steps[3]) on \(device)"
    case ("dismissals", _): return "the list \(StoreName.notInterested) on \(device)"
    case ("stores", 5...) where steps[3] == StoreName.defaults.text:
      return "\(steps[4]) on \(device)"
    case ("stores", _): return "the list \(steps[3]) on \(device)"
    case ("answers", 5...): return "the answer of \(steps[4]) on \(steps[3])"
    default: return nil
    }
  }

  private static func counts(_ all: [Golden.Difference], _ last: LastEvents) -> [Change] {
    all.compactMap { difference in
      guard let event = last.event(of: difference.steps) else { return nil }
      return Change(event: event, sentence: "\(difference.path) has changed")
    }
  }

  private static func findings(_ old: Value?, _ new: Value?) -> [Change] {
    changes(elements(old), elements(new)) { finding in
      let subject = [finding["device"]?.text, finding["key"]?.text].compactMap(\.self)
      return "\(finding["check"]?.text ?? "") on \(subject.joined(separator: " "))"
    }
  }

  private static func divergences(_ old: Value?, _ new: Value?) -> [Change] {
    changes(elements(Members(old)["first"]), elements(Members(new)["first"])) { divergence in
      let key = divergence["key"]?.text.map { " of \($0)" } ?? ""
      return "the difference in \(divergence["kind"]?.text ?? "")\(key)"
    }
  }

  private static func undelivered(_ old: Value?, _ new: Value?) -> [Change] {
    let (before, after) = (numbers(old), numbers(new))
    let gone = before.filter { !after.contains($0) }
    let added = after.filter { !before.contains($0) }
    return gone.map { Change(event: $0, sentence: "a message is delivered or not sent any more") }
      + added.map { Change(event: $0, sentence: "a message is sent that nothing delivers") }
  }

  /// What is only among `old` or only among `new`; parts that name the same thing are one change.
  private static func changes(
    _ old: [Members], _ new: [Members], _ name: (Members) -> String
  ) -> [Change] {
    let gone = old.filter { !new.contains($0) }
    let added = new.filter { !old.contains($0) }
    let kept = Set(gone.map(name)).intersection(added.map(name))
    let lost = gone.filter { !kept.contains(name($0)) }.map { ($0, "is gone") }
    let found = added.map { ($0, kept.contains(name($0)) ? "has changed" : "is new") }
    return (lost + found).compactMap { members, fate in
      // Of what has changed, the earlier of its two events.
      let events = (gone + [members]).filter { name($0) == name(members) }.compactMap(\.event)
      return events.min().map { Change(event: $0, sentence: "\(name(members)) \(fate)") }
    }
  }

  // MARK: Parts

  /// The event of the finding or divergence that `difference` is in.
  private static func event(
    in difference: Golden.Difference, _ old: Members, _ new: Members
  ) -> Int64? {
    let steps = difference.steps
    let isFinding = steps.first == "findings"
    guard let place = steps.dropFirst(isFinding ? 1 : 2).first, let index = Int(place) else {
      if case .integer(let event)? = difference.found ?? difference.expected,
        steps.first == "undelivered"
      {
        return event
      }
      return nil
    }
    let parts = [new, old].map {
      elements(isFinding ? $0["findings"] : Members($0["divergences"])["first"])
    }
    return parts.first { index < $0.count }?[index].event
  }

  /// The members of an object; none where it is another value.
  private struct Members: Equatable {
    var value: Value?

    init(_ value: Value?) { self.value = value }

    /// The event that a finding or a divergence names.
    var event: Int64? {
      if case .integer(let event)? = self["event"] { event } else { nil }
    }

    subscript(key: String) -> Value? {
      if case .dictionary(let members)? = value { members[key] } else { nil }
    }
  }

  private static func elements(_ value: Value?) -> [Members] {
    if case .array(let elements)? = value { elements.map { Members($0) } } else { [] }
  }

  private static func numbers(_ value: Value?) -> [Int64] {
    elements(value).compactMap { if case .integer(let number)? = $0.value { number } else { nil } }
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
