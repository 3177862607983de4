import Foundation
import ReelEvents
import ReelLog
import TestSamples
import Testing

/// Ways to record, and how often each is killed: `REEL_KILLS=1000 swift test --filter KillTests`
/// for a night.
@Suite struct `A recording process that is killed at any moment` {
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var writer: String
    var durability: String
    var testDescription: String { "\(writer), \(durability), \(name)" }

    static let all = [
      Way(name: "a.jsonl.zst", writer: "writer", durability: "flush"),
      Way(name: "a.jsonl", writer: "writer", durability: "flush"),
      Way(name: "a.jsonl.zst", writer: "writer", durability: "fsync"),
      Way(name: "a.jsonl.zst", writer: "recorder", durability: "flush"),
    ].filter { Container(forNewFile: $0.name).isSupported }
  }

  private static let kills =
    ProcessInfo.processInfo.environment["REEL_KILLS"].flatMap(UInt64.init) ?? 50

  @Test(arguments: Way.all)
  func `loses nothing that it had flushed`(way: Way) throws {
    var flushed = 0
    for seed in 0..<Self.kills {
      let folder = try Folder()
      var victim = try Victim(way, at: folder(way.name), seed: seed)
      let acknowledged = try victim.kill()
      if acknowledged > 0 { flushed += 1 }
      try expectWhole(folder, way, seed: seed, upTo: acknowledged)
    }
    // Some are killed before their first flush; if all are, nothing was tested.
    #expect(flushed > Self.kills / 2)
  }

  private func expectWhole(
    _ folder: Folder, _ way: Way, seed: UInt64, upTo acknowledged: Int64
  ) throws {
    let path = folder(way.name)
    if acknowledged == 0, !folder.has(way.name) { return }
    let found = Reading(path)
    #expect(found.error == nil || acknowledged == 0, "seed \(seed)")
    #expect(found.lineCount > acknowledged || acknowledged == 0, "seed \(seed)")
    let expected = numberedText(Victim.header, seed: seed, lineCount: found.lineCount)
    #expect(areSame(found.text, expected), "seed \(seed)")
    if found.lineCount == 0 { return }
    try expectGoingOn(folder, way, found, seed: seed)
  }

  /// The recording, or if it is torn what can be saved of it, takes more events.
  private func expectGoingOn(_ folder: Folder, _ way: Way, _ found: Reading, seed: UInt64) throws {
    var path = folder(way.name)
    do {
      try add(to: path)
    } catch let error as LogError {
      #expect(error.kind == .torn && error.remedy.contains("reel recover"), "seed \(seed)")
      #expect(found.tear != nil, "seed \(seed)")
      path = folder("saved-" + way.name)
      try found.save(as: path)
      try add(to: path)
    }
    let again = Reading(path)
    #expect(again.error == nil && again.tear == nil, "seed \(seed)")
    #expect(again.lineCount == found.lineCount + 1, "seed \(seed)")
    #expect(again.text.starts(with: found.text), "seed \(seed)")
  }

  private func add(to path: String) throws {
    var writer = try EventWriter.reopening(path, lockedBy: "test")
    try writer.append(.numbered(0, seed: 0))
    try writer.finish()
  }
}

/// A process that records until it is killed.
private struct Victim {
  static let header = RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog())

  private let process = Process()
  private let pipe = Pipe()
  private var chance: Seed

  init(
    _ way: `A recording process that is killed at any moment`.Way, at path: String, seed: UInt64
  ) throws {
    chance = Seed(~seed)
    process.executableURL = try Products.url("victim")
    process.arguments = [path, way.writer, way.durability, String(seed)]
    process.standardOutput = pipe
    try process.run()
  }

  /// Waits for some flushes and a little longer, both by chance, and kills.
  /// - Returns: the number of the last event that was flushed; 0 for none.
  mutating func kill() throws -> Int64 {
    let flushes = chance.happens(onceIn: 8) ? 0 : 1 + chance.index(below: 16)
    var acknowledgements = Data()
    while acknowledgements.count < flushes * 8 {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      acknowledgements += more
    }
    usleep(UInt32(chance.index(below: 3000)))
    Foundation.kill(process.processIdentifier, SIGKILL)
    acknowledgements += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let last = acknowledgements.prefix(acknowledgements.count & ~7).suffix(8)
    return last.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
