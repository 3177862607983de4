import Foundation
import ReelEvents
import ReelReports

/// Where changes of goldens are looked at, one by one, and accepted or not.
struct AcceptDesk {
  private let changes: [GoldenChange]
  private let arguments: Arguments
  private let console: Console
  /// The changes that were written, by their place.
  private var written: Set<Int> = []

  init(_ changes: [GoldenChange], _ arguments: Arguments, _ console: Console) {
    self.changes = changes
    self.arguments = arguments
    self.console = console
  }

  /// Who says which changes are right.
  private enum Decision {
    /// `--yes`, or the names of the recordings.
    case given
    /// A person at the terminal.
    case asked
  }

  /// Shows the changes, writes those that are right, and tells how many are left.
  /// - Throws: `CommandFailure` if nobody can say which are right; `LogError`.
  mutating func decide() throws -> Int {
    if changes.isEmpty {
      if arguments.has(.json) {
        try tell()
      } else {
        try console.write(["nothing to accept: every golden is as it should be"])
      }
      return 0
    }
    switch try decision() {
    case .given:
      for index in changes.indices {
        try show(changes[index])
        try write(index)
      }
    case .asked: try ask()
    }
    try tell()
    return changes.count - written.count
  }

  private func decision() throws -> Decision {
    if arguments.has(.yes) { return .given }
    if console.input.isTerminal { return .asked }
    guard let folder = arguments.operands.first(where: isFolder) else { return .given }
    for change in changes { try show(change) }
    throw CommandFailure(
      .usage,
      "nobody is there to ask, and \(folder) is a folder; name the recordings that are right, or "
        + "say --yes for all that is shown above",
      next: CommandText.text(arguments.typed + ["--yes"]))
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  // MARK: Asking

  private enum Answer { case yes, no, all, quit }

  private mutating func ask() throws {
    for index in changes.indices {
      try show(changes[index])
      switch try answer(index) {
      case .yes: try write(index)
      case .no: continue
      case .quit: return
      case .all:
        try write(index)
        for rest in changes.indices.dropFirst(index + 1) {
          try show(changes[rest])
          try write(rest)
        }
        return
      }
    }
  }

  /// What the person says; whoever goes away has quit.
  private func answer(_ index: Int) throws -> Answer {
    while true {
      try console.output.flush()
      try console.errors.write(
        "Write it (\(index + 1) of \(changes.count))? [y]es, [n]o, [a]ll, [q]uit: ")
      switch console.input.nextLine()?.lowercased() {
      case "y", "yes": return .yes
      case "n", "no": return .no
      case "a", "all": return .all
      case "q", "quit", nil: return .quit
      case .some: try console.note("y, n, a or q")
      }
    }
  }

  // MARK: Telling

  /// Shows a change, on standard error where a JSON object has standard output.
  private func show(_ change: GoldenChange) throws {
    let lines = [change.path] + change.lines.map { "  \($0)" }
    if !arguments.has(.json) {
      try console.write(lines)
    } else if console.input.isTerminal {
      for line in lines { try console.note(line) }
    }
  }

  private mutating func write(_ index: Int) throws {
    try changes[index].write()
    written.insert(index)
  }

  private func tell() throws {
    if arguments.has(.json) {
      let values = changes.enumerated().map { index, change in
        Value.dictionary([
          "golden": .string(change.path), "changes": .array(change.lines.map(Value.string)),
          "written": .bool(written.contains(index)),
        ])
      }
      try console.write(
        .dictionary(["schema": .string("reel.accept/1"), "changed": .array(values)]))
    } else {
      let left = changes.count - written.count
      try console.note("\(written.count) written" + (left == 0 ? "" : ", \(left) left"))
    }
  }
}
