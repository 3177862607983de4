import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import Testing

@Suite("A recording of a scenario")
struct RecordedScenarioTests {
  @Test(arguments: ScenarioFile.all)
  func `verifies, and comes to what the scenario itself comes to`(_ file: ScenarioFile) throws {
    let session = try file.session()
    for (policy, expectations) in session.scenario.expectationsByPolicy() {
      let recorded = try session.recorded(under: policy)
      let choice = PolicyChoice(nil, named: session.named)
      let result = try ReplayResult.run({ recorded }, policy: choice)
      let mismatch = result.verification.firstMismatch
      #expect(mismatch == nil, "\(policy): \(mismatch?.message ?? "")")
      #expect(result.verification.comparedCount > 0)
      for unmet in expectations.unmet(by: result) {
        Issue.record("\(policy): \(unmet.sentence)")
      }
    }
  }

  @Test(arguments: ScenarioFile.all)
  func `has no divergence from the policy it was made under`(_ file: ScenarioFile) throws {
    let session = try file.session()
    for (policy, _) in session.scenario.expectationsByPolicy() {
      let recorded = try session.recorded(under: policy)
      let named = session.named
      let diff = try DiffResult.run(
        { recorded }, from: PolicyChoice(nil, named: named), to: PolicyChoice(policy, named: named))
      #expect(diff.divergences.isEmpty, "\(policy)")
    }
  }
}
