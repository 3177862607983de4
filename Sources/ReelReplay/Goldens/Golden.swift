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

  /// What `golden` has for the policy `pin`; nil where it does not pin that.
  public static func policy(_ pin: String, in golden: Value) -> Value? {
    guard case .dictionary(let members) = golden,
      case .dictionary(let policies)? = members["policies"]
    else { return nil }
    return policies[pin]
  }
}
