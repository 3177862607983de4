import Foundation

/// How large a terminal is.
enum TerminalSize {
  /// The columns of the terminal behind `descriptor`; nil where it is none, or does not tell.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Narrower than that, a table tells nothing.
  private static let columnsMin = 20

  /// The columns that there are for a line of `output`; nil where it may be of any width.
  /// `COLUMNS` has the last word, as with other programs.
  static func columns(of output: CommandOutput, _ environment: [String: String]) -> Int? {
    guard output.isTerminal else { return nil }
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return (columns ?? output.columns).map { max($0, columnsMin) }
  }
}
