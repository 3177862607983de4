import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite struct `The events of a recording` {
  private let scratch = Scratch()
  private let header = RecordingHeader(
    name: "sample", recordedUnder: "allowlist", catalog: Catalog())

  private func events(_ count: Int, seed: UInt64) -> [Event] {
    var source = Seed(seed)
    return (0..<count).map { _ in
      var event = source.event()
      if case .messageReceived(var message) = event.action {
        message.reason = nil
        event.action = .messageReceived(message)
      }
      return event
    }
  }

  private func line(_ event: Event) -> [UInt8] {
    var bytes: [UInt8] = []
    EventLine.append(event, to: &bytes)
    return bytes
  }

  private func write(_ events: [Event], _ name: String) throws -> FileReader {
    var writer = try EventWriter.creating(
      scratch(name), container: Container(forNewFile: name), header: header, lockedBy: nil)
    for (index, event) in events.enumerated() {
      try writer.append(event)
      if index % 100 == 99 { try writer.flush() }
    }
    try writer.finish()
    return try FileReader(path: scratch(name))
  }

  /// All events as lines, after checking their numbers.
  private func read(_ source: any EventSource) throws -> [[UInt8]] {
    var source = source
    var lines: [[UInt8]] = []
    var batch = EventBatch()
    while try source.next(into: &batch) {
      #expect(batch.number(of: 0) == Int64(lines.count + 1))
      for row in 0..<batch.count { lines.append(try batch.line(of: row)) }
    }
    #expect(batch.count == 0)
    return lines
  }

  @Test(arguments: supported(["a.jsonl", "a.jsonl.zst"]))
  func `come back as they were written, as often as asked`(name: String) throws {
    let events = events(1500, seed: 1)
    let file = try write(events, name)
    for _ in 0..<2 {
      let source = try RecordingSource(file)
      #expect(source.header.name == "sample")
      #expect(try read(source) == events.map(line))
      #expect(source.tear == nil && source.tally.badLineCount == 0)
    }
  }

  @Test(.needsZstd) func `go on after the recording was opened again`() throws {
    let events = events(300, seed: 2)
    _ = try write(Array(events[..<200]), "a.jsonl.zst")
    var writer = try EventWriter.reopening(scratch("a.jsonl.zst"), lockedBy: "test")
    #expect(writer.nextEvent == 201)
    for event in events[200...] { try writer.append(event) }
    try writer.finish()
    let source = try RecordingSource(FileReader(path: scratch("a.jsonl.zst")))
    #expect(try read(source) == events.map(line))
  }

  @Test func `come from lines in memory too`() throws {
    let events = events(3000, seed: 3)
    #expect(try read(LineSource(header: header, events: events)) == events.map(line))
    #expect(try read(LineSource(header: header, events: [])) == [])
  }

  /// A plain recording in which line 3 is bad, line 5 is of another kind and line 6 has a member
  /// that no note has.
  private func mixedRecording() throws -> FileReader {
    let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"a","event":"#
    var text = [UInt8]()
    HeaderLine.append(header, to: &text)
    for end in [
      "", #""note","text":"1"}"#, #""note"}"#, #""note","text":"2"}"#, #""note.sung","tune":1}"#,
      #""note","text":"3","colour":1}"#,
    ] {
      text += (end.isEmpty ? "" : start + end).utf8 + [UInt8(ascii: "\n")]
    }
    return try FileReader(path: try scratch.write(text, to: "mixed.jsonl"))
  }

  @Test func `stop at a bad line, which is named`() throws {
    let source = try RecordingSource(try mixedRecording())
    var batch = EventBatch()
    let error = #expect(throws: LogError.self) { try source.next(into: &batch) }
    #expect(error?.kind == .badLine)
    #expect(error?.line == 3)
    #expect(error?.path == scratch("mixed.jsonl"))
    #expect(error?.expected == "the member `text`")
  }

  @Test func `go on behind a bad line where they are asked to, and keep their numbers`() throws {
    let source = try RecordingSource(try mixedRecording(), atFaults: .goOn)
    var batch = EventBatch()
    #expect(try source.next(into: &batch))
    #expect((0..<batch.count).map { batch.number(of: $0) } == [1, 3, 4, 5])
    #expect(try !source.next(into: &batch))
    #expect(source.tally.badLineCount == 1)
    #expect(source.tally.faults.map(\.line) == [3])
    #expect(source.tally.unknownKindCount == 1)
    #expect(source.tally.unknownFieldCount == 1)
  }

  @Test func `end before a tear, whose place is known`() throws {
    let events = events(400, seed: 4)
    let whole = try write(events, "a.jsonl")
    var bytes = try scratch.bytes(of: "a.jsonl")
    bytes.removeLast(3)
    _ = whole
    let torn = try FileReader(path: try scratch.write(bytes, to: "torn.jsonl"))
    let source = try RecordingSource(torn)
    #expect(try read(source) == events.dropLast().map(line))
    #expect(source.tear?.offset == Int64(bytes.count))
  }

  @Test(arguments: [
    ("", LogError.Kind.notARecording), ("{}\n", .notARecording), ("{\"reel\":1", .torn),
    ("{\"reel\":9}\n", .newerFormat), ("{\"reel\":1}\n", .badLine),
  ])
  func `are refused where there is no header`(text: String, kind: LogError.Kind) throws {
    let path = try scratch.write(Array(text.utf8), to: "a.jsonl")
    let error = #expect(throws: LogError.self) { try RecordingSource(FileReader(path: path)) }
    #expect(error?.kind == kind)
    #expect(error?.path == path)
  }
}

