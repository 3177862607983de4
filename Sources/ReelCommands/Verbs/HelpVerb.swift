import ReelEvents

/// `reel help [VERB]`.
enum HelpVerb {
  static let verb = Verb(
    name: "help", summary: "how a verb is used",
    examples: [("reel help diff", "all about one verb")], usage: "[VERB]", operands: 0...1,
    flags: [], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let lines =
      try arguments.operands.first.map { HelpText.text(of: try ReelCommand.verb(named: $0)) }
      ?? HelpText.overview(of: ReelCommand.verbs)
    try console.write(lines)
    return .success
  }
}
