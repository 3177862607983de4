import ReelEvents
import ReelLog

/// The two walks over a recording that redact it: the first one notes what there is, the second
/// one writes.
struct RedactionPasses {
  let file: FileReader
  let redactor: Redactor
  private let console: Console

  /// What was left out, because nothing can be made safe that is not understood.
  struct Losses {
    /// Events of unknown kinds: they became notes, so that the others keep their numbers.
    var unknownKinds: Int64 = 0
    /// Members that no event of the kind has.
    var unknownFields: Int64 = 0
    /// Lines that are no events; they became notes too.
    var badLines: Int64 = 0

    var isNone: Bool { unknownKinds == 0 && unknownFields == 0 && badLines == 0 }
  }

  init(_ file: FileReader, _ redactor: Redactor, _ console: Console) {
    self.file = file
    self.redactor = redactor
    self.console = console
  }

  /// Notes everything, and draws what stands for it.
  /// - Throws: `LogError`, `CommandFailure`.
  func prepare(with secret: inout RedactionSecret) throws {
    let source = try RecordingSource(file, atFaults: .goOn)
    let interruption = Interruption()
    _ = redactor.header(source.header, name: "")
    try walk(source) { event, _ in
      try interruption.check(making: "the redacted recording")
      _ = redactor.event(event)
    }
    do {
      try redactor.pseudonyms.draw(with: &secret)
    } catch {
      throw CommandFailure(error.status, "\(file.path): \(error.message)")
    }
  }

  /// Writes everything to `output`; the source tells afterwards what it could not read.
  /// - Throws: `LogError`, `CommandFailure`.
  func write(to output: inout RecordingOutput) throws -> (RecordingSource, Losses) {
    let source = try RecordingSource(file, atFaults: .goOn)
    var losses = Losses()
    var number: Int64 = 0
    try walk(source) { event, place in
      let redacted = redactor.event(event)
      let missing = place - number - 1
      guard losses.badLines + missing <= Self.badLinesMax else {
        throw CommandFailure(
          .badData, "\(file.path): expected events, found over \(Self.badLinesMax) other lines")
      }
      for _ in 0..<max(0, missing) {
        losses.badLines += 1
        try output.append(
          Event(
            at: redacted.at, device: redacted.device,
            action: Redactor.leftOut("a line that is no event")))
      }
      if case .unknown = event.action { losses.unknownKinds += 1 }
      try output.append(redacted)
      number = place
    }
    losses.unknownFields = source.tally.unknownFieldCount
    // Those behind the last event moved none.
    losses.badLines = max(losses.badLines, source.tally.badLineCount)
    return (source, losses)
  }

  /// How many lines may be no events: each takes a note.
  private static let badLinesMax: Int64 = 1_000_000

  private func walk(
    _ source: RecordingSource, _ body: (_ event: Event, _ number: Int64) throws -> Void
  ) throws {
    let progress = ReadingProgress(file.path, [file], console)
    var batch = EventBatch()
    while try source.next(into: &batch) {
      try progress?.note(source.fileOffset)
      for row in 0..<batch.count {
        try body(EventLine.decode(Array(batch.line(row))).event, batch.number(of: row))
      }
      if redactor.pseudonyms.isOverLimit { throw overLimit }
    }
  }

  private var overLimit: CommandFailure {
    CommandFailure(
      .badData,
      "\(file.path): expected at most \(Pseudonyms.distinctMax) different texts or numbers, of "
        + "\(Pseudonyms.distinctBytesMax >> 20) MiB together, found more; a part can be redacted",
      next: CommandText.text(["cat", file.path, "--until", "100000", "-o", "part.jsonl.zst"]))
  }
}
