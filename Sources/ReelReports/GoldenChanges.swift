public import ReelEvents
import ReelReplay

/// In what a golden and what a recording comes to now differ, part by part.
public enum GoldenChanges {
  /// One line for each part of each policy that differs, with the first place in it; empty where
  /// all agrees.
  public static func lines(from golden: Value, to found: Value) -> [String] {
    guard case .dictionary(let old) = golden, case .dictionary(let new) = found,
      case .dictionary(let oldPolicies)? = old["policies"],
      case .dictionary(let newPolicies)? = new["policies"]
    else {
      return Golden.firstDifference(golden, found).map { [text($0, below: "")] } ?? []
    }
    var lines: [String] = []
    for policy in names(oldPolicies, newPolicies) {
      lines += self.lines(policy: policy, oldPolicies[policy], newPolicies[policy])
    }
    guard lines.isEmpty else { return lines }
    return Golden.firstDifference(golden, found).map { [text($0, below: "")] } ?? []
  }

  /// The parts of one policy that differ, a line each, those first that a user notices first; of
  /// the findings each a line.
  public static func lines(policy: String, _ old: Value?, _ new: Value?) -> [String] {
    guard case .dictionary(let before)? = old else { return ["\(policy): new"] }
    guard case .dictionary(let after)? = new else { return ["\(policy): gone"] }
    let all = Golden.withoutCopies(Golden.differences(old, new, most: .max))
    return Golden.Part.allCases.flatMap { part -> [String] in
      if part == .findings { return findings(policy, before["findings"], after["findings"]) }
      let places = all.filter { $0.part == part }
      guard let first = places.first else { return [] }
      let more = places.count > 1 ? ", and \(grouped(Int64(places.count - 1))) more" : ""
      return [text(first, below: policy) + more]
    }
  }

  /// The findings that have come or gone or are told otherwise.
  private static func findings(_ policy: String, _ old: Value?, _ new: Value?) -> [String] {
    let (before, after) = (elements(old), elements(new))
    let lines =
      after.filter { !before.contains($0) }.map { finding in
        "\(before.contains { isLike($0, finding) } ? "finding changed" : "new finding"): "
          + sentence(finding)
      }
      + before.filter { finding in !after.contains { isLike($0, finding) } }
      .map { "finding gone: \(sentence($0))" }
    let more = lines.count - findingsMax
    let rest = more > 0 ? ["\(grouped(Int64(more))) more findings"] : []
    return (lines.prefix(findingsMax) + rest).map { "\(DisplayWidth.printable(policy)), \($0)" }
  }

  /// How many findings are told.
  private static let findingsMax = 10

  private static func isLike(_ one: ValueDictionary, _ other: ValueDictionary) -> Bool {
    ["check", "device", "key"].allSatisfy { one[$0] == other[$0] }
  }

  private static func sentence(_ finding: ValueDictionary) -> String {
    let words = { (key: String) in
      if case .string(let text)? = finding[key] { text } else { "" }
    }
    let subject = [words("device"), words("key")].filter { !$0.isEmpty }.joined(separator: " ")
    let place = finding["event"].map { "event \($0.shown(columns: 20))" } ?? "no event"
    return DisplayWidth.printable(
      "\(words("severity")) at \(place): \(words("check")) on \(subject)")
  }

  private static func elements(_ value: Value?) -> [ValueDictionary] {
    guard case .array(let elements)? = value else { return [] }
    return elements.compactMap { if case .dictionary(let members) = $0 { members } else { nil } }
  }

  private static func names(_ one: ValueDictionary, _ other: ValueDictionary) -> [String] {
    Set((one.members + other.members).map(\.key)).sorted(by: utf8Precedes)
  }

  private static func text(_ difference: Golden.Difference, below policy: String) -> String {
    let path = policy.isEmpty ? difference.path : "\(policy), \(difference.path)"
    let place = DisplayWidth.printable(path)
    return "\(place): \(text(difference.expected)) -> \(text(difference.found))"
  }

  private static func text(_ value: Value?) -> String { value?.shown(columns: 60) ?? "nothing" }
}
