import ReelEvents
import ReelReports

/// What a command sees of the world besides files: its three streams and its environment.
struct Console {
  let input: CommandInput
  let output: CommandOutput
  var errors: CommandOutput
  let environment: [String: String]
  /// How text on standard output is dressed.
  var style = TextStyle(isColored: false)

  /// Writes lines of a result.
  func write(_ lines: [String]) throws(CommandFailure) {
    for line in lines { try output.write(line: line) }
  }

  /// Writes a result as one line of JSON.
  func write(_ value: Value) throws(CommandFailure) {
    try output.write(value.canonicalBytes + [0x0A])
  }

  /// Writes a remark that is no part of the result. What it quotes of a file is anybody's, so a
  /// terminal obeys none of it.
  func note(_ text: String) throws(CommandFailure) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try errors.write(line: DisplayWidth.printable(String(line)))
    }
  }

  /// A console of its own for work apart from the command's, on another thread: nothing can be read
  /// there, and what is written is kept.
  static var apart: Console {
    Console(
      input: CommandInput([]), output: CommandOutput(), errors: CommandOutput(), environment: [:])
  }

  /// A console that sees nothing of the world, for work on many threads.
  static var silent: Console {
    Console(
      input: CommandInput([]), output: CommandOutput(), errors: CommandOutput(), environment: [:])
  }

  /// The same console with its text dressed as `--color` and the environment say.
  func dressed(_ arguments: Arguments) throws(CommandFailure) -> Console {
    var console = self
    console.style.columns = TerminalSize.columns(of: output, environment)
    switch arguments[.color] ?? "auto" {
    case "always": console.style.isColored = true
    case "never": console.style.isColored = false
    case "auto":
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      console.style.isColored = output.isTerminal && !isRefused && environment["TERM"] != "dumb"
    case let other:
      throw CommandFailure(.usage, "--color takes auto, always or never, and got \(other)")
    }
    return console
  }
}
