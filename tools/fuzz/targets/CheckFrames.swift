import ReelEvents
import ReelLog

#if canImport(CZstd)
  import CZstd
#endif

/// A file of any bytes is read to its end or refused, twice alike; what is read of a whole one is
/// what zstd itself makes of it; and what is added to it is found behind all there was.
func checkFrames(_ bytes: [UInt8]) throws {
  let scratch = try FuzzScratch()
  let path = try scratch.write(bytes)
  let reading = try Reading(path)
  try require(reading == (try Reading(path)), "a file reads the same twice")
  try checkEvents(path)
  try checkSeeking(path)
  guard reading.isWhole else { return }
  #if canImport(CZstd)
    if let text = zstdText(of: bytes) {
      try require(reading.text == text || reading.text == text + [10], "zstd reads the same")
    }
  #endif
  try checkAdding(to: path, reading)
}

/// What reading to the end comes to, going on behind every fault.
private struct Reading: Equatable {
  var text: [UInt8] = []
  var faults: [LogError] = []
  var tear: Tear?
  var isRefused = false

  var isWhole: Bool { !isRefused && faults.isEmpty && tear == nil }

  init(_ path: String) throws {
    let reader: RecordingReader
    do {
      reader = try RecordingReader(FileReader(path: path))
    } catch {
      faults.append(error)
      isRefused = true
      return
    }
    var chunk = LineChunk()
    var line: Int64 = 1
    while true {
      do {
        guard try reader.next(into: &chunk) else { break }
        try require(chunk.text.last == 10, "lines end with a line feed")
        try require(chunk.lineCount == chunk.text.count { $0 == 10 }, "lines are counted")
        if faults.isEmpty { try require(chunk.firstLine == line, "lines are numbered") }
        line += chunk.lineCount
        text += chunk.text
      } catch let error as LogError {
        faults.append(error)
        if try !reader.skipDamage() { break }
      }
    }
    tear = reader.tear
    if let tear {
      try require(tear.start < tear.offset && tear.offset == reader.file.size, "a tear is inside")
    }
  }
}

/// Two threads ahead of the reader give the same events, and the same faults, as none.
private func checkEvents(_ path: String) throws {
  let ahead = try Events(path, .ahead)
  try require(ahead == (try Events(path, .asAsked)), "events are the same on two threads")
}

private struct Events: Equatable {
  var numbers: [Int64] = []
  var instants: [Int64] = []
  var lines: [[UInt8]] = []
  var faults: [LogError] = []
  var tear: Tear?

  init(_ path: String, _ decoding: RecordingSource.Decoding) throws {
    do {
      let source = try RecordingSource(
        FileReader(path: path), atFaults: .goOn, decoding: decoding)
      var batch = EventBatch()
      while try source.next(into: &batch) {
        for row in 0..<batch.count {
          let line = batch.lines[row]
          numbers.append(batch.number(of: row))
          instants.append(batch.instants[row])
          lines.append(Array(batch.text[Int(line.start)..<Int(line.start + line.count)]))
        }
      }
      faults = source.tally.faults
      tear = source.tear
    } catch {
      faults.append(error)
    }
    if faults.isEmpty {
      try require(zip(numbers, numbers.dropFirst()).allSatisfy(<), "events are numbered")
    }
  }
}

/// Seeking never fails where reading does not, and goes to where lines begin.
private func checkSeeking(_ path: String) throws {
  do {
    let reader = try RecordingReader(FileReader(path: path))
    var chunk = LineChunk()
    for place in [.event(1), .event(3), .time(.scenarioStart), .frame(2)]
      as [RecordingReader.Place]
    {
      try reader.seek(to: place) { EventLine.instant(of: $0) }
      if try reader.next(into: &chunk), chunk.firstLine < 1 {
        throw Violation(description: "a place is in the file")
      }
    }
  } catch is LogError {
    // Refused with a sentence.
  }
}

private func checkAdding(to path: String, _ before: Reading) throws {
  let line = Array(#"{"at":"2026-01-01T00:00:00.000000Z","device":"a","event":"note"}"#.utf8)
  do {
    var writer = try RecordingWriter.reopening(path, lockedBy: "fuzz") { _ in nil }
    try writer.append(line[...], at: .scenarioStart)
    try writer.finish()
  } catch {
    return
  }
  let after = try Reading(path)
  try require(after.isWhole, "a whole file stays whole")
  try require(after.text == before.text + line + [10], "what is added stands behind all there was")
}

#if canImport(CZstd)
  /// What libzstd makes of frames without our reader; nil where they are none, or too much.
  private func zstdText(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 4, bytes[0] != UInt8(ascii: "{"), let context = ZSTD_createDCtx() else {
      return nil
    }
    defer { ZSTD_freeDCtx(context) }
    var text = [UInt8](repeating: 0, count: 1 << 20)
    var input = ZSTD_inBuffer(src: nil, size: bytes.count, pos: 0)
    var output = ZSTD_outBuffer(dst: nil, size: text.count, pos: 0)
    var left = 1
    while input.pos < input.size, ZSTD_isError(left) == 0, output.pos < output.size {
      left = bytes.withUnsafeBytes { source in
        text.withUnsafeMutableBytes { target in
          input.src = source.baseAddress
          output.dst = target.baseAddress
          return ZSTD_decompressStream(context, &output, &input)
        }
      }
    }
    if ZSTD_isError(left) != 0 || output.pos == output.size { return nil }
    return Array(text[..<output.pos])
  }
#endif
