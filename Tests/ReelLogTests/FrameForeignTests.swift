import ReelEvents
import Testing

@testable import ReelLog

@Suite(.needsZstd) struct `A file that zstd's own tool made` {
  private let scratch = Scratch()

  private static let lines = [Sample.header] + Sample.lines(1...2000)

  private func makePlain() throws {
    _ = try scratch.write(Array(Self.lines.map { $0 + "\n" }.joined().utf8), to: "a.jsonl")
  }

  @Test(
    arguments: [
      ("zstd -q -c a.jsonl", .verified),
      ("zstd -q -c --no-check a.jsonl", .unchecked),
      ("zstd -q -c -19 a.jsonl", .verified),
      ("zstd -q -c -19 --long a.jsonl", .verified),
      ("zstd -q -c < a.jsonl", .verified),
      ("split -l 700 a.jsonl part; zstd -q part*; cat part*.zst", .verified),
      ("split -b 1001 a.jsonl part; zstd -q part*; cat part*.zst", .verified),
      (
        #"printf 'R*M\030\3\0\0\0abc'; zstd -q -c a.jsonl; printf 'P*M\030\0\0\0\0'"#,
        .verified
      ),
      ("printf '' | zstd -q; zstd -q -c a.jsonl; printf '' | zstd -q", .verified),
      ("cat a.jsonl", .unchecked),
    ] as [(String, LineChunk.Assurance)])
  func `is read like any other`(command: String, assurance: LineChunk.Assurance) throws {
    try makePlain()
    #expect(try scratch.run("(\(command)) > b.zst").status == 0)
    let reading = Reading(scratch("b.zst"))
    #expect(reading.error == nil)
    #expect(reading.tear == nil)
    #expect(reading.lines == Self.lines)
    #expect(Set(reading.chunks) == [assurance])
  }

  @Test func `is refused for a window above the limit, with the remedy`() throws {
    try makePlain()
    #expect(try scratch.run("zstd -q --long=27 < a.jsonl > b.zst").status == 0)
    let reading = Reading(scratch("b.zst"))
    #expect(reading.error?.kind == .overLimit)
    #expect(reading.error?.found == "one of 134217728")
    #expect(reading.error?.remedy.contains("zstd -d") == true)
  }

  @Test func `is whole even if its last line has no line feed`() throws {
    _ = try scratch.run(#"printf '{"reel":1}\n{}' | zstd -q > b.zst"#)
    #expect(Reading(scratch("b.zst")).lines == [Sample.header, "{}"])
    #expect(Reading(scratch("b.zst")).tear == nil)
  }

  @Test func `in one frame above the limit is streamed and unverified`() throws {
    // 29 MB of lines, whose compressed form is small.
    _ = try scratch.run("yes '{\"at\":0}' | head -n 3200000 | zstd -q > b.zst")
    let reader = try RecordingReader(FileReader(path: scratch("b.zst")))
    var chunk = LineChunk()
    var lines: Int64 = 0
    while try reader.next(into: &chunk) {
      #expect(chunk.assurance == .unclosed)
      #expect(chunk.firstLine == lines + 1)
      #expect(chunk.text.count <= Limits.frameBytesTarget + 9)
      lines += chunk.lineCount
    }
    #expect(lines == 3_200_000)
    #expect(reader.tear == nil)
  }

  @Test func `that is no recording is named`() throws {
    let kinds: [([UInt8], String)] = [
      ([0x1F, 0x8B, 8, 0], "a gzip file"), (Array("hello".utf8), "other text"),
      ([0, 1, 2], "other bytes"),
      ([0xEF, 0xBB, 0xBF, 0x7B], "text that begins with a byte order mark"),
    ]
    for (bytes, name) in kinds {
      let error = Reading(try scratch.write(bytes, to: "a")).error
      #expect(error?.kind == .notARecording)
      #expect(error?.found == name)
    }
  }

  @Test func `followed by something else gives its lines, then the place`() throws {
    try makePlain()
    _ = try scratch.run("(zstd -q -c a.jsonl; echo rubbish) > b.zst")
    let reading = Reading(scratch("b.zst"))
    #expect(reading.lines == Self.lines)
    #expect(reading.error?.kind == .damaged)
    #expect(reading.error?.offset == Int64(try scratch.bytes(of: "b.zst").count - 8))
    #expect(reading.error?.frame == 1)
  }
}
