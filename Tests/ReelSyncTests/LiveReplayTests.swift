import ReelEvents
import ReelPolicies
import ReelReplay
import TestSamples
import Testing

@Suite("A live session")
struct LiveReplayTests {
  /// The built-in settings policies, and switches that none of them sets.
  static let policies: [NamedPolicy] = {
    var policies = BuiltInPolicies.all.filter { $0.settings != nil }
    let variants: [(String, (inout SettingsPolicy) -> Void)] = [
      ("numbered", { $0.order = .numbered }),
      ("set-first", { $0.apply = .setFirst }),
      ("withholding", { $0.registeredDefaults = .withheld }),
      ("listing", { $0.send = .list(["temperatureUnit", "unheardOf", "debugMode"]) }),
      ("explicit-by-arrival", { $0.clear = .explicit }),
    ]
    for (name, change) in variants {
      var settings = BuiltInPolicies.allowlist
      change(&settings)
      policies.append(NamedPolicy(name: name, settings: settings))
    }
    return policies
  }()

  @Test(arguments: policies, 0..<3 as Range<UInt64>)
  func `is what replay makes of its recording`(_ policy: NamedPolicy, _ seed: UInt64) throws {
    var random = Seed(seed)
    let session = try LiveSession(policy)
    try session.run(steps: 120, &random)
    let verification = try session.replayed().verification
    #expect(verification.firstMismatch == nil, "\(policy.name), seed \(seed)")
    #expect(verification.comparedCount > 100)
    #expect(!verification.isUndecided)
  }
}
