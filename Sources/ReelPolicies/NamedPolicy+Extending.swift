public import ReelEvents

extension NamedPolicy {
  /// The policy `name`: `base`, a policy argument without devices, with `switches` set otherwise.
  ///
  /// - Parameters:
  ///   - base: empty for a policy that says all by its switches.
  ///   - named: policies besides the built-in ones that `base` may name.
  /// - Throws: `PolicyError`: no such policy, no such switch, no such setting.
  public static func extending(
    _ base: String, with switches: ValueDictionary, name: String, among named: [NamedPolicy]
  ) throws(PolicyError) -> NamedPolicy {
    var policy = NamedPolicy(name: name)
    if !base.isEmpty { _ = try PolicyArgument(base, named: named) }
    for part in PolicyArgument.names(in: base) {
      let known = (named + BuiltInPolicies.all).first { $0.name == part }
      policy.settings = known?.settings ?? policy.settings
      policy.dismissals = known?.dismissals ?? policy.dismissals
    }
    return try PolicySwitches.applying(switches, to: policy, name: name)
  }
}
