/// One verb of the command line: what help says of it, what it takes, what it does.
struct Verb: Sendable {
  /// The word after `reel`.
  let name: String
  /// What it does, in a line.
  let summary: String
  /// Whole command lines, the commonest first, each with what it is for.
  let examples: [(command: String, purpose: String)]
  /// What follows the verb.
  let usage: String
  /// What else is to be known, a line each.
  var remarks: [String] = []
  /// How many operands it takes.
  let operands: ClosedRange<Int>
  /// Its flags, besides the ones that every verb has.
  let flags: [Flag]
  /// Whether a command may follow after `--`.
  var takesCommand = false
  /// Does it.
  let run: @Sendable (Arguments, Console) throws -> ExitStatus

  /// A number of operands that nobody types.
  static let operandsMax = 1_000_000
}
