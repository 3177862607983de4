import Foundation
import ReelEvents
import ReelLog
import ReelRecorder
import ReelSeams
import ReelSimulation
import Testing

@Suite("An export")
struct RecorderExportTests {
  /// The endings of recordings that this build can write.
  private static let endings = Container.zstd.isSupported ? ["jsonl.zst", "jsonl"] : ["jsonl"]

  @Test(arguments: endings)
  func `is a whole recording of all so far, while recording goes on`(_ ending: String) throws {
    let scratch = try Scratch()
    let recorder = try Recorder(
      setup(), at: .file(scratch("own.\(ending)")), clock: TickingClock())
    for number in 0..<3 {
      recorder.record(.note(text: "\(number)"))
      let path = scratch("\(number).\(ending)")
      try recorder.export(to: path)
      #expect(try Recording(path).events.count == number + 1)
      #expect(try RecordingReader(FileReader(path: path)).tear == nil)
      let error = #expect(throws: LogError.self) { try recorder.export(to: path) }
      #expect(error?.kind == .exists)
    }
    try recorder.finish()
    #expect(try Recording(recorder.path).events.count == 3)
  }

  @Test func `from memory begins with what the stores held, and ends with now`() throws {
    let scratch = try Scratch()
    let recorder = try Recorder(
      setup(), at: .memory(name: "phone", bytesMax: 8_000), clock: TickingClock())
    let disk = MemoryDisk()
    let store = RecordingDefaultsStore(
      MemoryDefaults(domain: "d", disk: disk, process: MemoryProcess()), domain: "d",
      recorder: recorder)
    for number in 0..<1000 {
      store.set(number, forKey: number % 7 == 0 ? "unit" : "member")
      guard number % 100 == 99 else { continue }
      let path = scratch("\(number).\(Self.endings[0])")
      try recorder.export(to: path)
      let events = try Recording(path).events
      #expect((20...100).contains(events.count))
      let member = number % 7 == 0 ? number - 1 : number
      #expect(try state(after: events) == ["unit": number / 7 * 7, "member": member])
    }
    #expect(recorder.droppedCount == 0)
  }

  @Test func `from memory has no more than it has room for`() throws {
    let scratch = try Scratch()
    let recorder = try Recorder(
      setup(), at: .memory(name: "phone", bytesMax: 4_000), clock: TickingClock())
    recorder.asOneStep { _ in
      for number in 0..<100 { recorder.record(.note(text: "\(number)")) }
    }
    #expect(recorder.droppedCount > 0)
    recorder.record(.note(text: "last"))
    try recorder.export(to: scratch("a.jsonl"))
    #expect(try FileReader(path: scratch("a.jsonl")).size < 6_000)
  }

  /// The values that `events` leave in the store; the first one must tell all that was there.
  private func state(after events: [Event]) throws -> [String: Int] {
    var state: [String: Int] = [:]
    for (number, event) in events.enumerated() {
      switch event.action {
      case .storeLoaded(_, let values):
        #expect(number == 0)
        for case let member in values.members {
          if case .integer(let value) = member.value { state[member.key] = Int(value) }
        }
      case .storeSet(_, let key, .integer(let value)): state[key] = Int(value)
      default: Issue.record("an event that nobody made")
      }
    }
    return state
  }

  private func setup() throws -> Recorder.Setup {
    Recorder.Setup(
      device: DeviceName("phone"), catalog: try SmallCatalog.make(), recordedUnder: nil)
  }
}

@Suite("A recorder that many threads use")
struct RecorderThreadTests {
  @Test func `flushes in good time, however much goes on meanwhile`() async throws {
    let bench = try Bench { $0.limits.flushMilliseconds = 100 }
    let recorder = bench.recorder
    let busy = Task.detached {
      while !Task.isCancelled {
        recorder.record(.note(text: "busy"))
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
    defer { busy.cancel() }
    recorder.record(.note(text: "first"))
    let patience = ContinuousClock.now + .seconds(30)
    var isThere = false
    while !isThere && ContinuousClock.now < patience {
      try await Task.sleep(for: .milliseconds(20))
      isThere = try Recording(recorder.path).events.contains { event in
        if case .note("first") = event.action { true } else { false }
      }
    }
    #expect(isThere, "what was recorded is on the disk while recording goes on")
  }

  @Test func `loses nothing, and keeps the order of each`() throws {
    let bench = try Bench { $0.limits.queueBytesMax = 64 << 20 }
    let (threads, each) = (8, 2_000)
    let recorder = bench.recorder
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<each { recorder.record(.note(text: "\(thread) \(number)")) }
    }
    let events = try bench.recording().events
    var next = [Int](repeating: 0, count: threads)
    for case .note(let text) in events.map(\.action) {
      let numbers = text.split(separator: " ").compactMap { Int($0) }
      #expect(next[numbers[0]] == numbers[1])
      next[numbers[0]] += 1
    }
    #expect(next == [Int](repeating: each, count: threads))
    #expect(bench.recorder.droppedCount == 0)
  }

  @Test func `counts what it drops, so that nothing is missing unsaid`() throws {
    let bench = try Bench { $0.limits.queueBytesMax = 2_000 }
    let (threads, each) = (8, 500)
    let recorder = bench.recorder
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<each { recorder.record(.note(text: "\(thread) \(number)")) }
    }
    var notes: Int64 = 0
    var dropped: Int64 = 0
    for event in try bench.recording().events {
      switch event.action {
      case .note: notes += 1
      case .recorderDropped(let count): dropped += count
      default: break
      }
    }
    #expect(dropped == bench.recorder.droppedCount)
    #expect(notes + dropped >= Int64(threads * each))
  }
}
