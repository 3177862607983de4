import Foundation
import ReelEvents
import ReelRecorder
import ReelSeams
import ReelSimulation
import Testing

@Suite("A recorded value")
struct RecordedValueTests {
  private func recorded(
    _ key: String, _ values: [Any], secret: [UInt8]? = Array(0..<16),
    change: (inout Recorder.Setup) -> Void = { _ in }
  ) throws -> [Value] {
    let bench = try Bench(secret: secret, change: change)
    for value in values { bench.store.set(value, forKey: key) }
    return try bench.recording().events.compactMap { event -> Value? in
      if case .storeSet(_, _, let value) = event.action { value } else { nil }
    }
  }

  @Test(arguments: ["unit", "member"])
  func `is open if its key is synced or named by a rule`(_ key: String) throws {
    #expect(try recorded(key, [false]) == [.bool(false)])
  }

  @Test func `is open if its key is on the short list`() throws {
    #expect(try recorded("secret", [false]) { $0.shortList = ["secret"] } == [.bool(false)])
  }

  @Test(arguments: ["secret", "unheardOf"])
  func `is withheld otherwise, but equal where it is equal`(_ key: String) throws {
    let values = try recorded(key, [true, false, true, 1, 1.0, "true"])
    for value in values {
      guard case .withheld = value else {
        Issue.record("a value of \(key) is open")
        continue
      }
    }
    #expect(values[0] == values[2])
    #expect(Set(values).count == 5)
  }

  @Test func `does not tell true from false by its size`() throws {
    let sizes = try recorded("secret", [true, false]).map { value -> Int64 in
      if case .withheld(_, let size) = value { size } else { -1 }
    }
    #expect(sizes == [8, 8])
  }

  @Test func `is withheld differently under another key or another secret`() throws {
    let one = try recorded("secret", [true])
    #expect(try recorded("unheardOf", [true]) != one)
    #expect(try recorded("secret", [true], secret: Array(1..<17)) != one)
    #expect(try recorded("secret", [true], secret: nil) != one)
  }

  @Test func `is withheld if it is too deep for a line`() throws {
    var value: Any = "x"
    for _ in 0..<130 { value = [value] }
    guard case .withheld = try recorded("unit", [value]).first else {
      Issue.record("a value of 130 levels is open")
      return
    }
  }

  @Test func `is withheld alike by all recorders of a session`() throws {
    let scratch = try Scratch()
    var digests: Set<Value> = []
    for device in ["phone", "watch"] {
      let recorder = try Recorder(
        Recorder.Setup(device: DeviceName(device), catalog: Catalog(), recordedUnder: nil),
        at: .folder(scratch.path), clock: TickingClock())
      recorder.record(.storeSet(store: .defaults, key: "k", value: .bool(true)))
      try recorder.finish()
      for event in try Recording(recorder.path).events {
        if case .storeSet(_, _, let value) = event.action { digests.insert(value) }
      }
    }
    #expect(digests.count == 1)
  }
}
