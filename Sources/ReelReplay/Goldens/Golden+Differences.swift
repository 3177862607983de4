public import ReelEvents

extension Golden {
  /// A place at which two goldens differ.
  public struct Difference: Sendable, Equatable {
    /// The members, and elements by number, that lead to the place: `findings`, `0`, `event`.
    public var steps: [String]
    /// What the golden has there; nil = nothing.
    public var expected: Value?
    /// What replay comes to; nil = nothing.
    public var found: Value?

    /// The steps as one text: `findings/0/event`.
    public var path: String { steps.joined(separator: "/") }

    /// What it is about, where both sides are of one policy.
    public var part: Part {
      switch steps.first {
      case "findings": return .findings
      case "undelivered": return .undelivered
      case "divergences": return .divergences
      case "devices": break
      default: return .sums
      }
      switch steps.dropFirst(2).first {
      case "answers": return .answers
      case "dismissals": return .lists
      case "settings": return .settings
      case "stores": return steps.dropFirst(3).first == StoreName.defaults.text ? .settings : .lists
      case nil: return .devices
      default: return .counts
      }
    }
  }

  /// `differences` without those in a store that a golden has twice, as `settings` or `dismissals`
  /// too, where the other place differs as well. Complexity: O(size).
  public static func withoutCopies(_ differences: [Difference]) -> [Difference] {
    let places = Set(differences.map(\.steps))
    return differences.filter { difference in
      let steps = difference.steps
      guard steps.count > 3, steps[0] == "devices", steps[2] == "stores" else { return true }
      let names = [StoreName.defaults.text: "settings", StoreName.notInterested.text: "dismissals"]
      guard let name = names[steps[3]] else { return true }
      return !places.contains(steps[..<2] + [name] + steps[4...])
    }
  }

  /// What a golden pins of one policy; what a user notices comes first.
  public enum Part: CaseIterable, Sendable {
    case answers, findings, lists, settings, devices, undelivered, divergences, counts, sums
  }

  /// Where `expected` and `found` first differ, in the order of their text; nil if nowhere.
  public static func firstDifference(_ expected: Value?, _ found: Value?) -> Difference? {
    differences(expected, found, most: 1).first
  }

  /// Where `expected` and `found` differ, in the order of their text, `most` places of them.
  /// Complexity: O(size of both).
  public static func differences(
    _ expected: Value?, _ found: Value?, most: Int
  ) -> [Difference] {
    var differences: [Difference] = []
    gather(expected, found, steps: [], most, &differences)
    return differences
  }

  private static func gather(
    _ expected: Value?, _ found: Value?, steps: [String], _ most: Int,
    _ differences: inout [Difference]
  ) {
    if differences.count == most { return }
    switch (expected, found) {
    case (.dictionary(let one)?, .dictionary(let other)?):
      // Both have their members in one order, so that a key of either is met in that order.
      for key in ValueDictionary(one.members + other.members).members.map(\.key) {
        gather(one[key], other[key], steps: steps + [key], most, &differences)
      }
    case (.array(let one)?, .array(let other)?):
      for index in 0..<max(one.count, other.count) {
        gather(
          index < one.count ? one[index] : nil, index < other.count ? other[index] : nil,
          steps: steps + [String(index)], most, &differences)
      }
    default:
      if expected != found {
        differences.append(Difference(steps: steps, expected: expected, found: found))
      }
    }
  }
}
