// Records until somebody kills it: `victim PATH writer|recorder flush|fsync SEED`. After each flush
// it writes the number of the last event, eight bytes, to standard output.
import Foundation
import ReelEvents
import ReelLog
import ReelRecorder
import ReelSeams
import TestSamples

let arguments = CommandLine.arguments
let (path, seed) = (arguments[1], UInt64(arguments[4]) ?? 0)
let durability = Durability(rawValue: arguments[3]) ?? .flush

/// Tells the parent that everything up to `number` is safe.
func acknowledge(_ number: Int64) {
  withUnsafeBytes(of: number) { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Hands each event to `add`, and after a few, by chance, lets `flush` make them safe.
func record(seed: UInt64, _ add: (Event) throws -> Void, flush: () throws -> Void) throws {
  var chance = Seed(seed)
  for number in 1...Int64.max {
    try add(.numbered(number, seed: seed))
    guard chance.happens(onceIn: 4) else { continue }
    try flush()
    acknowledge(number)
  }
}

/// Gives each event the time that its number says.
final class CountingClock: WallClock, @unchecked Sendable {
  // Unchecked: the recorder asks it with its lock held.
  private var count: Int64 = 0

  func now() -> Instant {
    count += 1
    return Event.numbered(count, seed: seed).at
  }
}

if arguments[2] == "writer" {
  var writer = try EventWriter.creating(
    path, container: Container(forNewFile: path),
    header: RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog()),
    lockedBy: "victim", durability: durability)
  try record(seed: seed, { try writer.append($0) }, flush: { try writer.flush() })
} else {
  var setup = Recorder.Setup(
    device: DeviceName("phone"), catalog: Catalog(), recordedUnder: nil)
  setup.durability = durability
  let recorder = try Recorder(setup, at: .file(path), clock: CountingClock())
  try record(seed: seed, { recorder.record($0.action) }) { try recorder.flush() }
}
