import ReelEvents
import Testing

@testable import ReelLog

@Suite struct `A recording cut short` {
  private let scratch = Scratch()

  /// Header, three events flushed as blocks, five more in another frame, tables.
  private func record(_ name: String) throws {
    var writer = try RecordingWriter.creating(
      scratch(name), container: Container(forNewFile: name), header: Array(Sample.header.utf8),
      lockedBy: nil)
    for number in 1...3 {
      try writer.append(Array(Sample.line(number).utf8)[...], at: Sample.instant(number))
      try writer.flush()
    }
    try writer.append(
      Array(repeating: UInt8(ascii: "x"), count: Limits.flushFrameBytesMin)[...], at: nil)
    try writer.flush()
    for number in 4...8 {
      try writer.append(Array(Sample.line(number).utf8)[...], at: Sample.instant(number))
    }
    try writer.finish()
  }

  @Test(arguments: [("a.jsonl.zst", 1, 4), ("a.jsonl", 97, 1)])
  func `anywhere gives whole lines before the tear, and its offset`(
    name: String, step: Int, wholeCuts: Int
  ) throws {
    try record(name)
    let bytes = try scratch.bytes(of: name)
    let whole = Reading(scratch(name))
    #expect(whole.lines.count == 10)
    var lineCount = 0
    var endings = 0
    // A plain file is cut behind its header too, and else only here and there.
    for count in (step == 1 ? [] : [Sample.header.utf8.count + 1])
      + Array(stride(from: 1, to: bytes.count, by: step))
    {
      let reading = Reading(try scratch.write(Array(bytes[..<count]), to: "cut"))
      #expect(reading.error == nil, "cut at \(count)")
      #expect(whole.lines.starts(with: reading.lines), "cut at \(count)")
      #expect(reading.lines.count >= lineCount || step > 1, "cut at \(count)")
      lineCount = reading.lines.count
      if let tear = reading.tear {
        #expect(tear.offset == Int64(count) && tear.start < tear.offset)
      } else {
        endings += 1
      }
    }
    // Only between two frames, or two lines, is a cut no tear.
    #expect(endings == wholeCuts)
    #expect(lineCount >= 9)
  }

  @Test func `keeps everything that was flushed`() throws {
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

@Suite struct `A flipped bit` {
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
