import ReelEvents
import ReelPolicies

/// `reel help [VERB|TOPIC]`.
enum HelpVerb {
  static let verb = Verb(
    name: "help", summary: "how a verb is used, or what policies, scenarios and checks are",
    examples: [
      ("reel help diff", "all about one verb"),
      ("reel help scenarios", "how a session is written down"),
      ("reel help policies landmine > rule.json", "a built-in rule as a file, to be changed"),
      ("reel help --man > reel.1", "the manual page; man ./reel.1 shows it"),
    ],
    usage: "[VERB | TOPIC | policies NAME] [--man]",
    remarks: ["The topics are \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", "))."],
    operands: 0...2, flags: [.manual], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if arguments.has(.manual) {
      guard arguments.operands.isEmpty else {
        throw Arguments.usage("the manual page is of all verbs; leave out the one or --man", verb)
      }
      try console.write(ManualPage.lines(ReelCommand.verbs))
      return .success
    }
    try console.write(lines(arguments.operands))
    return .success
  }

  private static func lines(_ words: [String]) throws -> [String] {
    guard let name = words.first else { return HelpText.overview(of: ReelCommand.verbs) }
    if words.count == 2 {
      guard name == HelpTopic.policies.rawValue else {
        throw Arguments.usage("help takes one verb or topic; only policies takes a name", verb)
      }
      return try file(of: words[1])
    }
    if let topic = HelpTopic(rawValue: name) { return topic.lines }
    let topics = HelpTopic.allCases.map(\.rawValue)
    return HelpText.text(of: try ReelCommand.verb(named: name, or: topics))
  }

  private static func file(of policy: String) throws(CommandFailure) -> [String] {
    if let lines = PoliciesTopic.file(of: policy) { return lines }
    let names = BuiltInPolicies.all.map(\.name)
    let hint = nearest(to: policy, in: names).map { "did you mean \($0)?" }
    throw CommandFailure(
      .usage, "no policy is built in as \(policy); \(hint ?? "reel help policies lists them")",
      next: "reel help policies")
  }
}
