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

  /// The parts of one policy that differ.
  public static func lines(policy: String, _ old: Value?, _ new: Value?) -> [String] {
    guard case .dictionary(let old)? = old else { return ["\(policy): new"] }
    guard case .dictionary(let new)? = new else { return ["\(policy): gone"] }
    return names(old, new).compactMap { part in
      let members = { (value: Value?) in
        Value.dictionary(ValueDictionary(value.map { [.init(key: part, value: $0)] } ?? []))
      }
      return Golden.firstDifference(members(old[part]), members(new[part])).map {
        text($0, below: policy)
      }
    }
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
