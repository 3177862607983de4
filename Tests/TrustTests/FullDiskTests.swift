import Foundation
import ReelEvents
import ReelLog
import ReelRecorder
import ReelSeams
import TestSamples
import Testing

@Suite(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
struct `A full disk` {
  private static let names = ["a.jsonl.zst", "a.jsonl"].filter {
    Container(forNewFile: $0).isSupported
  }
  private static let header = RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog())

  /// An event of which few fit: text that does not compress.
  private static func event(_ number: Int64) -> Event {
    var source = Seed(UInt64(number))
    let text = (0..<80).map { _ in String(source.next(), radix: 36) }.joined()
    return Event(
      at: Instant(microseconds: Instant.scenarioStart.microseconds + number * 1000),
      device: DeviceName("phone"), action: .note(text: text))
  }

  private static func text(_ events: some Sequence<Event>) -> [UInt8] {
    var text: [UInt8] = []
    HeaderLine.append(header, to: &text)
    text.append(UInt8(ascii: "\n"))
    for event in events {
      EventLine.append(event, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  @Test(arguments: names)
  func `leaves what was flushed, and no gap once there is room again`(name: String) throws {
    let disk = try SmallDisk()
    let path = disk.folder(name)
    var writer = try EventWriter.creating(
      path, container: Container(forNewFile: name), header: Self.header, lockedBy: nil)
    try disk.fill(butFor: 64 << 10)
    var (added, flushed): (Int64, Int64) = (0, 0)
    var fault: LogError?
    while fault == nil {
      do throws(LogError) {
        try writer.append(Self.event(added + 1))
        added += 1
        try writer.flush()
        flushed = added
      } catch {
        fault = error
      }
    }
    #expect(fault?.kind == .inputOutput && fault?.path == path)
    #expect(fault?.found == "no space left on the disk")
    #expect(flushed > 10)
    let meanwhile = Reading(path)
    #expect(meanwhile.error == nil && meanwhile.lineCount > flushed)
    #expect(Self.text((1...added).map(Self.event)).starts(with: meanwhile.text))
    // It takes nothing more as long as that goes on.
    #expect(throws: LogError.self) { try writer.append(Self.event(added + 1)) }

    try disk.empty()
    for number in added + 1...added + 3 { try writer.append(Self.event(number)) }
    try writer.finish()
    let reading = Reading(path)
    #expect(reading.error == nil && reading.tear == nil)
    #expect(areSame(reading.text, Self.text((1...added + 3).map(Self.event))))
  }

  @Test(arguments: names)
  func `costs a recorder what finds no room in its queue, which it counts`(name: String) throws {
    let disk = try SmallDisk()
    var setup = Recorder.Setup(
      device: DeviceName("phone"), catalog: Catalog(), recordedUnder: nil)
    setup.limits.queueBytesMax = 64 << 10
    setup.limits.flushMilliseconds = 3_600_000
    setup.limits.writeBytes = 1 << 30
    let recorder = try Recorder(setup, at: .file(disk.folder(name)), clock: StandingClock())
    try disk.fill(butFor: 0)
    let count: Int64 = 400
    var refusals = 0
    for number in 1...count {
      recorder.record(Self.event(number).action)
      do throws(LogError) { if number % 10 == 0 { try recorder.flush() } } catch { refusals += 1 }
    }
    #expect(refusals > 10)
    try disk.empty()
    try recorder.flush()
    recorder.record(Self.event(count + 1).action)
    try recorder.finish()

    let reading = Reading(disk.folder(name))
    #expect(reading.error == nil && reading.tear == nil)
    let actions = try reading.lines.dropFirst().map { try EventLine.decode(Array($0)).event.action }
    let notes = actions.compactMap { if case .note(let text) = $0 { text } else { nil } }
    let dropped = actions.compactMap { if case .recorderDropped(let n) = $0 { n } else { nil } }
    #expect(dropped.count == 1 && dropped[0] > 0)
    #expect(Int64(notes.count) + dropped[0] == count + 1)
    // All before the loss and the one after it, in order.
    let numbers = Array(1..<Int64(notes.count)) + [count + 1]
    let expected = numbers.map(Self.event).compactMap { event in
      if case .note(let text) = event.action { text } else { nil }
    }
    #expect(notes == expected)
  }

  @Test(arguments: names)
  func `lets a recorder that could not end do so once there is room again`(name: String) throws {
    let disk = try SmallDisk()
    var setup = Recorder.Setup(
      device: DeviceName("phone"), catalog: Catalog(), recordedUnder: nil)
    setup.limits.flushMilliseconds = 3_600_000
    setup.limits.writeBytes = 1 << 30
    let recorder = try Recorder(setup, at: .file(disk.folder(name)), clock: StandingClock())
    try disk.fill(butFor: 0)
    for number in Int64(1)...100 { recorder.record(Self.event(number).action) }
    for _ in 1...2 { #expect(throws: LogError.self) { try recorder.finish() } }
    try disk.empty()
    for _ in 1...2 { try recorder.finish() }

    let reading = Reading(disk.folder(name))
    #expect(reading.error == nil && reading.tear == nil && reading.lineCount == 101)
    let run = try Run("reel", ["doctor", disk.folder(name)])
    #expect(run.status == 0, "\(run.text)")
  }

  /// Without a page there is no room for the lock's text; with one, none for the recording's.
  @Test(arguments: [(0, 73, "a lock"), (4096, 74, "room to write")])
  func `leaves no empty file where a recording would have begun`(
    free: Int, status: Int32, expected: String
  ) throws {
    let disk = try SmallDisk()
    try disk.fill(butFor: free)
    let scenario = try Folder()
    try scenario.write(Array("phone installs\n".utf8), to: "s.scenario")
    let run = try Run("reel", ["record", scenario("s.scenario"), "-o", disk.folder("a.jsonl")])
    #expect(run.status == status)
    #expect(run.errors.contains("expected \(expected), found no space left on the disk"))
    #expect(try Run(shell: "ls", in: disk.folder).text == "ballast\n")
  }

  @Test func `leaves the old file where a derived one would have replaced it`() throws {
    let disk = try SmallDisk()
    let folder = try Folder()
    let recording = folder("a.jsonl")
    try folder.write(Self.text((1...400).map(Self.event)), to: "a.jsonl")
    let old = try disk.folder.write(Array("old".utf8), to: "b.jsonl")
    try disk.fill(butFor: 64 << 10)
    for verb in [["recover", recording], ["merge", recording]] {
      let run = try Run("reel", verb + ["-o", old, "--force"])
      #expect(run.status == 74, "\(verb[0]): \(run.errors)")
      #expect(run.errors.contains("no space left on the disk"))
      #expect(try disk.folder.bytes(of: "b.jsonl") == Array("old".utf8))
      #expect(try Run(shell: "ls", in: disk.folder).text == "b.jsonl\nballast\n")
    }
  }
}

/// A clock that stands still.
private struct StandingClock: WallClock {
  func now() -> Instant { .scenarioStart }
}
