import ReelEvents
import TestSamples
import Testing

@testable import ReelLog

@Suite(.needsZstd) struct `Decoding ahead of the reader` {
  private let scratch = Scratch()

  @Test(arguments: 0..<UInt64(40), [RecordingSource.FaultHandling.stop, .goOn])
  func `gives what reading frame by frame gives, by seed`(
    seed: UInt64, handling: RecordingSource.FaultHandling
  ) throws {
    var file = FrameFile(seed)
    file.add(frames: 30)
    file.spoil()
    let reader = try FileReader(path: try scratch.write(file.bytes, to: "a.jsonl.zst"))
    let one = Pass(reader, handling, .asAsked)
    let other = Pass(reader, handling, .ahead)
    #expect(one == other, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(3))
  func `reads whole recordings to their end, by seed`(seed: UInt64) throws {
    var file = FrameFile(seed)
    for _ in 0..<30 { file.addFrame() }
    let reader = try FileReader(path: try scratch.write(file.bytes, to: "a.jsonl.zst"))
    let pass = Pass(reader, .stop, .ahead)
    #expect(pass.error == nil && pass.tear == nil)
    #expect(pass.lines == file.lines, "seed \(seed)")
    #expect(pass.batches.allSatisfy { $0.isVerified })
  }

  @Test(arguments: 1...12)
  func `hands over no line of a frame whose checksum is wrong`(frame: Int) throws {
    var file = FrameFile(7)
    var ends: [Int] = []
    var lines: [[[UInt8]]] = []
    for _ in 0..<12 {
      let before = file.lines.count
      file.addFrame()
      ends.append(file.bytes.count)
      lines.append(Array(file.lines[before...]))
    }
    for byte in 1...4 {
      var bytes = file.bytes
      bytes[ends[frame - 1] - byte] ^= 0x10
      let reader = try FileReader(path: try scratch.write(bytes, to: "a.jsonl.zst"))
      let pass = Pass(reader, .goOn, .ahead)
      var others = lines
      others.remove(at: frame - 1)
      #expect(pass.lines == others.flatMap(\.self))
      #expect(pass.tally.count == 1)
    }
  }

  @Test func `ends with the source, wherever its reader stopped`() throws {
    var file = FrameFile(1)
    for _ in 0..<30 { file.addFrame() }
    let reader = try FileReader(path: try scratch.write(file.bytes, to: "a.jsonl.zst"))
    for count in 0..<30 {
      let source = try RecordingSource(reader)
      var batch = EventBatch()
      for _ in 0..<count { #expect(try source.next(into: &batch)) }
    }
  }

  @Test func `begins anew where a source seeks`() throws {
    var writer = try EventWriter.creating(
      scratch("b.jsonl.zst"), container: .zstd,
      header: RecordingHeader(name: "", recordedUnder: nil, catalog: Catalog()), lockedBy: nil)
    for number in 0..<3000 {
      let text = String(repeating: "x", count: 100) + String(number)
      try writer.append(
        Event(at: .scenarioStart, device: DeviceName("a"), action: .note(text: text)))
      if number % 200 == 199 { try writer.flush() }
    }
    try writer.finish()
    let source = try RecordingSource(FileReader(path: scratch("b.jsonl.zst")))
    var batch = EventBatch()
    for _ in 0..<2 {
      try source.seek(to: .event(801))
      for index in 0..<11 {
        #expect(try source.next(into: &batch))
        #expect(batch.firstNumber == Int64(801 + index * 200))
      }
      #expect(try !source.next(into: &batch))
    }
  }
}

/// What a source gave, to its end or first error.
private struct Pass: Equatable {
  struct Batch: Equatable {
    var firstNumber: Int64
    var gaps: [Gap]
    var isVerified: Bool
    var text: [UInt8]
    var names: [ByteRange]
    var values: [ByteRange]
    var columns: [[Int64]]
  }

  var batches: [Batch] = []
  var lines: [[UInt8]] = []
  var tally: [String] = []
  var counts: [Int64] = []
  var tear: Tear?
  var error: LogError?

  init(
    _ file: FileReader, _ handling: RecordingSource.FaultHandling,
    _ decoding: RecordingSource.Decoding
  ) {
    do throws(LogError) {
      let source = try RecordingSource(file, atFaults: handling, decoding: decoding)
      defer { take(source) }
      var batch = EventBatch()
      while try source.next(into: &batch) { take(batch) }
    } catch {
      self.error = error
    }
  }

  private mutating func take(_ batch: EventBatch) {
    let columns = [
      batch.kinds.map { Int64($0.rawValue) }, batch.instants, batch.devices.map(Int64.init),
      batch.stores.map(Int64.init), batch.keys.map(Int64.init),
      batch.valueIndices.map(Int64.init), batch.details.map(Int64.init),
      batch.lines.map { Int64($0.start) }, batch.members.map { Int64($0.key) },
      batch.members.map { Int64($0.value) },
    ]
    batches.append(
      Batch(
        firstNumber: batch.firstNumber, gaps: batch.gaps, isVerified: batch.isVerified,
        text: batch.text, names: batch.names, values: batch.values, columns: columns))
    for line in batch.lines {
      lines.append(Array(batch.text[Int(line.start)..<Int(line.start + line.count)]))
    }
  }

  private mutating func take(_ source: RecordingSource) {
    tally = source.tally.faults.map(\.description)
    counts = [
      source.lineBytes, source.frameCount, source.tally.badLineCount, source.tally.damageCount,
      source.tally.unknownKindCount, source.tally.unknownFieldCount,
    ]
    tear = source.tear
  }
}

/// A recording of small frames, by seed, and what may be wrong with one.
private struct FrameFile {
  private(set) var bytes: [UInt8] = []
  /// The lines of the whole frames, without the header's.
  private(set) var lines: [[UInt8]] = []
  private var seed: Seed

  init(_ seed: UInt64) {
    self.seed = Seed(seed)
    var header: [UInt8] = []
    HeaderLine.append(
      RecordingHeader(name: "sample", recordedUnder: nil, catalog: Catalog()), to: &header)
    add(header + [LineFeeds.byte])
  }

  /// Adds a frame of some events.
  mutating func addFrame() { add(eventText()) }

  /// Adds frames, most of them as a recorder writes them.
  mutating func add(frames count: Int) {
    for _ in 0..<count {
      switch seed.index(below: 40) {
      case 0: add([])
      case 1: bytes += [0x55, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
      case 2: add(eventText() + Array("{\"at\":1}\n\n".utf8) + eventText())
      case 3:
        let text = eventText()
        let middle = seed.index(below: text.count)
        add(Array(text[..<middle]))
        add(Array(text[middle...]))
      case 4: add(Array(eventText().dropLast()))
      default: addFrame()
      }
    }
  }

  /// Leaves it as it is, cuts it, or changes some bytes of it, but not of its header.
  mutating func spoil() {
    let start = 200
    switch seed.index(below: 4) {
    case 0: break
    case 1: bytes.removeLast(seed.index(below: bytes.count - start))
    case 2: bytes.insert(contentsOf: [1, 2, 3], at: start + seed.index(below: bytes.count - start))
    default:
      for _ in 0...seed.index(below: 3) {
        bytes[start + seed.index(below: bytes.count - start)] ^= 1 << UInt8(seed.index(below: 8))
      }
    }
  }

  private mutating func eventText() -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0...seed.index(below: 12) {
      let line = seed.line()
      lines.append(line)
      text += line + [LineFeeds.byte]
    }
    return text
  }

  private mutating func add(_ text: [UInt8]) {
    do {
      var compressor = try Compressor(level: .standard, path: "")
      var start = 0
      if seed.happens(onceIn: 4) {
        start = text.count / 2
        try compressor.compress(Array(text[..<start]), .block, appendingTo: &bytes)
      }
      try compressor.compress(Array(text[start...]), .frame, appendingTo: &bytes)
    } catch {
      Issue.record(error)
    }
  }
}
