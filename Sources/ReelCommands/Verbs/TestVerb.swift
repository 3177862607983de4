import Foundation
import ReelEvents
import ReelReplay
import ReelReports

/// `reel test [PATH…]`.
enum TestVerb {
  static let verb = Verb(
    name: "test", summary: "hold recordings against their goldens, scenarios against their words",
    examples: [
      ("reel test recordings", "every recording against its golden"),
      ("reel test draft.scenario", "a scenario against its expect and final lines"),
      ("reel test recordings --filter landmine", "what has that in its path or policy"),
      ("reel test recordings --junit tests.xml --github", "in a build, for a pull request"),
      ("reel test recordings --html tests.html", "a page for a browser"),
      ("reel test recordings --twice", "whether hash seeds, locales or time zones change a byte"),
    ],
    usage: "[PATH…] [--filter TEXT] [--junit FILE] [--html FILE] [--github] [--twice] [--json]",
    remarks: [
      "PATH is recordings if left out. NAME.jsonl.zst is held against NAME.golden.json; a golden",
      "that is missing fails, and so does one without its recording. reel accept writes goldens.",
      "--junit FILE is a whole document at every moment, and only replaces another such report.",
      "--github adds its summary to the file that GITHUB_STEP_SUMMARY names, or to its annotations",
      "where there is none; both go to standard error where --json has standard output.",
    ],
    operands: 0...Verb.operandsMax,
    flags: [
      .filter, .jobs, .junit, .html, .force, .gitHub, .twice, .goldens, .json,
    ], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if arguments.has(.goldens) && !arguments.has(.json) {
      throw CommandFailure(.usage, "--goldens adds to the object of --json, and --json is missing")
    }
    let paths = arguments.operands.isEmpty ? ["recordings"] : arguments.operands
    let corpus = try Corpus(paths)
    let page = try PageOutput(arguments, inputs: corpus.recordings + corpus.scenarios, console)
    let tests = TestRun(
      corpus: corpus, filter: TestFilter(text: arguments[.filter]),
      jobs: try Jobs.count(arguments))
    let seconds = Int64(Date().timeIntervalSince1970)
    let junit = try arguments[.junit].map {
      try JUnitFile($0, startedAt: Instant(microseconds: seconds * 1_000_000))
    }
    let outputs = try outputs(of: tests, junit, console)
    try console.note(PolicyReview.remarks(commonTo: outputs.compactMap(\.review)))
    var results = outputs.flatMap(\.results)
    try refuseNothing(results, tests, paths)
    let goldens = goldens(tests, outputs)
    var repeatedBytes: Int?
    if arguments.has(.twice) {
      var report = TestReport(results)
      report.goldens = goldens
      let second = SecondRun(paths, tests.filter, jobs: tests.jobs, console)
      if let difference = try second.difference(from: report.value) {
        results.append(unrepeatable(difference, arguments))
      } else {
        repeatedBytes = report.value.canonicalBytes.count
      }
    }
    try junit?.finish(results)
    var report = TestReport(results)
    report.repeatedBytes = repeatedBytes
    if arguments.has(.goldens) { report.goldens = goldens }
    try page?.write(TestPage(results).bytes)
    if page?.isStandardOutput != true { try show(report, arguments, console) }
    return report.failedCount == 0 ? .success : .negative
  }

  private static func outputs(
    of tests: TestRun, _ junit: JUnitFile?, _ console: Console
  ) throws -> [TestRun.Output] {
    let progress = Progress(total: tests.inputs.count, console)
    let outputs = try tests.outputs { input, results in
      try progress.step(input.path)
      try junit?.update(results)
    }
    try progress.finish()
    return outputs
  }

  private static func refuseNothing(
    _ results: [TestResult], _ tests: TestRun, _ paths: [String]
  ) throws(CommandFailure) {
    guard results.isEmpty else { return }
    let place = paths.joined(separator: " ")
    guard let text = tests.filter.text, !tests.corpus.isEmpty else {
      throw CommandFailure(
        .noInput,
        "\(place): expected recordings with goldens, or scenarios that expect something, found "
          + "none")
    }
    throw CommandFailure(
      .noInput,
      "\(place): expected a recording, a scenario or a policy of one that --filter \(text) means, "
        + "found none", next: CommandText.text(["test"] + paths))
  }

  private static func goldens(
    _ tests: TestRun, _ outputs: [TestRun.Output]
  ) -> ValueDictionary {
    ValueDictionary(
      zip(tests.inputs, outputs).compactMap { input, output in
        output.golden.map { .init(key: input.path, value: $0) }
      })
  }

  private static func unrepeatable(_ difference: String, _ arguments: Arguments) -> TestResult {
    TestResult(
      recording: "all of them", policy: "a second run", problems: [difference],
      command: CommandText.text(arguments.typed))
  }

  private static func show(
    _ report: TestReport, _ arguments: Arguments, _ console: Console
  ) throws {
    let isJSON = arguments.has(.json)
    if isJSON {
      try console.write(report.value)
    } else if arguments.has(.gitHub) {
      try console.write(GitHubReport.unheeded(report.lines(console.style)))
    } else {
      try console.write(report.lines(console.style))
    }
    if arguments.has(.gitHub) {
      try GitHubOutput(report, isJSON: isJSON, console).write()
    }
  }
}
