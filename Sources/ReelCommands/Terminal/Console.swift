/// What a command sees of the world besides files: its three streams and its environment.
struct Console {
  let input: CommandInput
  let output: CommandOutput
  let errors: CommandOutput
  let environment: [String: String]

  /// Writes a remark for the person at the terminal.
  func note(_ text: String) throws(CommandFailure) { try errors.write(line: text) }
}
