import Foundation
import ReelEvents
import Testing

@testable import ReelLog

@Suite struct `A recording cut short` {
  private let scratch = Scratch()

  /// A point of the file: what can be read if it ends there.
  private struct Point {
    var bytes: Int
    var lines: Int
    /// Whether a frame, or in a plain file a line, ends here.
    var isEnd: Bool
  }

  /// Header, three events flushed as blocks, a long line that closes their frame, five more in
  /// another frame, tables. Tells the points from which on more lines can be read.
  private func record(_ name: String) throws -> [Point] {
    var points: [Point] = []
    func note(_ lines: Int, isEnd: Bool) throws {
      points.append(Point(bytes: try scratch.bytes(of: name).count, lines: lines, isEnd: isEnd))
    }
    var writer = try RecordingWriter.creating(
      scratch(name), container: Container(forNewFile: name), header: Array(Sample.header.utf8),
      lockedBy: nil)
    try note(1, isEnd: true)
    let isPlain = Container(forNewFile: name) == .plain
    let filler = isPlain ? 100 : Limits.flushFrameBytesMin
    for number in 1...8 {
      try writer.append(Array(Sample.line(number).utf8)[...], at: Sample.instant(number))
      if number <= 3 {
        try writer.flush()
        try note(1 + number, isEnd: isPlain)
      } else if number == 4 {
        try writer.append(Array(repeating: UInt8(ascii: "x"), count: filler)[...], at: nil)
        try writer.flush()
        try note(6, isEnd: true)
      }
    }
    try writer.finish()
    let table = try FrameTable(endOf: FileReader(path: scratch(name)))
    if let table {
      let ends = [table.start(of: 3).offset, table.seek.storedBytes]
      points += ends.map { Point(bytes: Int($0), lines: 10, isEnd: true) }
    }
    try note(10, isEnd: true)
    return points
  }

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]))
  func `at any byte gives every line that was flushed before it, and tells the tear`(
    name: String
  ) throws {
    var points = try record(name)
    let bytes = try scratch.bytes(of: name)
    let whole = Reading(scratch(name)).lines
    #expect(whole.count == 10)
    if name == "a.jsonl" {
      points = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.enumerated()
        .map { Point(bytes: $1 + 1, lines: $0 + 1, isEnd: true) }
    }
    for count in stride(from: bytes.count - 1, to: 0, by: -1) {
      #expect(truncate(scratch(name), off_t(count)) == 0)
      let reading = Reading(scratch(name))
      // A frame that lacks some of its checksum alone has all of its lines.
      let lines = points.last { $0.bytes <= (name == "a.jsonl" ? count : count + 4) }?.lines ?? 0
      let fewer = points.last { $0.bytes <= count }?.lines ?? 0
      let end = points.last { $0.bytes <= count && $0.isEnd }
      #expect(reading.error == nil, "cut at \(count)")
      #expect((fewer...lines).contains(reading.lines.count), "cut at \(count)")
      #expect(whole.starts(with: reading.lines), "cut at \(count)")
      if name == "a.jsonl.zst" {
        #expect(reading.verifiedLines.count == end?.lines ?? 0, "cut at \(count)")
      }
      // Only between two frames, or two lines, is a cut no tear.
      let start = end?.bytes ?? 0
      let tear = start == count ? nil : Tear(offset: Int64(count), start: Int64(start))
      #expect(reading.tear == tear, "cut at \(count)")
    }
  }

  @Test(.needsZstd) func `keeps everything that was flushed`() throws {
    for count in 1...20 {
      let path = scratch("\(count).jsonl.zst")
      var writer = try RecordingWriter.creating(
        path, container: .zstd, header: Array(Sample.header.utf8), lockedBy: nil)
      for number in 1...count {
        try writer.append(Array(Sample.line(number).utf8)[...], at: nil)
      }
      try writer.flush()
      try writer.append(Array(Sample.line(count + 1).utf8)[...], at: nil)
      let reading = Reading(path)
      #expect(reading.lines == [Sample.header] + Sample.lines(1...count))
      #expect(reading.chunks == [.verified, .unclosed])
      #expect(reading.tear != nil)
    }
  }

  @Test func `is no recording if nothing is left`() throws {
    let reading = Reading(try scratch.write([], to: "a.jsonl.zst"))
    #expect(reading.error?.kind == .notARecording)
    #expect(reading.error?.found == "an empty file")
  }
}

@Suite(.needsZstd) struct `A flipped bit` {
  private let scratch = Scratch()

