import ReelPolicies

/// The policies that `--policies` lists.
enum PolicyList {
  /// The built-in policies, in their own order: what is meant where nothing is listed.
  static let builtIn = BuiltInPolicies.all.map(\.name)

  /// The other built-in policies that have the same half as the one called `name`.
  static func builtIn(like name: String) -> [String] {
    let isAboutSettings = BuiltInPolicies.all.contains { $0.name == name && $0.settings != nil }
    return BuiltInPolicies.all.filter { ($0.settings != nil) == isAboutSettings && $0.name != name }
      .map(\.name)
  }

  /// The policies in `text`, split at commas.
  ///
  /// A policy may hold commas itself, between parts that each name a device. So such a part belongs
  /// to the policy before it, if that one names devices too and not this one yet:
  /// `allowlist,phone=a,watch=b,phone=c` lists three.
  /// - Throws: a usage failure for an empty part and for a policy that is listed twice.
  static func split(_ text: String) throws(CommandFailure) -> [String] {
    var policies: [String] = []
    var devices: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.isEmpty {
        throw CommandFailure(
          .usage, "--policies takes policies with a comma between them, and got \(text)")
      }
      let device = part.firstIndex(of: "=").map { String(part[..<$0]) }
      if let device, !devices.isEmpty, devices.insert(device).inserted {
        policies[policies.count - 1] += ",\(part)"
      } else {
        policies.append(String(part))
        devices = device.map { [$0] } ?? []
      }
    }
    for (index, policy) in policies.enumerated() where policies[..<index].contains(policy) {
      throw CommandFailure(.usage, "--policies lists \(policy) twice; once is enough")
    }
    return policies
  }
}