@Suite struct `Writing an event` {
  private let scratch = Scratch()

  @Test(arguments: [
    Event(
      at: Instant(microseconds: .max), device: DeviceName("a"), action: .note(text: "")),
    Event(
      at: .scenarioStart, device: DeviceName("a"),
      action: .storeSet(store: .defaults, key: "a", value: nested(128))),
    Event(
      at: .scenarioStart, device: DeviceName("a"),
      action: .storeLoaded(store: .defaults, values: ["a": nested(127)])),
    Event(
      at: .scenarioStart, device: DeviceName("a"),
      action: .note(text: String(repeating: "x", count: Limits.lineBytesMax))),
  ])
  func `that could not be read back is refused, and nothing is written`(event: Event) throws {
    let path = scratch("a.jsonl")
    var writer = try EventWriter.creating(
      path, container: .plain,
      header: RecordingHeader(name: "", recordedUnder: nil, catalog: Catalog()),
      lockedBy: nil)
    do {
      try writer.append(event)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .overLimit)
    }
    #expect(writer.nextEvent == 1)
    try writer.append(
      Event(
        at: .scenarioStart, device: DeviceName("a"),
        action: .storeSet(store: .defaults, key: "a", value: nested(127))))
    try writer.finish()
    let source = try RecordingSource(FileReader(path: path))
    var batch = EventBatch()
    #expect(try source.next(into: &batch))
    #expect(batch.count == 1)
  }
}

/// Arrays inside each other.
private func nested(_ levels: Int) -> Value {
  (0..<levels).reduce(nil) { inner, _ in Value.array(inner.map { [$0] } ?? []) } ?? .bool(true)
}

@Suite struct `The time of a line` {
  @Test(
    arguments: [
      (#"{"at":"2026-01-01T00:00:00.000000Z","device":"a"#, Instant.scenarioStart),
      (#" {"device":"a","at":"2026-01-01T02:00:00+02:00""#, .scenarioStart),
      (#"{"at":"2026-01-01T00:00:00Z"}"#, .scenarioStart), (#"{"device":"a"}"#, nil), ("", nil),
      (#"{"at":1}"#, nil),
    ] as [(String, Instant?)])
  func `is told without reading the rest`(line: String, instant: Instant?) {
    #expect(EventLine.instant(of: Array(line.utf8)[...]) == instant)
  }
}
