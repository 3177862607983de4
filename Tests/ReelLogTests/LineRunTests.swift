import ReelEvents
import TestSamples
import Testing

@testable import ReelLog

@Suite struct `A run of lines` {
  private let scratch = Scratch()

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]), [1, 100, 20_000])
  func `is written as its lines are one by one`(name: String, linesInRun: Int) throws {
    var seed = Seed(5)
    let events = (0..<20_000).map { _ in seed.event() }.filter {
      Instant.writable.contains($0.at)
    }
    var lineWriter = try writer(to: "b" + name)
    var runWriter = try writer(to: name)
    var encoder = LineEncoder(device: events[0].device)
    var run = LineRun()
    for (number, event) in events.enumerated() {
      var event = event
      event.device = events[0].device
      var line: [UInt8] = []
      EventLine.append(event, to: &line)
      try lineWriter.append(line[...], at: event.at)
      #expect(run.add(event.action, at: event.at, by: &encoder, bytesMax: 1 << 30) == .added)
      guard run.count == linesInRun || number == events.count - 1 else { continue }
      var index = 0
      try runWriter.append(run, from: &index)
      #expect(index == run.count)
      run.removeAll()
    }
    try lineWriter.finish()
    try runWriter.finish()
    #expect(try scratch.bytes(of: name) == scratch.bytes(of: "b" + name))
    #expect(try scratch.bytes(of: name).count > 10_000)
  }

  @Test func `takes no line beyond its bounds`() {
    let note = Action.note(text: String(repeating: "x", count: 1000))
    var encoder = LineEncoder(device: DeviceName("phone"))
    var run = LineRun()
    #expect(run.add(note, at: Sample.instant(1), by: &encoder, bytesMax: 2000) == .added)
    let (count, byteCount) = (run.count, run.byteCount)
    #expect(run.add(note, at: Sample.instant(1), by: &encoder, bytesMax: 2000) == .noRoom)
    let long = Action.note(text: String(repeating: "x", count: Limits.lineBytesMax))
    #expect(run.add(long, at: Sample.instant(1), by: &encoder, bytesMax: 1 << 30) == .noRoom)
    #expect(run.count == count && run.byteCount == byteCount)
    #expect(run.add(.deviceLocked, at: Sample.instant(2), by: &encoder, bytesMax: 2000) == .added)
  }

  private func writer(to name: String) throws -> RecordingWriter {
    try RecordingWriter.creating(
      scratch(name), container: Container(forNewFile: name), header: Array(Sample.header.utf8),
      lockedBy: nil)
  }
}
