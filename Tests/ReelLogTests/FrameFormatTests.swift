import Testing

@testable import ReelLog

/// Pins the bytes that `Format.md` specifies; they were worked out apart from this code.
@Suite struct `The tables of a recording` {
  @Test func `are written as the format has them`() {
    var table = FrameTable()
    table.addFrame(storedBytes: 0x21, textBytes: 0x0B, firstEvent: 1)
    let index = """
      52 2a 4d 18 28 00 00 00 72 65 65 6c 69 64 78 31 01 00 00 00 00 00 00 00 \
      00 00 00 00 00 00 00 80 01 00 00 00 00 00 00 00 07 36 02 86 29 3c ef 9d
      """
    let seek = """
      5e 2a 4d 18 19 00 00 00 21 00 00 00 0b 00 00 00 30 00 00 00 00 00 00 00 \
      02 00 00 00 00 b1 ea 92 8f
      """
    let hex = table.frames.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    #expect(hex.joined(separator: " ") == index + " " + seek)
  }

  @Test(.needsZstd) func `end a file of frames that carry checksum and length`() throws {
    let scratch = Scratch()
    try Sample.record(1...3, at: scratch("a.jsonl.zst"))
    var walker = FrameWalker(try FileReader(path: scratch("a.jsonl.zst")))
    var raw = RawFrame()
    var steps: [FrameWalker.Step] = []
    while case let step = try walker.next(into: &raw), step != .end {
      steps.append(step)
      if step == .frame { #expect(raw.header.hasChecksum && raw.header.textBytes != nil) }
    }
    #expect(steps == [.frame, .frame, .skippable(0x184D_2A52), .skippable(0x184D_2A5E)])
  }
}
