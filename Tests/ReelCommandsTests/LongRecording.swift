import Foundation
import ReelEvents
import ReelLog

/// A recording of many small frames: its events and where they are.
struct LongRecording {
  let folder: Folder
  let path: String

  /// `count` events, one a second, a frame for each hundred; every tenth clock is behind.
  init(_ count: Int, as name: String = "long.jsonl.zst", isFinished: Bool = true) throws {
    folder = try Folder()
    path = folder(name)
    var writer = try EventWriter.creating(
      path, container: Container(forNewFile: path),
      header: RecordingHeader(name: "long", recordedUnder: nil, catalog: Catalog()), lockedBy: nil)
    for number in 1...count {
      try writer.append(Self.event(number))
      if number % 100 == 0 { try writer.flush() }
    }
    if isFinished { try writer.finish() } else { try writer.flush() }
  }

  static func event(_ number: Int) -> Event {
    let second = number % 10 == 0 ? number - 5 : number
    return Event(
      at: Instant(microseconds: Int64(second) * 1_000_000), device: DeviceName("phone"),
      action: .note(text: "event \(number) " + String(repeating: "x", count: 200)))
  }
}
