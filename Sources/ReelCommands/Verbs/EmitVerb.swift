import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import ReelReports

/// `reel emit --swift-testing FILE`.
enum EmitVerb {
  static let verb = Verb(
    name: "emit", summary: "a recording as a test in source, for a suite of your own",
    examples: [
      (
        "reel emit --swift-testing session.jsonl.zst -o SessionTests.swift",
        "its events, and what they come to, as Swift Testing tests"
      ),
      (
        "reel emit --swift-testing session.jsonl.zst --policy allowlist",
        "what they come to under another rule, too"
      ),
    ],
    usage: "--swift-testing FILE [--policy P] [-o FILE] [--force]",
    remarks: [
      "The file needs the product ReelTesting and nothing else. Of the catalog it has what the",
      "session needs. A session of more than \(EmittedSession.eventsMax) events is better tested",
      "where it is: try expectGolden(Recording(\"session.jsonl.zst\")).",
    ],
    operands: 1...1, flags: [.swiftTesting, .policy, .output, .force], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard arguments.has(.swiftTesting) else {
      throw Arguments.usage("emit takes --swift-testing, the one form that it knows", verb)
    }
    let path = arguments[.output] ?? "-"
    try OutputPlace.check(path, isNoneOf: arguments.operands)
    let input = try RecordingInput(arguments, console)
    let file = try file(input, arguments, console)
    var output = try TextOutput(path, isForced: arguments.has(.force), console)
    for line in file.source { try output.append(Array(line.utf8) + [0x0A]) }
    try output.finish()
    return .success
  }

  private static func file(
    _ input: RecordingInput, _ arguments: Arguments, _ console: Console
  ) throws -> SwiftTestingFile {
    let policy = arguments[.policy]
    try refuseOwnPolicies([policy, input.header.recordedUnder], input)
    _ = try input.policies([policy], console)
    var session = try EmittedSession(input)
    let pins = [PolicyChoice(nil)] + (policy.map { [PolicyChoice($0)] } ?? [])
    try session.trimCatalog(pins: pins)
    var file = SwiftTestingFile(
      name: session.header.name,
      command: CommandText.text(
        ["emit", "--swift-testing", input.path] + (policy.map { ["--policy", $0] } ?? [])),
      lines: session.lines, isReproducible: session.header.recordedUnder != nil)
    for pin in pins {
      file.add(try ReplayResult.run(session.source, policy: pin), under: pin.text)
    }
    return file
  }

  /// A source file has no place for a policy's own switches.
  private static func refuseOwnPolicies(
    _ policies: [String?], _ input: RecordingInput
  ) throws(CommandFailure) {
    for policy in policies.compactMap(\.self) {
      do {
        _ = try PolicyArgument(policy)
      } catch {
        throw CommandFailure(
          .usage,
          "\(input.path) under \(policy): expected built-in policies, which a test knows by name; "
            + error.message)
      }
    }
  }
}
