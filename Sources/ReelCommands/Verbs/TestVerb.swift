import Foundation
import ReelEvents
import ReelLog
import ReelReplay

enum TestVerb {
  static let verb = Verb(
    name: "test", summary: "Hold recordings against their goldens", examples: [],
    usage: "PATH…", operands: 0...Verb.operandsMax, flags: [.json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    var passed = 0
    var failed = 0
    for path in scenarios(arguments.operands.isEmpty ? ["recordings"] : arguments.operands) {
      do {
        let input = try RecordingInput(path, catalog: nil, console)
        for (policy, expectations) in grouped(input.scenario.scenario) {
          let result = try ReplayResult.run(
            input.open, policy: input.policy(policy))
          let unmet = expectations.unmet(by: result)
          if unmet.isEmpty { passed += 1 } else { failed += 1 }
          if !unmet.isEmpty { try console.output.write(line: "FAILED \(path) \(policy)") }
          for sentence in unmet { try console.output.write(line: "  \(sentence)") }
        }
      } catch {
        failed += 1
        try console.output.write(line: "FAILED \(path)\n  \(error)")
      }
    }
    try console.output.write(line: "\(passed) passed, \(failed) failed")
    return failed == 0 ? .success : .negative
  }

  private static func scenarios(_ paths: [String]) -> [String] {
    paths.flatMap { path -> [String] in
      if path.hasSuffix(".scenario") { return [path] }
      let all = FileManager.default.subpaths(atPath: path) ?? []
      return all.filter { $0.hasSuffix(".scenario") }.sorted().map { "\(path)/\($0)" }
    }
  }

  private static func grouped(_ scenario: Scenario?) -> [(String, Expectations)] {
    var groups: [(String, Expectations)] = []
    func place(_ policy: String) -> Int {
      if let index = groups.firstIndex(where: { $0.0 == policy }) { return index }
      groups.append((policy, Expectations(findings: nil, finals: [])))
      return groups.count - 1
    }
    for expectation in scenario?.expectations ?? [] {
      groups[place(expectation.policy)].1.findings = expectation.findings.compactMap { finding in
        Check(rawValue: finding.check).map {
          Expectations.ExpectedFinding(
            check: $0, severity: finding.isWarning ? .warning : nil,
            device: finding.device.text, key: finding.key)
        }
      }
    }
    for final in scenario?.finals ?? [] {
      groups[place(final.policy)].1.finals += final.states.map { state in
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
    return groups
  }
}
