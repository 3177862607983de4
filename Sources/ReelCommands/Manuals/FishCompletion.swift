/// A script by which fish completes command lines of `reel`.
enum FishCompletion {
  static func lines(_ verbs: [Verb]) -> [String] {
    let names = verbs.map(\.name).joined(separator: " ")
    let isFirst = "-n 'not __fish_seen_subcommand_from \(names)'"
    return [
      "# Completes reel in fish: reel completions fish | source",
      "complete -c reel -f",
      "complete -c reel \(isFirst) -l help -s h -d 'this text'",
      "complete -c reel \(isFirst) -l version -s V -d 'which reel this is'",
    ] + verbs.map { "complete -c reel \(isFirst) -a \($0.name) -d \(quoted($0.summary))" }
      + verbs.flatMap { entries($0, verbs) } + policies
  }

  private static func entries(_ verb: Verb, _ verbs: [Verb]) -> [String] {
    let isIt = "complete -c reel -n '__fish_seen_subcommand_from \(verb.name)'"
    let flags = verb.allFlags.map { flag in
      var line = "\(isIt) -l \(flag.word)"
      if let letter = flag.letter { line += " -s \(letter)" }
      if flag.value != nil { line += " -x" + arguments(flag.completion) }
      return line + " -d \(quoted(flag.meaning))"
    }
    let operands = arguments(verb.completion(verbs: verbs))
    return flags + (operands.isEmpty ? [] : [isIt + operands])
  }

  private static func arguments(_ completion: Completion) -> String {
    switch completion {
    case .nothing: return ""
    case .files(let endings):
      if endings.isEmpty { return " -a '(__fish_complete_path)'" }
      let calls = endings.map { "__fish_complete_suffix .\($0)" }.joined(separator: "; ")
      return " -a '(\(calls))'"
    case .policies: return " -a '(__reel_policies)'"
    case .words(let words): return " -a '\(words.joined(separator: " "))'"
    }
  }

  private static let policies = [
    "function __reel_policies",
    "  set -l before (string replace -r '[^,+=]*$' '' -- (commandline -ct | "
      + "string replace -r '^--[a-z-]+=' ''))",
    "  for name in \(Completion.policyNames.joined(separator: " "))",
    "    echo \"$before$name\"",
    "  end",
    "end",
  ]

  /// `text` as one word, whatever is in it.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
