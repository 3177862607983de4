import ReelEvents
import ReelLog
import ReelPolicies

/// Policies that are not built in: those a scenario defines and those in files.
enum PolicyFiles {
  /// The policies that `scenario` defines.
  static func named(in scenario: Scenario) throws -> [NamedPolicy] {
    var named: [NamedPolicy] = []
    for policy in scenario.policies {
      let base = try lookUp(policy.base, among: named)
      named.append(
        try PolicySwitches.applying(policy.switches, to: base, name: policy.name))
    }
    return named
  }

  private static func lookUp(_ text: String, among named: [NamedPolicy]) throws -> NamedPolicy {
    _ = try PolicyArgument(text, named: named)
    var base = NamedPolicy(name: text)
    for name in PolicyArgument.names(in: text) {
      let policy = (named + BuiltInPolicies.all).first { $0.name == name }
      base.settings = policy?.settings ?? base.settings
      base.dismissals = policy?.dismissals ?? base.dismissals
    }
    return base
  }
}
