import ReelEvents

/// Where `--html` writes a page to: a new file, or standard output in place of the text.
struct PageOutput {
  private let path: String
  private let isForced: Bool
  private let console: Console

  /// What `--html` of `arguments` names; nil without it.
  /// - Throws: a usage failure, where two results want standard output; `CommandFailure`, where
  ///   the place is one of `inputs` or no place for a file.
  init?(_ arguments: Arguments, inputs: [String], _ console: Console) throws {
    guard let path = arguments[.html] else { return nil }
    for other in [Flag.json, .markdown, .gitHub] where path == "-" && arguments.has(other) {
      throw CommandFailure(
        .usage,
        "--html - and --\(other.word) both want standard output; name a file, or leave one out")
    }
    if path != "-" {
      try OutputPlace.check(path, isNoneOf: inputs)
      try OutputPlace.check(path)
    }
    self.path = path
    isForced = arguments.has(.force)
    self.console = console
  }

  /// Whether the page takes the place of the text.
  var isStandardOutput: Bool { path == "-" }

  /// Writes the page.
  /// - Throws: `LogError`, `exists` where a file is there and `--force` was not given.
  func write(_ bytes: [UInt8]) throws {
    var output = try TextOutput(path, isForced: isForced, console)
    try output.append(bytes)
    try output.finish()
  }
}
