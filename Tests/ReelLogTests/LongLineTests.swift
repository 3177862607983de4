import ReelEvents
import TestSamples
import Testing

@testable import ReelLog

@Suite(.needsZstd) struct `A recording of long lines` {
  private let scratch = Scratch()

  /// A recording of lines that share all but a few bytes.
  private func record(_ count: Int, linesOf bytes: Int, shared: String = "b") throws -> FileReader {
    var writer = try RecordingWriter.creating(
      scratch("a.jsonl.zst"), container: .zstd, header: Sample.wholeHeader, lockedBy: nil)
    let text = String(repeating: shared, count: bytes / shared.utf8.count)
    for number in 1...count {
      let line = Self.line(number, text)
      try writer.append(line[...], at: Sample.instant(number))
    }
    try writer.finish()
    return try FileReader(path: scratch("a.jsonl.zst"))
  }

  private static func line(_ number: Int, _ text: String) -> [UInt8] {
    Array(
      #"{"at":"2026-01-01T00:00:00Z","device":"phone","event":"note","text":"\#(number) \#(text)"}"#
        .utf8)
  }

  @Test(arguments: [
    (100, 2 << 20), (70_000, 2 << 20), (100_000, 2_800_000), (300_000, 8_400_000),
    (1_000_000, 10 << 20),
  ])
  func `has frames of 2 MiB, or of 28 lines if that is more, and never over 10 MiB and a line`(
    lineBytes: Int, frameBytes: Int
  ) throws {
    let file = try record(30_000_000 / lineBytes, linesOf: lineBytes)
    let table = try #require(try FrameTable(endOf: file))
    let frames = table.seek.entries.map { Int($0.textBytes) }.filter { $0 > 0 }
    // The header has one of its own, and the last holds what is left.
    for bytes in frames.dropFirst().dropLast() {
      #expect(bytes >= frameBytes && bytes < frameBytes + 128 * 28 + lineBytes + 128)
    }
    #expect(frames.count > 3)
    #expect(try scratch.run("zstd -t a.jsonl.zst").status == 0)
    #expect(Reading(scratch("a.jsonl.zst")).chunks.allSatisfy { $0 == .verified })
  }

  @Test func `stores what they share once a frame`() throws {
    var seed = Seed(3)
    // 300 kB that do not repeat within a line.
    let shared = (0..<75_000).map { _ in String(seed.index(below: 10_000) + 10_000).dropFirst() }
    let text = shared.joined()
    let file = try record(56, linesOf: text.utf8.count, shared: text)
    // As digits, a line has half its bytes; without the shared part there is nearly nothing.
    #expect(file.size < 2 * 150_000)
  }

  @Test func `is read like any other, whoever asks for a few of its events`() throws {
    let file = try record(90, linesOf: 300_000)
    let text = String(repeating: "b", count: 300_000)
    let wanted: [Int64] = [1, 27, 28, 29, 56, 57, 90, 91]
    for passes in [0, 1, 1_000] {
      let source = try RecordingSource(file)
      var batch = EventBatch()
      for _ in 0..<passes where try !source.next(into: &batch) { break }
      var found: [Int64] = []
      try source.readLines(ofEvents: wanted) { number, line in
        found.append(number)
        #expect(Array(line) == Self.line(Int(number), text), "after \(passes) passes")
      }
      #expect(found == wanted.dropLast(), "after \(passes) passes")
    }
  }
}

@Suite struct `Lines of single events` {
  private let scratch = Scratch()

  private static let all = (1...9_000).map { Sample.line($0) }

  /// Files of the same lines: plain; one frame; frames of whole lines; frames that cut lines; those
  /// between the others; and frames that hold nothing between those that do.
  private static let commands = [
    "cp a.jsonl b", "zstd -q -c a.jsonl > b",
    "split -l 700 a.jsonl part; zstd -q part*; cat part*.zst > b",
    "split -b 100001 a.jsonl part; zstd -q part*; cat part*.zst > b",
    "split -l 3000 a.jsonl part; split -b 100001 partab cut; zstd -q part?? cut*; "
      + "cat partaa.zst cut*.zst partac.zst partad.zst > b",
    "split -l 700 a.jsonl part; zstd -q part*; for f in part*.zst; do cat $f; "
      + #"printf '' | zstd -q; printf 'R*M\030\3\0\0\0abc'; done > b"#,
  ]

  @Test(.needsZstd, arguments: commands)
  func `are found in any file, before, while and after it is read`(command: String) throws {
    let lines = Array(Self.all.map { $0 + "\n" }.joined().utf8)
    _ = try scratch.write(Sample.wholeHeader + [LineFeeds.byte] + lines, to: "a.jsonl")
    #expect(try scratch.run(command).status == 0)
    try expectLines(scratch("b"))
  }

  @Test(arguments: supported(["c.jsonl.zst", "c.jsonl"]))
  func `are found in a recording, before, while and after it is read`(name: String) throws {
    try Sample.record(
      1...9_000, at: scratch(name), flushingAfter: [1, 2, 500, 501, 7_000],
      header: Sample.wholeHeader)
    try expectLines(scratch(name))
  }

  private func expectLines(_ path: String) throws {
    let wanted: [Int64] = [1, 2, 3, 500, 501, 699, 700, 701, 4_000, 7_000, 7_001, 9_000, 9_001]
    for (seek, passes) in [(0, 0), (0, 1), (0, 3), (0, 1_000), (4_000, 1), (700, 1_000)] {
      let source = try RecordingSource(FileReader(path: path))
      if seek > 0 { try source.seek(to: .event(Int64(seek))) }
      var batch = EventBatch()
      for _ in 0..<passes where try !source.next(into: &batch) { break }
      var found: [Int64: String] = [:]
      try source.readLines(ofEvents: wanted) { found[$0] = String(decoding: $1, as: UTF8.self) }
      #expect(found.count == wanted.count - 1, "from \(seek), after \(passes) passes")
      for (number, line) in found { #expect(line == Self.all[Int(number) - 1]) }
    }
  }
}
