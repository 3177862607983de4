import ReelEvents
import Testing

@testable import ReelLog

@Suite(.needsZstd) struct `Seeking` {
  private let scratch = Scratch()

  private func record() throws -> String {
    try scratch.write(Self.recording.get(), to: "a.jsonl.zst")
  }

  /// A frame for each of the first ten events, then one for the other ten; clocks run to and fro.
  private static let recording = Result { () throws -> [UInt8] in
    let scratch = Scratch()
    let path = scratch("a.jsonl.zst")
    var writer = try RecordingWriter.creating(
      path, container: .zstd, header: Array(Sample.header.utf8), lockedBy: nil)
    for number in 1...20 {
      let padding = String(repeating: " ", count: number <= 10 ? Limits.flushFrameBytesMin : 0)
      try writer.append(Array((Sample.line(number) + padding).utf8)[...], at: time(number))
      if number <= 10 { try writer.flush() }
    }
    try writer.finish()
    return try scratch.bytes(of: "a.jsonl.zst")
  }

  /// Every third event's clock is five seconds behind.
  private static func time(_ number: Int) -> Instant {
    Sample.instant(number % 3 == 0 ? number - 5 : number)
  }

  /// The number in a line of the recording.
  private static func number(in line: ArraySlice<UInt8>) -> Int? {
    let words = String(decoding: line, as: UTF8.self).split { !$0.isNumber }
    return line.starts(with: Array(#"{"at""#.utf8)) ? words.last.flatMap { Int($0) } : nil
  }

  private func firstLine(
    _ path: String, after place: RecordingReader.Place, clock: (Int) -> Instant = Self.time
  ) throws -> Int64? {
    let reader = try RecordingReader(FileReader(path: path))
    try reader.seek(to: place) { Self.number(in: $0).map(clock) }
    var chunk = LineChunk()
    return try reader.next(into: &chunk) ? chunk.firstLine : nil
  }

  @Test(arguments: 0...21)
  func `to an event begins with its frame`(event: Int64) throws {
    let expected: Int64? = event == 0 ? 1 : event == 21 ? nil : event <= 10 ? event + 1 : 12
    #expect(try firstLine(record(), after: .event(event)) == expected)
  }

  @Test(arguments: 0...21)
  func `to a time begins with the first frame whose running maximum reaches it`(
    second: Int
  ) throws {
    let event = (1...20).first { number in
      (1...number).contains { Self.time($0) >= Sample.instant(second) }
    }
    let expected = event.map { $0 <= 10 ? Int64($0) + 1 : 12 }
    #expect(try firstLine(record(), after: .time(Sample.instant(second))) == expected)
  }

  @Test(arguments: [(0, 1), (1, 2), (10, 11), (11, 12), (12, nil), (99, nil)] as [(Int, Int64?)])
  func `to a frame begins with its first line`(frame: Int, line: Int64?) throws {
    #expect(try firstLine(record(), after: .frame(frame)) == line)
  }

  @Test func `goes back as well`() throws {
    let reader = try RecordingReader(FileReader(path: record()))
    var chunk = LineChunk()
    while try reader.next(into: &chunk) {}
    try reader.seek(to: .event(5)) { _ in nil }
    #expect(try reader.next(into: &chunk))
    #expect(chunk.firstLine == 6)
  }

  @Test func `goes on with every line behind the place, whichever was sought before`() throws {
    let reader = try RecordingReader(FileReader(path: record()))
    var chunk = LineChunk()
    for event: Int64 in [5, 5, 1, 20, 9, 21, 3] {
      try reader.seek(to: .event(event)) { _ in nil }
      if event % 2 == 1 { try reader.seek(to: .event(event)) { _ in nil } }
      var numbers: [Int] = []
      while try reader.next(into: &chunk) {
        for line in chunk.firstLine..<chunk.firstLine + chunk.lineCount {
          numbers.append(Self.number(in: try #require(chunk.line(line))) ?? 0)
        }
        #expect(chunk.line(chunk.firstLine - 1) == nil)
        #expect(chunk.line(chunk.firstLine + chunk.lineCount) == nil)
      }
      #expect(numbers == Array((event > 20 ? 21 : event > 10 ? 11 : Int(event))..<21))
    }
  }

  @Test func `works in every part of a recording that was added to`() throws {
    let path = scratch("a.jsonl.zst")
    try Sample.record(1...10, at: path)
    var writer = try RecordingWriter.reopening(path, lockedBy: "test") { _ in nil }
    try writer.append(Array(Sample.line(11).utf8)[...], at: Sample.instant(11))
    try writer.finish()
    #expect(try firstLine(path, after: .event(10)) == 2)
    #expect(try firstLine(path, after: .event(11)) == 12)
    let later = RecordingReader.Place.time(Sample.instant(11))
    #expect(try firstLine(path, after: later, clock: Sample.instant) == 12)
  }

  @Test(arguments: ["a.jsonl.zst", "a.jsonl"])
  func `begins at the front where there is no table`(name: String) throws {
    try Sample.record(1...10, at: scratch("b.jsonl"))
    _ = try scratch.run("zstd -q b.jsonl -o a.jsonl.zst; cp b.jsonl a.jsonl")
    #expect(try firstLine(scratch(name), after: .event(5)) == 1)
  }

  /// A table that is whole and consistent in itself, but not with the frames.
  @Test(arguments: 0..<4)
  func `begins at the front where the table lies`(lie: Int) throws {
    let path = try record()
    let table = try #require(try FrameTable(endOf: FileReader(path: path)))
    var forged = FrameTable()
    for (number, entry) in table.seek.entries.dropLast().enumerated() {
      var (stored, text) = (entry.storedBytes, entry.textBytes)
      if lie == 0, number == 4 || number == 5 { stored = stored &+ (number == 4 ? 1 : .max) }
      if lie == 1, number == 5 { text += 1 }
      if lie == 2, number == 5 { text = 0 }
      let events = number == 0 ? 0 : number == 11 ? 10 : 1
      let first = forged.index.nextEvent
      for _ in 0..<(lie == 3 && number == 5 ? 2 : events) { forged.addEvent(at: nil) }
      forged.addFrame(storedBytes: stored, textBytes: text, firstEvent: first)
    }
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let end = Int(forged.seek.storedBytes)
    let lying = try scratch.write(Array(bytes[..<end]) + forged.frames, to: "b.jsonl.zst")
    #expect(try FrameTable(endOf: FileReader(path: lying)) != nil)
    #expect(try firstLine(lying, after: .event(5)) == 1)
    #expect(Reading(lying).lines.count == 21)
  }

  /// An index whose checksum holds, of more events than anybody can count further from.
  @Test(arguments: [0, 4, 11, 12])
  func `begins at the front where the index tells of more events than bytes`(
    from liesFrom: Int
  ) throws {
    let path = try record()
    let table = try #require(try FrameTable(endOf: FileReader(path: path)))
    var index = table.index
    for number in index.entries.indices where number >= liesFrom {
      index.entries[number].firstEvent = .max
    }
    index.nextEvent = .max
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let stored = table.seek.entries.dropLast().reduce(0) { $0 + Int($1.storedBytes) }
    let frames = bytes[..<stored]
    var spoiled = Array(frames)
    if liesFrom > 0 { spoiled[spoiled.count / 2] ^= 0x55 }
    for text in [Array(frames), spoiled] {
      var seek = SeekTable()
      seek.entries = table.seek.entries
      let lying = try scratch.write(text + index.frame + seek.frame, to: "b.jsonl.zst")
      for place in [.event(5), .event(.max), .time(Sample.instant(9))] as [RecordingReader.Place] {
        _ = try firstLine(lying, after: place)
      }
      let reader = try RecordingReader(FileReader(path: lying))
      var chunk = LineChunk()
      var lineCount = 0
      while true {
        do {
          guard try reader.next(into: &chunk) else { break }
          lineCount += Int(chunk.lineCount)
        } catch {
          guard try reader.skipDamage() else { break }
        }
      }
      #expect(lineCount >= 10)
    }
  }

  /// An index that is whole and in order, and tells the times wrong from the frame `liesFrom` on.
  @Test(arguments: [-3, -1, 1, 3], 2...11)
  func `to a time begins at the front where the index tells wrong times`(
    shift: Int, liesFrom: Int
  ) throws {
    let path = try record()
    let table = try #require(try FrameTable(endOf: FileReader(path: path)))
    var forged = FrameTable()
    for (number, entry) in table.seek.entries.dropLast().enumerated() {
      let first = table.index.entries[number].firstEvent
      let next = number == 11 ? table.index.nextEvent : table.index.entries[number + 1].firstEvent
      for event in first..<next {
        let lie = number < liesFrom ? 0 : Int64(shift) * 1_000_000
        forged.addEvent(at: Instant(microseconds: Self.time(Int(event)).microseconds + lie))
      }
      forged.addFrame(
        storedBytes: entry.storedBytes, textBytes: entry.textBytes, firstEvent: first)
    }
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let end = Int(forged.seek.storedBytes)
    let lying = try scratch.write(Array(bytes[..<end]) + forged.frames, to: "b.jsonl.zst")
    // Whatever is found, no event is passed over that reaches the time.
    for second in 0...24 {
      let event = (1...20).first { Self.time($0) >= Sample.instant(second) }
      let first = try firstLine(lying, after: .time(Sample.instant(second)))
      if let event { #expect(try #require(first) <= Int64(event) + 1, "second \(second)") }
    }
  }

  @Test func `never trusts an index with a flipped bit`() throws {
    let path = scratch("a.jsonl.zst")
    try Sample.record(1...3, at: path)
    let bytes = try scratch.bytes(of: "a.jsonl.zst")
    let table = try #require(try FrameTable(endOf: FileReader(path: path)))
    let start = Int(table.start(of: 2).offset)
    for bit in start * 8..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = try FrameTable(
        endOf: FileReader(path: try scratch.write(flipped, to: "flipped")))
      #expect(found == nil || found?.index == table.index, "bit \(bit)")
    }
  }
}
