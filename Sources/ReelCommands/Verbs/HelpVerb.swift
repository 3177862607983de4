import ReelEvents

/// `reel help [VERB]`.
enum HelpVerb {
  static let verb = Verb(
    name: "help", summary: "how a verb is used",
    examples: [
      ("reel help diff", "all about one verb"),
      ("reel help --man > reel.1", "the manual page; man ./reel.1 shows it"),
    ],
    usage: "[VERB] [--man]", operands: 0...1, flags: [.manual], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if arguments.has(.manual) {
      guard arguments.operands.isEmpty else {
        throw Arguments.usage("the manual page is of all verbs; leave out the one or --man", verb)
      }
      try console.write(ManualPage.lines(ReelCommand.verbs))
      return .success
    }
    let lines =
      try arguments.operands.first.map { HelpText.text(of: try ReelCommand.verb(named: $0)) }
      ?? HelpText.overview(of: ReelCommand.verbs)
    try console.write(lines)
    return .success
  }
}
