import ReelEvents

/// What a verb wrote: a sentence on standard error, or with `--json` an object on standard output.
struct WrittenReport {
  /// The file that was written.
  let path: String
  let eventCount: Int64
  /// What else is to be said, as members of the object.
  var details: ValueDictionary = [:]
  /// The same as sentences.
  var notes: [String] = []

  /// Tells it.
  /// - Throws: `CommandFailure`.
  func report(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    if arguments.has(.json) {
      var members = details
      members["schema"] = .string("reel.\(arguments.typed[0])/1")
      members["recording"] = .string(path)
      members["events"] = .integer(eventCount)
      try console.write(.dictionary(members))
    } else if path != "-" {
      try console.note("\(path): \(eventCount) \(eventCount == 1 ? "event" : "events")")
    }
    for note in notes { try console.note("note: \(note)") }
  }

  /// Refuses `--json` where standard output takes the recording itself.
  /// - Throws: a usage failure.
  static func check(_ arguments: Arguments) throws(CommandFailure) {
    if arguments.has(.json) && arguments[.output] == "-" {
      throw CommandFailure(
        .usage, "-o - and --json both want standard output; name a file, or leave out --json")
    }
  }
}
