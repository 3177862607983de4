import ReelEvents

/// `reel completions SHELL`.
enum CompletionsVerb {
  static let verb = Verb(
    name: "completions", summary: "a script by which a shell completes command lines",
    examples: [
      ("eval \"$(reel completions bash)\"", "in bash, until the shell ends"),
      ("reel completions zsh > ~/.zsh/completions/_reel", "in zsh, where $fpath has that folder"),
      ("reel completions fish > ~/.config/fish/completions/reel.fish", "in fish, for good"),
    ],
    usage: "bash|zsh|fish", operands: 1...1, flags: [], run: run)

  private enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func lines(_ verbs: [Verb]) -> [String] {
      switch self {
      case .bash: BashCompletion.lines(verbs)
      case .zsh: ZshCompletion.lines(verbs)
      case .fish: FishCompletion.lines(verbs)
      }
    }
  }

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let name = arguments.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let known = Shell.allCases.map(\.rawValue)
      let hint = nearest(to: name, in: known).map { "; did you mean \($0)?" } ?? ""
      throw Arguments.usage(
        "completions takes \(known.joined(separator: ", ")), and got \(name)\(hint)", verb)
    }
    try console.write(shell.lines(ReelCommand.verbs))
    return .success
  }
}
