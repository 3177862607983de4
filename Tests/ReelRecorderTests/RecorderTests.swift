import Foundation
import ReelEvents
import ReelLog
import ReelRecorder
import ReelSeams
import ReelSimulation
import Testing

@Suite("A recorder")
struct RecorderTests {
  @Test func `says in the header what the recording is`() throws {
    let header = try Bench().recording().header
    #expect(header.name == "phone")
    #expect(header.recordedUnder == "allowlist")
    #expect(header.catalog.keys.map(\.name) == ["unit", "member", "secret"])
  }

  @Test func `stamps every event with its device and the clock`() throws {
    let bench = try Bench("watch/widget")
    bench.recorder.record(.note(text: "a"))
    bench.recorder.record(.note(text: "b"))
    let events = try bench.recording().events
    #expect(events.map(\.device.text) == ["watch/widget", "watch/widget", "watch/widget"])
    #expect(
      events.map { ($0.at.microseconds - Instant.scenarioStart.microseconds) / 1000 } == [1, 2, 3])
  }

  @Test func `gives all events of a step one instant, and keeps others out of it`() throws {
    let bench = try Bench()
    let recorder = bench.recorder
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      recorder.asOneStep { instant in
        recorder.record(.note(text: "\(number)"))
        recorder.asOneStep { inner in
          recorder.record(.note(text: "\(number) \(inner == instant)"))
        }
      }
    }
    let events = try bench.recording().events.dropFirst()
    let notes = events.map { event -> String in
      if case .note(let text) = event.action { text } else { "" }
    }
    for pair in stride(from: 0, to: notes.count, by: 2) {
      #expect(notes[pair + 1] == notes[pair] + " true")
    }
    #expect(Set(events.map(\.at)).count == 8)
  }

  @Test func `makes a file of its own for each launch, and ids to match`() throws {
    let scratch = try Scratch()
    var names: [String] = []
    for _ in 0..<3 {
      let recorder = try Recorder(
        Recorder.Setup(
          device: DeviceName("watch/widget"), catalog: Catalog(), recordedUnder: nil),
        at: .folder(scratch.path), clock: TickingClock())
      recorder.heldBack(.context, to: DeviceName("phone"), because: .locked)
      try recorder.finish()
      let recording = try Recording(recorder.path)
      names.append(recording.header.name)
      #expect(
        recording.lines == [
          "\"message.sent\",\"message\":\"\(recorder.name)-1\",\"channel\":\"context\","
            + "\"to\":\"phone\",\"suppressed\":\"locked\""
        ])
    }
    #expect(names == ["watch_widget", "watch_widget.2", "watch_widget.3"])
  }

  @Test func `does not write over a file`() throws {
    let scratch = try Scratch()
    let place = RecordingPlace.file(scratch("a.jsonl"))
    let setup = Recorder.Setup(
      device: DeviceName("phone"), catalog: Catalog(), recordedUnder: nil)
    try Recorder(setup, at: place, clock: TickingClock()).finish()
    #expect(try Recording(scratch("a.jsonl")).header.name == "a")
    let error = #expect(throws: LogError.self) {
      try Recorder(setup, at: place, clock: TickingClock())
    }
    #expect(error?.kind == .exists)
  }

  @Test(arguments: [
    ([:], RecordingPlace.file("own")), (["REEL_DIR": ""], .file("own")),
    (["REEL_DIR": "/session"], .folder("/session")),
  ])
  func `goes to the session's folder where there is one`(
    _ environment: [String: String], _ place: RecordingPlace
  ) {
    #expect(RecordingPlace.session(of: environment, orElse: "own") == place)
  }

  @Test func `can be read up to the last flush while it goes on`() throws {
    let bench = try Bench()
    bench.recorder.record(.note(text: "a"))
    try bench.recorder.flush()
    #expect(try Recording(bench.recorder.path).lines.last == "\"note\",\"text\":\"a\"")
    bench.recorder.record(.note(text: "b"))
    #expect(try bench.recording().lines.last == "\"note\",\"text\":\"b\"")
  }

  @Test func `writes by itself when enough waits`() throws {
    let bench = try Bench { setup in
      setup.limits.flushMilliseconds = 3_600_000
    }
    for number in 0..<100 { bench.recorder.record(.note(text: "\(number)")) }
    #expect(try Recording(bench.recorder.path).events.isEmpty)
    let part = String(repeating: "x", count: Limits.frameBytesTarget / 8)
    let deadline = Date(timeIntervalSinceNow: 30)
    // The line that reaches the writer behind a full frame makes it write.
    while try Recording(bench.recorder.path).events.isEmpty, Date() < deadline {
      bench.recorder.record(.note(text: part))
    }
    #expect(try Recording(bench.recorder.path).events.count > 100)
  }

  @Test func `takes nothing down once it has finished`() throws {
    let bench = try Bench()
    try bench.recorder.finish()
    bench.recorder.record(.note(text: "late"))
    #expect(try bench.recording().lines == ["\"store.loaded\",\"values\":{}"])
  }

  @Test func `drops what finds no room, counts it, and tells the stores anew`() throws {
    let bench = try Bench { setup in
      setup.limits.queueBytesMax = 800
      setup.limits.flushMilliseconds = 3_600_000
    }
    bench.store.register(defaults: ["unit": "celsius"])
    try bench.recorder.flush()
    bench.recorder.record(.note(text: String(repeating: "x", count: 700)))
    bench.store.set("kelvin", forKey: "unit")
    bench.store.set(true, forKey: "member")
    try bench.recorder.flush()
    bench.store.set(false, forKey: "member")
    let lines = try bench.recording().lines
    #expect(
      lines.suffix(4) == [
        "\"recorder.dropped\",\"count\":2",
        "\"store.register\",\"values\":{\"unit\":\"celsius\"}",
        "\"store.loaded\",\"values\":{\"member\":true,\"unit\":\"kelvin\"}",
        "\"store.set\",\"key\":\"member\",\"value\":false",
      ])
  }

  @Test func `says at the end what it dropped last`() throws {
    let bench = try Bench { setup in
      setup.limits.queueBytesMax = 400
      setup.limits.flushMilliseconds = 3_600_000
    }
    bench.recorder.record(.note(text: String(repeating: "x", count: 200)))
    bench.store.set("kelvin", forKey: "unit")
    #expect(
      try bench.recording().lines.suffix(2) == [
        "\"recorder.dropped\",\"count\":1",
        "\"store.loaded\",\"values\":{\"unit\":\"kelvin\"}",
      ])
  }
}
