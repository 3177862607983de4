/// A script by which zsh completes command lines of `reel`.
enum ZshCompletion {
  static func lines(_ verbs: [Verb]) -> [String] {
    [
      "#compdef reel",
      "# Completes reel in zsh: reel completions zsh > a folder of $fpath, as _reel",
      "_reel() {",
      "  local curcontext=$curcontext state line ret=1",
      "  typeset -A opt_args",
      "  _arguments -C '(-h --help)'{-h,--help}'[this text]' \\",
      "    '(-V --version)'{-V,--version}'[which reel this is]' \\",
      "    '1:verb:->verb' '*::word:->word' && ret=0",
      "  case $state in",
      "  verb)",
      "    local -a verbs=(",
    ] + verbs.map { "      \(quoted("\(escaped($0.name)):\($0.summary)"))" } + [
      "    )",
      "    _describe -t verbs verb verbs && ret=0",
      "    ;;",
      "  word)",
      "    case $words[1] in",
    ] + verbs.flatMap { entry($0, verbs) } + [
      "    esac",
      "    ;;",
      "  esac",
      "  return ret",
      "}",
      "",
      "_reel_policies() {",
      "  compset -P '*[,+=]'",
      "  compadd -S '' -- \(Completion.policyNames.joined(separator: " "))",
      "}",
      "",
      "if [[ $funcstack[1] == _reel ]]; then _reel \"$@\"; else compdef _reel reel; fi",
    ]
  }

  private static func entry(_ verb: Verb, _ verbs: [Verb]) -> [String] {
    let flags = verb.allFlags.map { "        \(spec($0)) \\" }
    let operands = "'*:\(escaped(operandName(verb))):\(action(verb.completion(verbs: verbs)))'"
    return ["    \(verb.name))", "      _arguments -s \\"] + flags + [
      "        \(operands) && ret=0", "      ;;",
    ]
  }

  private static func operandName(_ verb: Verb) -> String {
    verb.operands.upperBound == 0 ? "nothing" : "file"
  }

  private static func spec(_ flag: Flag) -> String {
    let value = flag.value.map { ":\(escaped($0)):\(action(flag.completion))" } ?? ""
    let meaning = "[\(bracketed(flag.meaning))]"
    let long = "--\(flag.word)\(flag.value == nil ? "" : "=")"
    guard let letter = flag.letter else { return quoted(long + meaning + value) }
    let short = "-\(letter)\(flag.value == nil ? "" : "+")"
    return quoted("(-\(letter) --\(flag.word))") + "{\(short),\(long)}" + quoted(meaning + value)
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: return " "
    case .files(let endings):
      if endings.isEmpty { return "_files" }
      return "_files -g \"*.(\(endings.joined(separator: "|")))\""
    case .policies: return "_reel_policies"
    case .words(let words): return "(\(words.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == ":" ? "\\:" : String($0) }.joined()
  }

  private static func bracketed(_ text: String) -> String {
    text.map { "[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// `text` as one word, whatever is in it.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
