public import ReelEvents
import ReelPolicies

/// What a recording must come to under its pinned policies: stored beside it and compared.
public enum Golden {
  /// The schema of a golden file.
  public static let schema = "reel.golden/1"
  /// How many divergences a golden lists; the rest is counted.
  static let divergencesMax = 100

  /// The golden of a recording under each of `pins`.
  ///
  /// Divergences are those from the recording's own policy to the pinned one.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func make(
    _ open: @escaping () throws -> any EventSource, pins: [PolicyChoice]
  ) throws -> Value {
    var policies: [ValueDictionary.Member] = []
    var recording = ""
    for pin in pins {
      let result = try ReplayResult.run(open, policy: pin)
      recording = result.recording
      var members = projection(result)
      if pin.text != nil {
        let diff = try DiffResult.run(open, from: PolicyChoice(nil, named: pin.named), to: pin)
        members.append(.init(key: "divergences", value: divergences(diff)))
      }
      policies.append(.init(key: pin.text ?? asRecorded, value: .dictionary(.init(members))))
    }
    return .dictionary(
      ValueDictionary([
        .init(key: "schema", value: .string(schema)),
        .init(key: "recording", value: .string(recording)),
        .init(key: "policies", value: .dictionary(ValueDictionary(policies))),
      ]))
  }

  /// The name that a golden gives to the policy a recording was made under.
  public static let asRecorded = "as recorded"

  /// The policies that a golden pins, in order; nil for a text that is no golden.
  public static func pins(in golden: Value) -> [String]? {
    guard case .dictionary(let members) = golden, case .string(schema)? = members["schema"],
      case .dictionary(let policies)? = members["policies"]
    else { return nil }
    return policies.members.map(\.key)
  }

  /// The first place at which two goldens differ.
  public struct Difference: Sendable, Equatable {
    /// The path to the place, such as `policies/allowlist/findings/0/event`.
    public var path: String
    /// What the golden has there; nil = nothing.
    public var expected: Value?
    /// What replay comes to; nil = nothing.
    public var found: Value?
  }

  /// Where `expected` and `found` first differ, in the order of their text; nil if nowhere.
  public static func firstDifference(_ expected: Value, _ found: Value) -> Difference? {
    firstDifference(expected, found, path: "")
  }

  private static func firstDifference(
    _ expected: Value?, _ found: Value?, path: String
  ) -> Difference? {
    switch (expected, found) {
    case (.dictionary(let one)?, .dictionary(let other)?):
      let keys = Set(one.members.map(\.key) + other.members.map(\.key))
      for key in keys.sorted(by: utf8Precedes) {
        let inner = path.isEmpty ? key : "\(path)/\(key)"
        if let difference = firstDifference(one[key], other[key], path: inner) {
          return difference
        }
      }
      return nil
    case (.array(let one)?, .array(let other)?):
      for index in 0..<max(one.count, other.count) {
        let difference = firstDifference(
          index < one.count ? one[index] : nil, index < other.count ? other[index] : nil,
          path: "\(path)/\(index)")
        if let difference { return difference }
      }
      return nil
    default:
      return expected == found ? nil : Difference(path: path, expected: expected, found: found)
    }
  }
}