  @Test func `is an error, or text marked as unclosed, but never wrong text or a trap`() throws {
    let path = scratch("a.jsonl.zst")
    try Sample.record(1...3, at: path, flushingAfter: [1, 2])
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let whole = Reading(path).lines
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let reading = Reading(try scratch.write(flipped, to: "flipped"))
      let isNoticed = reading.error != nil || reading.tear != nil
      #expect(isNoticed || reading.lines == whole, "bit \(bit)")
      #expect(reading.verifiedLines.allSatisfy(whole.contains), "bit \(bit)")
    }
  }

  @Test func `costs its frame, and the others keep their numbers`() throws {
    let path = scratch("a.jsonl.zst")
    try Sample.record(1...4, at: path, flushingAfter: [1])
    var writer = try RecordingWriter.reopening(path, lockedBy: "test") { _ in nil }
    for number in 5...8 { try writer.append(Array(Sample.line(number).utf8)[...], at: nil) }
    try writer.finish()
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let whole = [Sample.header] + Sample.lines(1...8)
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let reader = try? RecordingReader(FileReader(path: scratch.write(flipped, to: "flipped")))
      guard let reader else {
        #expect(bit < 32, "bit \(bit)")
        continue
      }
      var chunk = LineChunk()
      var found = 0
      while true {
        do throws(LogError) {
          guard try reader.next(into: &chunk) else { break }
          guard chunk.isVerified else { continue }
          let lines = Reading.lines(of: chunk)
          found += lines.count
          let start = Int(chunk.firstLine) - 1
          #expect(start + lines.count <= 9, "bit \(bit)")
          #expect(lines == Array(whole[start...].prefix(lines.count)), "bit \(bit)")
          #expect(lines.allSatisfy(whole.contains), "bit \(bit)")
        } catch {
          guard try reader.skipDamage() else { break }
        }
      }
      // Of header, four events, and four events, one frame at most is lost.
      #expect(found >= 5, "bit \(bit): \(found)")
    }
  }

  @Test func `in an event's frame loses that frame alone`() throws {
    let path = scratch("a.jsonl.zst")
    try Sample.record(1...3, at: path)
    var bytes = try scratch.bytes(of: "a.jsonl.zst")
    // The header's frame comes first; its checksum ends before the events' frame.
    let table = try #require(try FrameTable(endOf: FileReader(path: path)))
    bytes[Int(table.start(of: 1).offset) - 1] ^= 1

    var chunk = LineChunk()
    let damaged = try RecordingReader(FileReader(path: try scratch.write(bytes, to: "b")))
    let error = #expect(throws: LogError.self) { _ = try damaged.next(into: &chunk) }
    #expect(error?.kind == .damaged && error?.frame == 0 && error?.offset == 0)
    #expect(try damaged.skipDamage())
    #expect(try damaged.next(into: &chunk))
    #expect(chunk.firstLine == 2)
    #expect(Reading.lines(of: chunk) == Sample.lines(1...3))
  }

  @Test func `in a block's header loses what is before the next frame`() throws {
    try Sample.record(1...3, at: scratch("a.jsonl.zst"))
    var bytes = try scratch.bytes(of: "a.jsonl.zst")
    // Magic number, descriptor and length of a frame that knows its length: the block is at 6.
    bytes[6] |= 0b110
    var chunk = LineChunk()
    let reader = try RecordingReader(FileReader(path: try scratch.write(bytes, to: "b")))
    #expect(throws: LogError.self) { _ = try reader.next(into: &chunk) }
    #expect(try reader.skipDamage())
    #expect(try reader.next(into: &chunk))
    #expect(chunk.firstLine == 2)
    #expect(Reading.lines(of: chunk) == Sample.lines(1...3))
  }
}

@Suite struct `A flipped bit of a plain recording` {
  private let scratch = Scratch()

  @Test func `changes no line but its own`() throws {
    try Sample.record(1...4, at: scratch("a.jsonl"))
    let bytes = try scratch.bytes(of: "a.jsonl")
    let whole = Reading(scratch("a.jsonl")).lines
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let reading = Reading(try scratch.write(flipped, to: "flipped"))
      // The first byte tells what the file is.
      if bit < 8 { continue }
      #expect(reading.error == nil, "bit \(bit)")
      // A line feed less joins two lines, one more cuts one in two; the last one may be a tear.
      let kept = reading.lines.filter(whole.contains).count
      #expect(kept >= whole.count - 2, "bit \(bit)")
      #expect(reading.verifiedLines.isEmpty, "bit \(bit)")
    }
  }
}
