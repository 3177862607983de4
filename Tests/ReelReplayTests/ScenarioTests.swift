import ReelReplay
import Testing

@Suite("A scenario")
struct ScenarioTests {
  @Test(arguments: ScenarioFile.all)
  func `comes out as it expects under every policy it names`(_ file: ScenarioFile) throws {
    let session = try file.session()
    for (policy, expectations) in session.scenario.expectationsByPolicy() {
      let result = try session.replayed(under: policy)
      for unmet in expectations.unmet(by: result) {
        Issue.record("\(policy): \(unmet.sentence)")
      }
    }
  }

  @Test(arguments: ScenarioFile.all)
  func `comes to the same, step by step, when it is replayed again`(_ file: ScenarioFile) throws {
    let session = try file.session()
    for (policy, _) in session.scenario.expectationsByPolicy() {
      let one = try session.replayed(under: policy)
      let other = try session.replayed(under: policy)
      #expect(one.fingerprint == other.fingerprint)
    }
  }
}
