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
