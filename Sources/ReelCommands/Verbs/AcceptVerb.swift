import ReelEvents
import ReelLog
import ReelReplay
import ReelReports

/// `reel accept PATH…`.
enum AcceptVerb {
  static let verb = Verb(
    name: "accept", summary: "write goldens, after showing what changes",
    examples: [
      ("reel accept recordings", "look at what changed, then write it as the expected result"),
      ("reel accept session.jsonl.zst --policy allowlist", "pin one policy more"),
    ],
    usage: "PATH… [--policy P] [--yes] [--json]",
    remarks: [
      "A new golden pins the recording as it was made, and the policies that the scenario beside",
      "it expects something of. Nothing is written where CI is set: people look at goldens.",
    ],
    operands: 1...Verb.operandsMax, flags: [.policy, .yes, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if let value = console.environment["CI"], !value.isEmpty {
      throw CommandFailure(
        .usage, "CI is set; goldens are accepted by people, never by a build",
        next: CommandText.text(["test"] + arguments.operands))
    }
    let changed = try changes(arguments, console.withoutNotes)
    try show(changed, arguments, console)
    if changed.isEmpty { return .success }
    guard try isConfirmed(changed.count, arguments, console) else {
      try console.note("nothing written")
      return .negative
    }
    for change in changed {
      var file = try OutputFile.derived(change.path, existing: .replaced)
      try file.append(change.golden.value.indentedBytes)
      try file.finish()
    }
    try console.note("\(changed.count) written")
    return .success
  }

  private static func show(
    _ changed: [Change], _ arguments: Arguments, _ console: Console
  ) throws {
    if arguments.has(.json) {
      let changes = changed.map { change in
        Value.dictionary([
          "golden": .string(change.path), "changes": .array(change.lines.map(Value.string)),
        ])
      }
      try console.write(
        .dictionary(["schema": .string("reel.accept/1"), "changed": .array(changes)]))
    } else if changed.isEmpty {
      try console.write(["nothing to accept: every golden is as it should be"])
    } else {
      for change in changed {
        try console.write([change.path] + change.lines.map { "  \($0)" })
      }
    }
  }

  private struct Change {
    let path: String
    let golden: GoldenFile
    let lines: [String]
  }

  private static func changes(
    _ arguments: Arguments, _ console: Console
  ) throws -> [Change] {
    var changes: [Change] = []
    for recording in try Corpus(arguments.operands).recordings {
      let path = Corpus.golden(of: recording)
      let old = Corpus.isThere(path) ? try GoldenFile.read(path) : nil
      var pins = try old?.pins ?? GoldenFile.usualPins(of: recording, console)
      if let added = arguments[.policy], !pins.contains(added) { pins.append(added) }
      let new = try GoldenFile.make(recording, pins: pins, console)
      if let old {
        let lines = GoldenChanges.lines(from: old.value, to: new.value)
        guard !lines.isEmpty else { continue }
        changes.append(Change(path: path, golden: new, lines: lines))
      } else {
        let line = "new, pins \(pins.joined(separator: ", "))"
        changes.append(Change(path: path, golden: new, lines: [line]))
      }
    }
    return changes
  }

  private static func isConfirmed(
    _ count: Int, _ arguments: Arguments, _ console: Console
  ) throws -> Bool {
    if arguments.has(.yes) { return true }
    guard console.input.isTerminal else {
      throw CommandFailure(
        .usage, "nobody is there to ask; --yes accepts the changes above",
        next: CommandText.text(arguments.typed + ["--yes"]))
    }
    try console.output.write("Write \(count == 1 ? "it" : "these \(count)")? [y/N] ")
    try console.output.flush()
    return ["y", "yes"].contains(console.input.nextLine()?.lowercased())
  }
}
