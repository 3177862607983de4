import ReelEvents

/// What a verb was given: its flags, its operands, and the command after `--`.
struct Arguments {
  /// Everything as it was typed, the verb first.
  let typed: [String]
  private(set) var operands: [String] = []
  /// What stands after `--`; nil without one.
  private(set) var command: [String]?
  private var values: [Flag: String] = [:]

  /// Reads `texts` as `verb` takes them: flags anywhere, as `--flag=value` or `--flag value`.
  ///
  /// - Throws: a usage failure that names the nearest flag.
  init(_ texts: [String], for verb: Verb) throws(CommandFailure) {
    typed = [verb.name] + texts
    var rest = texts[...]
    while let text = rest.popFirst() {
      if text == "--" {
        guard verb.takesCommand else { throw Self.surplus("--", verb) }
        command = Array(rest)
        break
      }
      guard text.hasPrefix("-"), text != "-" else {
        operands.append(text)
        continue
      }
      try add(text, following: &rest, verb)
    }
    try checkOperands(verb)
  }

  /// Whether `flag` was given.
  func has(_ flag: Flag) -> Bool { values[flag] != nil }

  /// The value of `flag`; nil if it was not given.
  subscript(flag: Flag) -> String? { values[flag] }

  private mutating func add(
    _ text: String, following rest: inout ArraySlice<String>, _ verb: Verb
  ) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let flag = try Self.flag(parts[0], verb)
    guard values[flag] == nil else {
      throw Self.usage("\(parts[0]) is given twice; once is enough", verb)
    }
    guard let value = flag.value else {
      if parts.count > 1 { throw Self.usage("\(parts[0]) takes no value", verb) }
      values[flag] = ""
      return
    }
    guard let given = parts.count > 1 ? parts[1] : rest.popFirst(), !given.isEmpty else {
      throw Self.usage("\(parts[0]) takes a value, \(value), and got none", verb)
    }
    values[flag] = given
  }

  private static func flag(_ text: String, _ verb: Verb) throws(CommandFailure) -> Flag {
    let flags = verb.flags + Flag.everywhere
    if let flag = flags.first(where: {
      "--\($0.word)" == text || $0.letter.map { "-\($0)" } == text
    }) {
      return flag
    }
    let known = flags.map { "--\($0.word)" }
    let hint = nearest(to: text, in: known).map { "did you mean \($0)?" }
    throw usage(
      "\(verb.name) has no flag \(text); "
        + (hint ?? "its flags are \(known.joined(separator: " "))"), verb)
  }

  private func checkOperands(_ verb: Verb) throws(CommandFailure) {
    if has(.help) { return }
    if command != nil && operands.isEmpty { return }
    if operands.count < verb.operands.lowerBound {
      throw Self.usage("something is missing: reel \(verb.name) \(verb.usage)", verb)
    }
    if operands.count > verb.operands.upperBound {
      throw Self.surplus(operands[verb.operands.upperBound], verb)
    }
  }

  private static func surplus(_ text: String, _ verb: Verb) -> CommandFailure {
    usage("\(text) is one too many: reel \(verb.name) \(verb.usage)", verb)
  }

  static func usage(_ message: String, _ verb: Verb) -> CommandFailure {
    CommandFailure(.usage, message, next: "reel \(verb.name) --help")
  }
}
