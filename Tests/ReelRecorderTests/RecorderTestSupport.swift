import Foundation
import ReelEvents
import ReelLog
import ReelRecorder
import ReelSeams
import ReelSimulation
import Testing

/// A clock that moves one millisecond each time it is asked.
final class TickingClock: WallClock, @unchecked Sendable {
  private let lock = NSLock()
  private var time = Instant.scenarioStart

  func now() -> Instant {
    lock.lock()
    defer { lock.unlock() }
    time.microseconds += 1000
    return time
  }
}

/// A folder of its own for one test, gone with it.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "reel-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// A recording as it lies on the disk.
struct Recording {
  var header: RecordingHeader
  var events: [Event] = []

  init(_ path: String) throws {
    let reader = try RecordingReader(FileReader(path: path))
    var header: RecordingHeader?
    var chunk = LineChunk()
    while try reader.next(into: &chunk) {
      for line in chunk.text.split(separator: UInt8(ascii: "\n")) {
        if header == nil {
          header = try HeaderLine.decode(Array(line))
        } else {
          events.append(try EventLine.decode(Array(line)).event)
        }
      }
    }
    self.header = try #require(header)
  }

  /// The events without when and where, one line each.
  var lines: [String] {
    events.map { event in
      var line: [UInt8] = []
      EventLine.append(
        Event(at: .scenarioStart, device: DeviceName("d"), action: event.action), to: &line)
      let text = String(decoding: line, as: UTF8.self)
      let start = text.range(of: "\"event\":")?.upperBound ?? text.startIndex
      return String(text[start...].dropLast())
    }
  }
}

/// A catalog of three keys: one synced, one that a rule names, one that is neither.
enum SmallCatalog {
  static func make() throws -> Catalog {
    try Catalog.parse(
      Array(
        """
        {"keys": [
          {"name": "unit", "type": "string", "synced": true, "reason": "Shown.",
            "audience": "both", "sampleSize": 8},
          {"name": "member", "type": "bool", "synced": false, "reason": "Asked for.",
            "audience": "both", "sampleSize": 5},
          {"name": "secret", "type": "bool", "synced": false, "reason": "Nobody's business.",
            "audience": "phone", "sampleSize": 5}],
        "rules": [
          {"name": "paid", "entitlement": true, "when": "any(absent member, true member)",
            "decides": "Whether it is paid."}]}
        """.utf8))
  }
}

/// A recorder on a device, with a settings store in memory.
struct Bench {
  let scratch: Scratch
  let recorder: Recorder
  let disk = MemoryDisk()
  let store: RecordingDefaultsStore

  init(
    _ device: String = "phone", secret: [UInt8]? = Array(0..<16),
    change: (inout Recorder.Setup) -> Void = { _ in }
  ) throws {
    scratch = try Scratch()
    var setup = Recorder.Setup(
      device: DeviceName(device), catalog: try SmallCatalog.make(), recordedUnder: "allowlist")
    setup.secret = secret
    change(&setup)
    recorder = try Recorder(setup, at: .folder(scratch.path), clock: TickingClock())
    store = RecordingDefaultsStore(
      MemoryDefaults(domain: "d", disk: disk, process: MemoryProcess()), domain: "d",
      recorder: recorder)
  }

  /// Ends the recording and reads it.
  func recording() throws -> Recording {
    try recorder.finish()
    return try Recording(recorder.path)
  }
}
