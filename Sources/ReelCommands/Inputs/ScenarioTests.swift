import ReelEvents
import ReelLog
import ReelReplay

/// The expectations of a scenario, by policy.
enum ScenarioTests {
  /// What `scenario` expects of each policy that it names, in the order of first naming.
  /// - Throws: `CommandFailure` for a check that there is not.
  static func expectations(
    of scenario: Scenario
  ) throws(CommandFailure) -> [(policy: String, expectations: Expectations)] {
    var found: [(policy: String, expectations: Expectations)] = []
    func place(of policy: String) -> Int {
      if let place = found.firstIndex(where: { $0.policy == policy }) { return place }
      found.append((policy, Expectations(findings: nil, finals: [])))
      return found.count - 1
    }
    for expectation in scenario.expectations {
      let findings = try expectation.findings.map(finding)
      found[place(of: expectation.policy)].expectations.findings = findings
    }
    for final in scenario.finals {
      found[place(of: final.policy)].expectations.finals += final.states.map(state)
    }
    return found
  }

  private static func finding(
    _ expected: ExpectedFinding
  ) throws(CommandFailure) -> Expectations.ExpectedFinding {
    guard let check = Check(rawValue: expected.check) else {
      let hint = nearest(to: expected.check, in: Check.allCases.map(\.rawValue))
      throw CommandFailure(
        .badData,
        "no check is called \(expected.check)"
          + (hint.map { "; did you mean \($0)?" } ?? ""))
    }
    return Expectations.ExpectedFinding(
      check: check, severity: expected.isWarning ? .warning : nil, device: expected.device.text,
      key: expected.key)
  }

  private static func state(_ state: ExpectedState) -> Expectations.ExpectedFinal {
    let content: Expectations.ExpectedFinal.Content =
      switch state.state {
      case .absent: .absent
      case .members(let ids): .ids(ids)
      case .value(let value): .value(value)
      }
    return Expectations.ExpectedFinal(
      device: state.device.text, what: state.what, content: content)
  }
}
