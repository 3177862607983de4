import ReelEvents
import ReelLog
import ReelReplay
import ReelReports

/// `reel accept PATH…`.
enum AcceptVerb {
  static let verb = Verb(
    name: "accept", summary: "write goldens, after showing what changes",
    examples: [
      ("reel accept recordings", "look at each change, and say whether it is right"),
      ("reel accept session.jsonl.zst --policy allowlist", "pin one policy more"),
      ("reel accept a.jsonl.zst b.jsonl.zst < /dev/null", "exactly those, from a script"),
      ("reel accept recordings --yes", "whatever has changed"),
    ],
    usage: "PATH… [--policy P] [--yes] [--jobs N] [--json]",
    remarks: [
      "On a terminal it asks for each change; elsewhere it takes --yes, or the recordings by name.",
      "A new golden pins the recording as it was made, and the policies that the scenario beside",
      "it expects something of; where there is none, wipe-then-apply and allowlist, for lists",
      "union and tombstones. Nothing is written where CI is set: people look at goldens. A golden",
      "without its recording is named and stays.",
    ],
    operands: 1...Verb.operandsMax, flags: [.policy, .yes, .jobs, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if let value = console.environment["CI"], !value.isEmpty {
      throw CommandFailure(
        .usage, "CI is set; goldens are accepted by people, never by a build",
        next: CommandText.text(["test"] + arguments.operands))
    }
    let corpus = try Corpus(arguments.operands)
    for golden in corpus.strayGoldens {
      try console.note("note: \(golden) has no recording beside it; nothing was done to it")
    }
    if corpus.recordings.isEmpty {
      // Beside recordings, scenarios are where they belong.
      for path in corpus.scenarios { try RecordingInput.refuseScenario(path) }
      throw CommandFailure(
        .noInput,
        "\(arguments.operands.joined(separator: " ")): expected recordings, which goldens are of, "
          + "found none")
    }
    let (changes, reviews) = try GoldenChange.all(corpus.recordings, arguments)
    try console.note(PolicyReview.remarks(commonTo: reviews))
    var desk = AcceptDesk(changes, arguments, console)
    let leftCount = try desk.decide()
    return leftCount == 0 ? .success : .negative
  }
}

/// A golden that is to be written.
struct GoldenChange: Sendable {
  /// Where it is, or belongs.
  let path: String
  let golden: Value
  /// In what it differs from the one that is there, part by part.
  let lines: [String]

  /// The goldens of `recordings` that are not as they should be, and what the policies of each
  /// name in vain.
  /// - Throws: `CommandFailure`, `LogError`, `PolicyError`.
  static func all(
    _ recordings: [String], _ arguments: Arguments
  ) throws -> (changes: [GoldenChange], reviews: [PolicyReview]) {
    let policy = arguments[.policy]
    let outcomes = try Jobs.map(recordings, jobs: Jobs.count(arguments)) { recording in
      try change(of: recording, pinning: policy)
    }
    return (outcomes.compactMap(\.change), outcomes.map(\.review))
  }

  private static func change(
    of recording: String, pinning policy: String?
  ) throws -> (change: GoldenChange?, review: PolicyReview) {
    let path = Corpus.golden(of: recording)
    let old = Corpus.isThere(path) ? try GoldenFile.read(path) : nil
    var pins = try old?.pins ?? GoldenFile.usualPins(of: recording, .silent)
    if let policy, !pins.contains(policy) { pins.append(policy) }
    let (new, review) = try GoldenFile.make(recording, pins: pins, .silent)
    let lines =
      old.map { GoldenChanges.lines(from: $0.value, to: new) }
      ?? ["new, pins \(pins.joined(separator: ", "))"]
    let change = GoldenChange(path: path, golden: new, lines: lines)
    return (lines.isEmpty ? nil : change, review)
  }

  /// Writes it to its place.
  /// - Throws: `LogError`.
  func write() throws {
    var file = try OutputFile.derived(path, existing: .replaced)
    try file.append(golden.indentedBytes)
    try file.finish()
  }
}
