import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import ReelReports

/// A scenario typed line by line: after each line, what changed on which device.
enum RecordPrompt {
  static func run(_ request: RecordVerb.Request, _ console: Console) throws -> ExitStatus {
    let header = try request.header(name: RecordingInput.name(of: request.output), console)
    let named = try PolicyFiles.policies(in: request.policy, besides: [])
    var underRule = header
    underRule.recordedUnder = request.policy
    let choice = PolicyChoice(request.policy, named: named)
    let performance = try Performance(header: underRule, policy: choice)
    let review = try PolicyReview([choice], header: header, catalog: header.catalog, nil)
    try console.note(review.remarks)
    var output = try RecordingOutput(
      request.output, .recorded(isForced: request.isForced), header: header,
      flushEvery: request.flushEvery ?? 1, console)
    try console.write([
      "Recording to \(request.output) under \(request.policy). One line of a scenario at a time,",
      "such as: phone sets temperatureUnit celsius. Control-D ends it.",
    ])
    var reader = try ScenarioReader(catalog: request.catalog()) { name in
      try PropertyListFile.read(name, beside: "./prompt")
    }
    var factCount: Int64 = 0
    while let line = try prompt(console) {
      guard let event = try event(line, &reader, console) else { continue }
      factCount += 1
      var batch = EventBatch()
      var source = LineSource(header: header, events: [event])
      _ = try source.next(into: &batch)
      batch.firstNumber = factCount
      try performance.perform(batch, facts: [event]) { step in
        for event in step.events { try output.append(event) }
        try console.write(step.changes.map { "  \($0)" })
      }
    }
    try console.write([""])
    try output.finish()
    return .success
  }

  private static func prompt(_ console: Console) throws -> String? {
    try console.output.write("reel> ")
    try console.output.flush()
    return console.input.nextLine()
  }

  /// The event that `line` says; nil, after a word on it, where it says none.
  private static func event(
    _ line: String, _ reader: inout ScenarioReader, _ console: Console
  ) throws -> Event? {
    let noteCount = reader.notes.count
    let statement: ScenarioStatement?
    do throws(ScenarioFault) {
      statement = try reader.read(line.utf8)
    } catch {
      let hint = error.suggestion.map { "; did you mean \($0)?" } ?? ""
      try console.write(["  expected \(error.expected), found \(error.found)\(hint)"])
      return nil
    }
    try console.write(reader.notes[noteCount...].map { "  note: \($0.text)" })
    switch statement {
    case .event(let event): return event
    case .policy, .expectation, .final:
      try console.write(["  only a scenario file keeps that"])
      return nil
    case .comment, nil: return nil
    }
  }
}
