import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import ReelReports

/// `reel cat FILE…`.
enum CatVerb {
  static let verb = Verb(
    name: "cat", summary: "the lines of a recording as they are, or some of them",
    examples: [
      ("reel cat session.jsonl.zst | jq .", "the lines of a recording"),
      ("reel cat session.jsonl.zst --device watch --event store.set", "some of them"),
      ("reel cat long.jsonl.zst --from 2000000 --limit 10", "ten events from a number on"),
      (
        "reel cat long.jsonl.zst --from 2026-01-01T08:00:00Z -o part.jsonl.zst",
        "a part as a recording"
      ),
      ("reel cat session.jsonl.zst -o session.csv", "as a table; .json is an array"),
      ("reel cat live.jsonl.zst --follow --device watch", "what is being recorded"),
    ],
    usage: "FILE… [--device D] [--event KIND] [--key K] [--from E] [--until E] [--limit N] [-o]",
    remarks: [
      "Bytes of lines are passed on unchanged, of kinds too that this version does not know. Of",
      "several recordings the first gives the header. --from finds its place by the table at the",
      "end of a compressed recording; without one, what comes before is read and passed over.",
      "--follow ends when the file goes or another takes its name (0), and at control-C (130);",
      "what was shown is whole. Ends with 3 if something could not be read.",
    ],
    operands: 1...Verb.operandsMax,
    flags: [
      .device, .event, .key, .start, .until, .limit, .follow, .format, .output, .force, .json,
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    var filter = try EventFilter(arguments)
    for path in arguments.operands { try RecordingInput.refuseScenario(path) }
    if arguments.has(.follow) { return try follow(arguments, filter, console) }
    let sources = try arguments.operands.map { path in
      try RecordingSource(RecordingInput.file(path, console), atFaults: .goOn)
    }
    var output = try EventOutput(
      EventFormat(arguments), arguments, headerLine: sources[0].headerLine, console)
    var status = ExitStatus.success
    for source in sources where !filter.isFull {
      filter.restart()
      if let place = filter.place { try source.seek(to: place) }
      try copy(source, &filter, to: &output, console)
      status = try status.combined(with: source.reportLosses(console))
    }
    let isEmpty = output.eventCount == 0
    try output.finish()
    if isEmpty { try noteAbsence(in: sources.map(\.file), arguments, console) }
    return status
  }

  /// Tells of a device and a key that were asked for and that no event has, where nothing came out.
  private static func noteAbsence(
    in files: [FileReader], _ arguments: Arguments, _ console: Console
  ) throws {
    guard arguments[.device] != nil || arguments[.key] != nil else { return }
    var names = SessionNames()
    for file in files { try names.add(RecordingSource(file, atFaults: .goOn)) }
    if names.devices.isEmpty { return }
    if let device = arguments[.device], !names.devices.contains(device) {
      let known = names.devices.sorted(by: utf8Precedes)
      try console.note("note: \(DeviceText.absence(of: device, among: known))")
    }
    if let key = arguments[.key], !names.keys.contains(KeyText(key)) {
      let known = names.keys.map(\.text).sorted(by: utf8Precedes)
      let hint = nearest(to: key, in: known).map { "; did you mean \($0)?" } ?? ""
      try console.note("note: no event there is about a key, rule or item \(key)\(hint)")
    }
  }

  private static func copy(
    _ source: RecordingSource, _ filter: inout EventFilter, to output: inout EventOutput,
    _ console: Console
  ) throws {
    // Where the lines themselves go to a terminal, they show how far it is.
    let progress =
      console.output.isTerminal ? nil : ReadingProgress(source.file.path, [source.file], console)
    var batch = EventBatch()
    while try source.next(into: &batch) {
      try output.checkInterruption()
      try progress?.note(source.fileOffset)
      guard try copy(batch, &filter, to: &output), !console.output.isClosed else { return }
    }
  }

  /// Copies what is wanted of `batch`; false once nothing more can be.
  private static func copy(
    _ batch: EventBatch, _ filter: inout EventFilter, to output: inout EventOutput
  ) throws -> Bool {
    for row in 0..<batch.count {
      if filter.isFull { return false }
      switch filter.judge(batch, row) {
      case .passes: try output.append(batch, row)
      case .isLeftOut: break
      case .isPastEnd: return false
      }
    }
    return !filter.isFull
  }

  // MARK: Following

  /// How long is waited before the file is looked at again.
  private static let lookEveryMilliseconds: Int32 = 100

  private static func follow(
    _ arguments: Arguments, _ filter: EventFilter, _ console: Console
  ) throws -> ExitStatus {
    guard arguments.operands.count == 1, arguments.operands != ["-"], !arguments.has(.output) else {
      throw Arguments.usage("--follow takes one file, and writes to standard output", verb)
    }
    var filter = filter
    let interruption = Interruption()
    let follower = try RecordingFollower(path: arguments.operands[0])
    var output = try EventOutput(
      EventFormat(arguments), arguments, headerLine: follower.headerLine, console)
    while interruption.status == nil, !console.output.isClosed {
      let look = try follower.look { try copy($0, &filter, to: &output) }
      try output.flush()
      if look == .over { break }
      if look == .nothing { console.output.wait(milliseconds: lookEveryMilliseconds) }
    }
    try output.finish()
    if follower.badLineCount > 0 {
      try console.note(
        "note: passed over \(counted(follower.badLineCount, "line")) that told no event")
    }
    if let status = interruption.status { return status }
    return follower.badLineCount > 0 ? .loss : .success
  }
}
