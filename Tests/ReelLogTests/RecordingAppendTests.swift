import ReelEvents
import Testing

@testable import ReelLog

@Suite struct `Reopening a recording` {
  private let scratch = Scratch()

  /// Adds events; the closure tells times only where the file has no table.
  private func add(
    _ numbers: ClosedRange<Int>, to path: String, by program: String = "test"
  ) throws {
    var writer = try RecordingWriter.reopening(path, lockedBy: program) { _ in Sample.instant(1) }
    #expect(writer.nextEvent == Int64(numbers.lowerBound))
    for number in numbers {
      try writer.append(Array(Sample.line(number).utf8)[...], at: Sample.instant(number))
    }
    try writer.finish()
  }

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]))
  func `twice keeps every byte and adds the lines`(name: String) throws {
    try Sample.record(1...10, at: scratch(name))
    for numbers in [11...20, 21...30] {
      let before = try scratch.bytes(of: name)
      try add(numbers, to: scratch(name))
      #expect(try scratch.bytes(of: name).starts(with: before))
    }
    let reading = Reading(scratch(name))
    #expect(reading.error == nil)
    #expect(reading.lines == [Sample.header] + Sample.lines(1...30))
  }

  @Test(.needsZstd) func `leaves one table that covers the whole file`() throws {
    try Sample.record(1...10, at: scratch("a.jsonl.zst"))
    try add(11...20, to: scratch("a.jsonl.zst"))
    let table = try #require(try FrameTable(endOf: FileReader(path: scratch("a.jsonl.zst"))))
    // Header, events, index, table, events, index.
    #expect(table.seek.entries.map { $0.textBytes > 0 } == [true, true, false, false, true, false])
    #expect(table.index.entries.map(\.firstEvent) == [1, 1, 11, 11, 11])
    #expect(table.index.nextEvent == 21)
    #expect(table.latest == Sample.instant(20).microseconds)
    #expect(try scratch.run("zstd -t a.jsonl.zst").status == 0)
  }

  @Test(.needsZstd) func `without adding anything changes nothing`() throws {
    try Sample.record(1...10, at: scratch("a.jsonl.zst"))
    let before = try scratch.bytes(of: "a.jsonl.zst")
    try RecordingWriter.reopening(scratch("a.jsonl.zst"), lockedBy: "test") { _ in nil }.finish()
    #expect(try scratch.bytes(of: "a.jsonl.zst") == before)
  }

  @Test(.needsZstd) func `reads the lines where the table is missing`() throws {
    try Sample.record(1...10, at: scratch("a.jsonl.zst"))
    _ = try scratch.run(
      "cat a.jsonl.zst > b.jsonl.zst; zstdcat a.jsonl.zst | tail -n 5 | zstd >> b.jsonl.zst")
    var times: Int64 = 0
    var writer = try RecordingWriter.reopening(scratch("b.jsonl.zst"), lockedBy: "test") { line in
      times += 1
      #expect(line.first == UInt8(ascii: "{") && line.last == UInt8(ascii: "}"))
      return Sample.instant(Int(times))
    }
    #expect(times == 15)
    #expect(writer.nextEvent == 16)
    try writer.append(Array(Sample.line(16).utf8)[...], at: Sample.instant(3))
    try writer.finish()
    let table = try #require(try FrameTable(endOf: FileReader(path: scratch("b.jsonl.zst"))))
    #expect(table.index.entries.map(\.firstEvent) == [1, 1, 11, 11, 11, 16])
    #expect(table.index.entries.map(\.latest.magnitude).suffix(2) == [15_000_000, 15_000_000])
  }

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]))
  func `is refused for a torn one, with the advice to recover`(name: String) throws {
    try Sample.record(1...10, at: scratch(name))
    let torn = try scratch.write(try scratch.bytes(of: name).dropLast(3), to: "torn-" + name)
    let error = #expect(throws: LogError.self) {
      try RecordingWriter.reopening(torn, lockedBy: "test") { _ in nil }.finish()
    }
    #expect(error?.kind == .torn)
    #expect(error?.offset == Int64(try scratch.bytes(of: "torn-" + name).count))
    #expect(error?.remedy.contains("reel recover \(torn)") == true)
  }

  @Test(.needsZstd) func `is refused where the last line has no line feed`() throws {
    _ = try scratch.run(#"printf '{"reel":1}\n{}' | zstd > a.jsonl.zst"#)
    let error = #expect(throws: LogError.self) {
      try RecordingWriter.reopening(scratch("a.jsonl.zst"), lockedBy: "test") { _ in nil }.finish()
    }
    #expect(error?.kind == .torn)
  }
}

@Suite struct `A second writer` {
  private let scratch = Scratch()

  @Test(.needsZstd) func `is refused and told who writes`() throws {
    let path = scratch("a.jsonl.zst")
    var first = try RecordingWriter.creating(
      path, container: .zstd, header: Array(Sample.header.utf8), lockedBy: "reel record")
    let error = #expect(throws: LogError.self) {
      try RecordingWriter.reopening(path, lockedBy: "other") { _ in nil }.finish()
    }
    #expect(error?.kind == .locked)
    #expect(error?.found == "one being written by process \(getProcess()) (reel record)")
    try first.append(Array(Sample.line(1).utf8)[...], at: nil)
    try first.finish()
    try RecordingWriter.reopening(path, lockedBy: "other") { _ in nil }.finish()
    #expect(try scratch.run("ls").output == Array("a.jsonl.zst\n".utf8))
  }

  @Test func `goes ahead after a crash has left the lock file behind`() throws {
    try Sample.record(1...1, at: scratch("a.jsonl"))
    _ = try scratch.write(Array("1 gone\n".utf8), to: "a.jsonl.lock")
    try RecordingWriter.reopening(scratch("a.jsonl"), lockedBy: "other") { _ in nil }.finish()
  }

  private func getProcess() -> Int32 { SystemCall.processIdentifier }
}
