/// A script by which bash completes command lines of `reel`.
enum BashCompletion {
  static func lines(_ verbs: [Verb]) -> [String] {
    let head = ["# Completes reel in bash: eval \"$(reel completions bash)\"", "_reel() {"]
    let names = verbs.map(\.name).joined(separator: " ")
    return head + words + ["  case $verb in"]
      + ["    '') _reel_words '\(names) --help --version'; return ;;"]
      + verbs.flatMap { entry($0, verbs) }
      + ["  esac", "}", ""] + helpers + ["complete -F _reel reel"]
  }

  /// Bash takes words apart at each `=`; they are put together again first.
  private static let words = [
    "  local word glue='' all=() i current previous verb=''",
    "  for ((i = 1; i <= COMP_CWORD; i++)); do",
    "    word=${COMP_WORDS[i]}",
    "    if [[ -n $glue || ($word == = && ${#all[@]} -gt 0) ]]; then",
    "      all[${#all[@]}-1]+=$word",
    "    else",
    "      all+=(\"$word\")",
    "    fi",
    "    glue=''; [[ $word == = ]] && glue=1",
    "  done",
    "  current=${all[${#all[@]}-1]}",
    "  previous=''; ((${#all[@]} > 1)) && previous=${all[${#all[@]}-2]}",
    "  ((${#all[@]} > 1)) && verb=${all[0]}",
    "  if [[ $current == --*=* ]]; then previous=${current%%=*}; current=${current#*=}; fi",
    "  COMPREPLY=()",
  ]

  private static func entry(_ verb: Verb, _ verbs: [Verb]) -> [String] {
    let flags = verb.allFlags.flatMap(\.spellings).joined(separator: " ")
    let values = verb.allFlags.filter { $0.value != nil }.map { flag in
      "        \(flag.spellings.joined(separator: "|"))) \(action(flag.completion)); return ;;"
    }
    return ["    \(verb.name))", "      case $previous in"] + values + [
      "      esac",
      "      [[ $current == -* ]] && { _reel_words '\(flags)'; return; }",
      "      \(action(verb.completion(verbs: verbs))) ;;",
    ]
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files(let endings): (["_reel_files"] + endings).joined(separator: " ")
    case .policies: "_reel_policies"
    case .words(let words): "_reel_words '\(words.joined(separator: " "))'"
    }
  }

  private static let helpers = [
    "# What follows the last = alone is replaced.",
    "_reel_reply() {",
    "  local text",
    "  while IFS= read -r text; do COMPREPLY+=(\"${text#\"$1\"}\"); done",
    "}",
    "_reel_words() {",
    "  _reel_reply '' < <(compgen -W \"$1\" -- \"$current\")",
    "}",
    "_reel_policies() {",
    "  local last=${current##*[,+=]}",
    "  local before=${current%\"$last\"}",
    "  local replaced=''; [[ $before == *=* ]] && replaced=${before%=*}=",
    "  compopt -o nospace 2>/dev/null",
    "  local names='\(Completion.policyNames.joined(separator: " "))'",
    "  _reel_reply \"$replaced\" < <(compgen -P \"$before\" -W \"$names\" -- \"$last\")",
    "}",
    "_reel_files() {",
    "  local file ending",
    "  compopt -o filenames 2>/dev/null",
    "  while IFS= read -r file; do",
    "    if [[ -d $file || $# -eq 0 ]]; then COMPREPLY+=(\"$file\"); continue; fi",
    "    for ending in \"$@\"; do",
    "      [[ $file == *.\"$ending\" ]] && { COMPREPLY+=(\"$file\"); break; }",
    "    done",
    "  done < <(compgen -f -- \"$current\")",
    "}",
  ]
}
