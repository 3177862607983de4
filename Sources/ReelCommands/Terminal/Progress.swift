/// How far a long command has come: one line on standard error that is written over, and nothing
/// where nobody watches.
struct Progress {
  private let total: Int
  private let errors: CommandOutput
  private let state = State()

  private final class State { var done = 0 }

  init(total: Int, _ console: Console) {
    self.total = total
    errors = console.errors
  }

  /// Says that `name` is in work now.
  func step(_ name: String) throws(CommandFailure) {
    state.done += 1
    guard errors.isTerminal else { return }
    try errors.write("\r\u{1B}[K\(state.done)/\(total) \(name)")
  }

  /// Clears the line.
  func finish() throws(CommandFailure) {
    if errors.isTerminal { try errors.write("\r\u{1B}[K") }
  }
}
