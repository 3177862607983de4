import ReelEvents
import ReelLog
import ReelReplay
import ReelReports

/// `reel test [PATH…]`.
enum TestVerb {
  static let verb = Verb(
    name: "test", summary: "hold recordings against their goldens, scenarios against their words",
    examples: [
      ("reel test recordings", "every recording against its golden"),
      ("reel test draft.scenario", "a scenario against its expect and final lines"),
      ("reel test recordings --json", "for programs"),
    ],
    usage: "[PATH…] [--json]",
    remarks: [
      "PATH is recordings if left out. NAME.jsonl.zst is held against NAME.golden.json; a golden",
      "that is missing fails, and so does one without its recording. reel accept writes goldens.",
    ],
    operands: 0...Verb.operandsMax, flags: [.json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let paths = arguments.operands.isEmpty ? ["recordings"] : arguments.operands
    let corpus = try Corpus(paths)
    var results: [TestResult] = []
    let progress = Progress(
      total: corpus.recordings.count + corpus.scenarios.count, console)
    for path in corpus.recordings {
      try progress.step(path)
      results += test(recording: path, console.withoutNotes)
    }
    for path in corpus.scenarios {
      try progress.step(path)
      results += test(scenario: path, console.withoutNotes)
    }
    try progress.finish()
    results += corpus.strayGoldens.map(stray)
    guard !results.isEmpty else {
      throw CommandFailure(
        .noInput,
        "\(paths.joined(separator: " ")): expected recordings with goldens, or scenarios "
          + "that expect something, found none")
    }
    let report = TestReport(results)
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      try console.write(report.lines(console.style))
    }
    return report.failedCount == 0 ? .success : .negative
  }

  // MARK: Recordings

  private static func test(recording path: String, _ console: Console) -> [TestResult] {
    let golden = Corpus.golden(of: path)
    guard Corpus.isThere(golden) else {
      return [failure(path, "there is no \(golden)", ["accept", path])]
    }
    do {
      return try compare(path, GoldenFile.read(golden), console)
    } catch {
      return [failure(path, message(error), ["info", path])]
    }
  }

  private static func compare(
    _ path: String, _ golden: GoldenFile, _ console: Console
  ) throws -> [TestResult] {
    let found = try GoldenFile.make(path, pins: golden.pins, console)
    return golden.pins.map { pin in
      let problems = GoldenChanges.lines(
        policy: pin, golden.policies[pin], found.policies[pin])
      return TestResult(
        recording: path, policy: pin, problems: problems,
        command: CommandText.text(["accept", path]))
    }
  }

  private static func stray(_ golden: String) -> TestResult {
    failure(golden, "there is no recording beside it", ["help", "test"])
  }

  // MARK: Scenarios

  private static func test(scenario path: String, _ console: Console) -> [TestResult] {
    do {
      let input = try RecordingInput(path, catalog: nil, console)
      guard let scenario = input.scenario else { return [] }
      return try ScenarioTests.expectations(of: scenario).map { policy, expectations in
        let result = try ReplayResult.run(input.open, policy: input.policy(policy))
        return TestResult(
          recording: path, policy: policy, problems: expectations.unmet(by: result),
          command: CommandText.text(["check", path, "--policy", policy]))
      }
    } catch {
      return [failure(path, message(error), ["check", path])]
    }
  }

  private static func failure(
    _ path: String, _ problem: String, _ command: [String]
  ) -> TestResult {
    TestResult(
      recording: path, policy: nil, problems: [problem], command: CommandText.text(command))
  }

  private static func message(_ error: any Error) -> String {
    CommandFailure(error)?.message ?? "the output was closed"
  }
}
