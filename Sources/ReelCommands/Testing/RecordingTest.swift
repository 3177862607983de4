import ReelEvents
import ReelReplay
import ReelReports

/// A recording held against its golden, policy by policy.
struct RecordingTest {
  let path: String
  let filter: TestFilter

  /// What it comes to. A golden that is missing or cannot be read is a result too.
  var output: TestRun.Output {
    let golden = Corpus.golden(of: path)
    do {
      guard Corpus.isThere(golden) else {
        guard filter.admits(path) else { return TestRun.Output(results: []) }
        return failure("there is no \(golden)", remedy: accepting)
      }
      return try compare(GoldenFile.read(golden))
    } catch let conflict as MergeConflict {
      guard filter.admits(path) else { return TestRun.Output(results: []) }
      var output = failure(conflict.failure.message, remedy: conflict.failure.next ?? "")
      output.results[0].failure = TestFailure(
        file: conflict.path, line: conflict.line, place: "the file as a whole",
        expected: "a golden", found: "the marks of a merge that nobody has finished")
      return output
    } catch {
      guard filter.admits(path) else { return TestRun.Output(results: []) }
      let told = CommandFailure(error)
      var output = failure(
        told?.message ?? "the output was closed",
        remedy: told?.next ?? CommandText.text(["doctor", path]))
      output.results[0].isError = true
      return output
    }
  }

  private var accepting: String {
    CommandText.text(["accept", path]) + "  # if it is right as it is now"
  }

  private func failure(_ problem: String, remedy: String) -> TestRun.Output {
    TestRun.Output(
      results: [
        TestResult(
          recording: path, policy: nil, problems: [problem],
          command: CommandText.text(["test", path]), remedy: remedy)
      ])
  }

  private func compare(_ golden: GoldenText) throws -> TestRun.Output {
    let pins = golden.pins.filter { filter.admits($0, of: path) }
    if pins.isEmpty { return TestRun.Output(results: []) }
    let (made, review) = try GoldenFile.make(path, pins: pins, .silent)
    let results = try pins.map { try result(of: $0, golden, made) }
    return TestRun.Output(results: results, golden: made, review: review)
  }

  private func result(
    of pin: String, _ golden: GoldenText, _ made: Value
  ) throws -> TestResult {
    let expected = Golden.policy(pin, in: golden.value)
    let found = Golden.policy(pin, in: made)
    var result = TestResult(
      recording: path, policy: pin,
      problems: GoldenChanges.lines(policy: pin, expected, found),
      command: CommandText.text(["test", path, "--filter", pin]),
      remedy: accepting)
    if result.hasPassed { return result }
    result.study = CommandText.text(
      pin == Golden.asRecorded ? ["check", path] : ["diff", path, "--to", pin])
    try explain(&result, pin, golden, (expected, found))
    return result
  }

  /// Finds the first place that differs, the event that it goes back to, and what changed first.
  private func explain(
    _ result: inout TestResult, _ pin: String, _ golden: GoldenText,
    _ sides: (expected: Value?, found: Value?)
  ) throws {
    let input = try RecordingInput(path, catalog: nil, .silent)
    let choice = try GoldenFile.choices(of: [pin], for: path)[0]
    let last = try LastEvents.run(input.open, policy: choice)
    guard
      let difference = GoldenFailure(expected: sides.expected, found: sides.found, last: last)
    else { return }
    var failure = TestFailure(
      file: Corpus.golden(of: path),
      line: golden.line(of: ["policies", pin] + difference.first.steps),
      place: difference.first.path, expected: TestFailure.shown(difference.first.expected),
      found: TestFailure.shown(difference.first.found))
    let events = [difference.event, difference.cause?.event].compactMap(\.self).sorted()
    let captions = try input.captions(of: events)
    let moment = { TestFailure.Moment(event: $0, caption: captions[$0] ?? "") }
    failure.moment = difference.event.map(moment)
    failure.cause = difference.cause.map {
      TestFailure.Cause(moment: moment($0.event), sentence: $0.sentence)
    }
    result.failure = failure
    if let event = events.first {
      result.diagram = try input.diagram(around: event).lines
    }
  }
}
