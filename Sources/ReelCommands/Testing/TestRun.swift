import Foundation
import ReelEvents
import ReelReports

/// Recordings held against their goldens and scenarios against their words, several at once.
struct TestRun {
  let corpus: Corpus
  let filter: TestFilter
  let jobs: Int

  /// One file to be tested.
  enum Input: Sendable {
    case recording(String)
    case scenario(String)
    case strayGolden(String)

    var path: String {
      switch self {
      case .recording(let path), .scenario(let path), .strayGolden(let path): path
      }
    }
  }

  /// What a file came to.
  struct Output: Sendable {
    var results: [TestResult]
    /// What the recording comes to now; nil for a scenario, and where it comes to nothing.
    var golden: Value?
    /// What its policies name in vain; nil where it comes to nothing.
    var review: PolicyReview?
  }

  /// The files to be tested, in the order of their results.
  var inputs: [Input] {
    corpus.recordings.map(Input.recording) + corpus.scenarios.map(Input.scenario)
      + corpus.strayGoldens.filter(filter.admits).map(Input.strayGolden)
  }

  /// Tests every file.
  /// - Parameter done: told of each file that is done, in the order in which they end, and of the
  ///   results so far, in their own order.
  /// - Throws: what `done` throws.
  func outputs(done: (Input, [TestResult]) throws -> Void) throws -> [Output] {
    let places = Array(inputs.enumerated())
    let soFar = Results(count: places.count)
    let filter = filter
    return try Jobs.map(
      places, jobs: jobs, done: { try done($0.element, soFar.all) },
      { place in
        let output = Self.output(of: place.element, filter)
        soFar.keep(output.results, at: place.offset)
        return output
      })
  }

  private static func output(of input: Input, _ filter: TestFilter) -> Output {
    let clock = ContinuousClock()
    let start = clock.now
    var output =
      switch input {
      case .recording(let path): RecordingTest(path: path, filter: filter).output
      case .scenario(let path): ScenarioTest(path: path, filter: filter).output
      case .strayGolden(let path):
        Output(
          results: [
            TestResult(
              recording: path, policy: nil,
              problems: [
                "there is no recording beside it; bring that back, or remove the golden"
              ],
              command: CommandText.text(["test", path]))
          ])
      }
    // All policies are replayed together, so each has an equal share.
    let milliseconds = Int64((clock.now - start) / .milliseconds(1))
    let share = milliseconds / Int64(max(1, output.results.count))
    for index in output.results.indices { output.results[index].milliseconds = share }
    return output
  }

  /// The results so far, by file; guarded by `lock`.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [[TestResult]]

    init(count: Int) { results = Array(repeating: [], count: count) }

    var all: [TestResult] { lock.withLock { results.flatMap(\.self) } }

    func keep(_ new: [TestResult], at index: Int) { lock.withLock { results[index] = new } }
  }
}
