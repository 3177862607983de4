import ReelReplay
import ReelReports

/// A scenario held against its own words, policy by policy.
struct ScenarioTest {
  let path: String
  let filter: TestFilter

  /// What it comes to; nothing for a scenario that expects nothing.
  var output: TestRun.Output {
    do {
      let input = try RecordingInput(path, catalog: nil, .silent)
      guard let scenario = input.scenario else { return TestRun.Output(results: []) }
      let expected = try ScenarioTests.expectations(of: scenario)
        .filter { filter.admits($0.policy, of: path) }
      var output = TestRun.Output(results: [])
      output.review = try input.review(expected.map { try input.policy($0.policy) })
      output.results = try expected.map { try result(of: $0.policy, $0.expectations, input) }
      return output
    } catch {
      guard filter.admits(path) else { return TestRun.Output(results: []) }
      let told = CommandFailure(error)
      var result = TestResult(
        recording: path, policy: nil, problems: [told?.message ?? "the output was closed"],
        command: CommandText.text(["test", path]), remedy: told?.next ?? "")
      result.isError = true
      return TestRun.Output(results: [result])
    }
  }

  private func result(
    of policy: String, _ expectations: Expectations, _ input: RecordingInput
  ) throws -> TestResult {
    let choice = try input.policy(policy)
    let unmet = try expectations.unmet(by: ReplayResult.run(input.open, policy: choice))
    var result = TestResult(
      recording: path, policy: policy, problems: unmet.map(\.sentence),
      command: CommandText.text(["check", path, "--policy", policy]))
    if let first = unmet.first { try explain(&result, first, policy, choice, input) }
    return result
  }

  private func explain(
    _ result: inout TestResult, _ unmet: Expectations.Unmet, _ policy: String,
    _ choice: PolicyChoice, _ input: RecordingInput
  ) throws {
    let word = unmet.final == nil ? "expect" : "final"
    var failure = TestFailure(
      file: path, line: try line(beginning: "\(word) \(policy):"), place: "\(word) \(policy)",
      expected: unmet.expected, found: unmet.found)
    let event =
      try unmet.event
      ?? unmet.final.flatMap { final in
        try LastEvents.run(input.open, policy: choice).event(of: final.what, on: final.device)
      }
    if let event {
      let caption = try input.captions(of: [event])[event] ?? ""
      failure.moment = TestFailure.Moment(event: event, caption: caption)
      result.diagram = try input.diagram(around: event).lines
    }
    result.failure = failure
  }

  /// The line, from 1, that begins so; nil if there is none.
  private func line(beginning start: String) throws -> Int? {
    let text = try TextFile.read(path, expected: "a scenario")
    return text.split(separator: 0x0A, omittingEmptySubsequences: false).firstIndex {
      $0.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: start.utf8)
    }.map { $0 + 1 }
  }
}
