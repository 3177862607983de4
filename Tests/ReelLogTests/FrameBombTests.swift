import ReelEvents
import Testing

@testable import ReelLog

/// Frames made by hand: what no encoder would write.
@Suite(.needsZstd) struct `A frame that promises too much` {
  private let scratch = Scratch()

  private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// A block of `count` times `byte`, which takes four bytes.
  private static func run(of byte: UInt8, _ count: Int, isLast: Bool) -> [UInt8] {
    let word = UInt64(count) << 3 | 0b010 | (isLast ? 1 : 0)
    var bytes: [UInt8] = []
    appendLittleEndian(word, count: 3, to: &bytes)
    return bytes + [byte]
  }

  @Test(arguments: [UInt64(1) << 62, 18 << 20, 1 << 20, 8 << 20])
  func `of text is refused without making room for it`(promised: UInt64) throws {
    // A window of 1 MiB and eight bytes of length.
    var bytes = Self.magic + [0b1100_0000, 10 << 3]
    appendLittleEndian(promised, count: 8, to: &bytes)
    bytes += Self.run(of: UInt8(ascii: "\n"), 100, isLast: true)
    let reading = Reading(try scratch.write(bytes, to: "a"))
    #expect(reading.error?.kind == .damaged)
    #expect(reading.lines.isEmpty)
  }

  @Test(arguments: [0xFF, 14 << 3] as [UInt8])
  func `of window is refused`(window: UInt8) throws {
    let bytes = Self.magic + [0, window] + Self.run(of: UInt8(ascii: "\n"), 100, isLast: true)
    #expect(Reading(try scratch.write(bytes, to: "a")).error?.kind == .overLimit)
  }

  @Test func `of a line stops at the limit, in bounded memory, and goes on behind it`() throws {
    // 20 MiB of one letter in 640 bytes of file, then two lines.
    var bytes = Self.magic + [0, 10 << 3]
    for _ in 0..<160 { bytes += Self.run(of: UInt8(ascii: "x"), 128 << 10, isLast: false) }
    bytes += Self.run(of: UInt8(ascii: "\n"), 3, isLast: true)
    let reader = try RecordingReader(FileReader(path: try scratch.write(bytes, to: "a")))
    var chunk = LineChunk()
    let error = #expect(throws: LogError.self) { _ = try reader.next(into: &chunk) }
    #expect(error?.kind == .overLimit && error?.line == 1)
    #expect(try reader.next(into: &chunk))
    #expect(chunk.text == Array("\n\n".utf8))
    #expect(chunk.firstLine == 2)
    #expect(chunk.text.capacity < 64 << 20)
  }

  /// A frame of `text` as one raw block, without a checksum.
  private static func raw(_ text: String) -> [UInt8] {
    var bytes = magic + [0, 10 << 3]
    appendLittleEndian(UInt64(text.utf8.count) << 3 | 1, count: 3, to: &bytes)
    return bytes + text.utf8
  }

  @Test func `of bytes to skip, 4 GiB, costs none of the frames behind it`() throws {
    var bytes = Self.raw("{}\n")
    appendLittleEndian(UInt64(SkippableFrame.magicBase), count: 4, to: &bytes)
    appendLittleEndian(UInt64(UInt32.max), count: 4, to: &bytes)
    bytes += Self.raw("1\n")
    let reader = try RecordingReader(FileReader(path: try scratch.write(bytes, to: "a")))
    var chunk = LineChunk()
    #expect(try reader.next(into: &chunk))
    let error = #expect(throws: LogError.self) { _ = try reader.next(into: &chunk) }
    #expect(error?.kind == .damaged && error?.frame == 1)
    #expect(try reader.skipDamage())
    #expect(try reader.next(into: &chunk))
    #expect(Reading.lines(of: chunk) == ["1"])
  }

  /// `Limits.tableFramesMax` bounds what a table makes a reader allocate.
  @Test(arguments: [UInt64(UInt32.max), UInt64(Limits.tableFramesMax) + 1, 1000, 2])
  func `of entries in a seek table is not believed`(count: UInt64) throws {
    var bytes = Self.raw("{}\n")
    let start = bytes.count
    appendLittleEndian(UInt64(SeekTable.magic), count: 4, to: &bytes)
    appendLittleEndian(9, count: 4, to: &bytes)
    appendLittleEndian(count, count: 4, to: &bytes)
    bytes.append(0)
    appendLittleEndian(0x8F92_EAB1, count: 4, to: &bytes)
    let file = try FileReader(path: try scratch.write(bytes, to: "a"))
    #expect(try SeekTable(endOf: file) == nil)
    #expect(try FrameTable(endOf: file) == nil)
    let reading = Reading(scratch("a"))
    #expect(reading.lines == ["{}"] && reading.error == nil && start < bytes.count)
  }

  @Test func `of itself, 50,000 times with nothing in it, is read in no more memory`() throws {
    let empty = Self.raw("")
    let bytes = Self.raw("{}\n") + [[UInt8]](repeating: empty, count: 50_000).joined()
    let reader = try RecordingReader(
      FileReader(path: try scratch.write(bytes + Self.raw("1\n"), to: "a")))
    var chunk = LineChunk()
    #expect(try reader.next(into: &chunk))
    #expect(try reader.next(into: &chunk))
    #expect(Reading.lines(of: chunk) == ["1"])
    #expect(chunk.text.capacity < 1 << 20)
  }

  @Test func `of dictionary is refused`() throws {
    let bytes = Self.magic + [0b01, 0, 7] + Self.run(of: UInt8(ascii: "\n"), 9, isLast: true)
    #expect(Reading(try scratch.write(bytes, to: "a")).error?.kind == .unsupported)
  }
}

@Suite struct `A line` {
  private let scratch = Scratch()

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]))
  func `of the longest length is kept, and a longer one refused`(name: String) throws {
    var writer = try RecordingWriter.creating(
      scratch(name), container: Container(forNewFile: name), header: Array(Sample.header.utf8),
      lockedBy: nil)
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.lineBytesMax)
    let short = Array(Sample.line(1).utf8)
    try writer.append(short[...], at: nil)
    try writer.append(longest[...], at: nil)
    let error = #expect(throws: LogError.self) { try writer.append((longest + [0])[...], at: nil) }
    #expect(error?.kind == .overLimit && error?.line == 4)
    try writer.append(short[...], at: nil)
    try writer.finish()

    let reader = try RecordingReader(FileReader(path: scratch(name)))
    var chunk = LineChunk()
    var text: [UInt8] = []
    while try reader.next(into: &chunk) { text += chunk.text }
    let feed: [UInt8] = [10]
    #expect(text == Array(Sample.header.utf8) + feed + short + feed + longest + feed + short + feed)
  }

  @Test(arguments: Container.allCases.filter(\.isSupported).map { $0 == .zstd })
  func `that is too long is refused alone`(isCompressed: Bool) throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.lineBytesMax + 1)
    var path = try scratch.write(Array("{}\n1\n".utf8) + long + Array("\n4\n5\n".utf8), to: "a")
    if isCompressed {
      _ = try scratch.run("zstd -q a -o b")
      path = scratch("b")
    }
    let reader = try RecordingReader(FileReader(path: path))
    var chunk = LineChunk()
    #expect(try reader.next(into: &chunk))
    #expect(Reading.lines(of: chunk) == ["{}", "1"])
    let error = #expect(throws: LogError.self) { _ = try reader.next(into: &chunk) }
    #expect(error?.kind == .overLimit && error?.line == 3)
    #expect(try reader.next(into: &chunk))
    #expect(Reading.lines(of: chunk) == ["4", "5"])
    #expect(chunk.firstLine == 4)
    #expect(try !reader.next(into: &chunk))
  }
}
