import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite struct `Scanning lines into a batch` {
  @Test(arguments: 0..<UInt64(12))
  func `keeps every event, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    var scanner = LineScanner()
    for _ in 0..<3 {
      let lines = (0..<100).map { _ in source.line() }
      var batch = EventBatch(lines: lines)
      let scan = scanner.scan(&batch)
      #expect(scan.badLineCount == 0 && scan.unknownFieldCount == 0, "seed \(seed)")
      try expectSame(batch, lines, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(12))
  func `gives the same for lines in another form, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    var scanner = LineScanner()
    let lines = (0..<100).map { _ in source.line() }
    let scrambled = try lines.map { source.happens(onceIn: 3) ? $0 : try source.scramble($0) }
    var batch = EventBatch(lines: scrambled)
    let scan = scanner.scan(&batch)
    #expect(scan.badLineCount == 0, "seed \(seed)")
    try expectSame(batch, lines, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(8))
  func `numbers names and values once each, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    let lines = try (0..<200).map { _ in
      let line = source.line()
      return source.happens(onceIn: 2) ? line : try source.scramble(line)
    }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    _ = scanner.scan(&batch)
    for ranges in [batch.names, batch.values] {
      let texts = ranges.map { Array(batch.text[Int($0.start)..<Int($0.start + $0.count)]) }
      #expect(Set(texts).count == texts.count, "seed \(seed)")
    }
    let hashes = batch.values.map { range in
      batch.text[Int(range.start)..<Int(range.start + range.count)]
        .withUnsafeBytes {
          $0.count > TextDigest.smallSizeMax ? TextDigest($0).low : ByteHash.of($0)
        }
    }
    #expect(batch.valueHashes == hashes, "seed \(seed)")
    expectSmallValues(of: batch, "seed \(seed)")
  }

  /// They stand once more in a row.
  private func expectSmallValues(of batch: EventBatch, _ comment: Comment) {
    let texts = batch.values.filter { $0.count <= TextDigest.smallSizeMax }.map {
      batch.text[Int($0.start)..<Int($0.start + $0.count)]
    }
    #expect(batch.smallValues == Array(texts.joined()), comment)
  }

  @Test(arguments: 0..<UInt64(8))
  func `has the digest of each large value and of no other, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    let sizes = [0, 100, TextDigest.smallSizeMax - 2, TextDigest.smallSizeMax - 1, 9_000]
    let lines = try (0..<60).map { number in
      let text = String(repeating: "x", count: source.pick(sizes)) + "\(number % 7)"
      let value = source.pick([
        Value.string(String(text.dropFirst())), .array([.string(text), .integer(1)]),
      ])
      var line: [UInt8] = []
      EventLine.append(
        Event(
          at: Instant(microseconds: 0), device: DeviceName("phone"),
          action: .storeSet(store: .defaults, key: "k", value: value)), to: &line)
      return source.happens(onceIn: 2) ? line : try source.scramble(line)
    }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    for (index, range) in batch.values.enumerated() {
      let text = batch.text[Int(range.start)..<Int(range.start + range.count)]
      let digest = text.withUnsafeBytes { TextDigest($0) }
      let expected = text.count > TextDigest.smallSizeMax ? digest : nil
      #expect(batch.digest(of: Int32(index)) == expected, "seed \(seed)")
      if let expected { #expect(batch.valueHashes[index] == expected.low, "seed \(seed)") }
    }
    #expect(batch.digests.count > 2, "seed \(seed)")
    expectSmallValues(of: batch, "seed \(seed)")
  }

  @Test func `reads again from a payload only what changed`() throws {
    let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"message.sent","#
    let payloads = [
      #"{"a":1,"b":"x","c":2}"#, #"{"a":1,"b":"y","c":2}"#, #"{"a":1,"c":2}"#,
      #"{"0":0,"a":1,"b":1,"c":2,"d":3}"#, #"{"a":12,"c":2}"#, "{}", #"{"a":12}"#,
    ]
    let lines = payloads.enumerated().map { index, payload in
      Array(
        (start + #""message":"m\#(index)","channel":"context","to":"watch","payload":\#(payload)}"#)
          .utf8)
    }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    #expect(batch.text.count == batch.lineBytes)
    try expectSame(batch, lines, "payloads")
    let keys = batch.messages.map { $0.members.map { batch.members[$0].key } }
    #expect(keys[0] == keys[1])
    #expect(keys[2] == [keys[0][0], keys[0][2]])
  }

  @Test func `finds what changed in a payload, wherever it is`() throws {
    let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"message.sent","#
    let whole = Array("abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01234567".utf8)
    var lines: [[UInt8]] = []
    for place in whole.indices {
      var changed = whole
      changed[place] = UInt8(ascii: "A")
      for value in [whole, changed] {
        let text = String(decoding: value, as: UTF8.self)
        lines.append(
          Array(
            (start + #""message":"m","channel":"context","to":"watch","payload":"#
              + #"{"a":1,"b":"\#(text)","c":2}}"#).utf8))
      }
    }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    #expect(batch.text.count == batch.lineBytes)
    #expect(batch.values.count == 2 + 1 + whole.count)
    try expectSame(batch, lines, "changes")
  }

  @Test(
    arguments: [
      ("0", true), ("-1", true), ("12345678", true), ("123456789012345", true),
      ("9007199254740992", true), ("-9007199254740992", true), ("9007199254740993", false),
      ("9999999999999999", false), ("12345678901234567", false), ("47.12345678901234", true),
      ("0.30000000000000004", true), ("1e-05", true), ("1e+16", true), ("-2.5e-08", true),
      ("1E5", false), ("1e5", false), ("1.50", false), ("0.00001", false), ("-0", false),
      ("1.0000000000000000000001", false), ("123456789012345678901234567890.5", false),
    ])
  func `takes a number as it stands if it is canonical`(number: String, isCanonical: Bool) throws {
    let line =
      #"{"at":"2026-01-01T00:00:00.000000Z","device":"a","event":"store.set","key":"k","#
      + #""value":[{"n":\#(number)},\#(number),1]}"#
    var batch = EventBatch(lines: [Array(line.utf8)])
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    #expect((batch.text.count == batch.lineBytes) == isCanonical)
    var expected: [UInt8] = []
    EventLine.append(try EventLine.decode(Array(line.utf8)).event, to: &expected)
    #expect(try batch.line(of: 0) == expected)
  }

  @Test func `reads again from half an apply only what changed`() throws {
    let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"watch","event":"store."#
    let halves = [
      #"cleared","by":"m1","keys":["a","b","c"]}"#, #"cleared","by":"m2","keys":["a","b","c"]}"#,
      #"applied","by":"m2","values":{"a":1,"b":{"d":[]},"c":"x"}}"#,
      #"applied","by":"m3","values":{"a":1,"b":{"d":[1]},"c":"x"}}"#,
      #"cleared","by":"m3","keys":["a","bb","c"]}"#, #"cleared","by":"m4","keys":["c","a","a"]}"#,
      #"cleared","by":"m5","keys":["c","a","a","$d"]}"#, #"cleared","by":"m6","keys":[]}"#,
      #"cleared","store":"notInterested","by":"m7","keys":["ab"]}"#,
      #"applied","store":"notInterested","by":"m7","values":{}}"#,
    ]
    let lines = halves.map { Array((start + #""# + $0).utf8) }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    #expect(batch.text.count == batch.lineBytes)
    #expect(batch.events.isEmpty)
    try expectSame(batch, lines, "halves")
  }

  @Test(arguments: 0..<UInt64(6))
  func `takes exactly the lines that can be decoded, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    var scanner = LineScanner()
    let lines = (0..<300).map { _ in source.damaged(source.line()) }
    let good = lines.filter { (try? EventLine.decode($0)) != nil }
    var batch = EventBatch(lines: lines)
    let scan = scanner.scan(&batch)
    #expect(batch.count == good.count, "seed \(seed)")
    #expect(scan.badLineCount == Int64(lines.count - good.count), "seed \(seed)")
    for (row, line) in good.enumerated() {
      var expected: [UInt8] = []
      EventLine.append(try EventLine.decode(line).event.withoutReason, to: &expected)
      #expect(try batch.line(of: row) == expected, "seed \(seed)")
    }
  }

  @Test func `says which lines are bad, and goes on`() {
    let note = Array(
      #"{"at":"2026-01-01T00:00:00.000000Z","device":"a","event":"note","text":""}"#.utf8)
    var batch = EventBatch(lines: [note, [], note, Array("{}".utf8), note])
    var scanner = LineScanner()
    let scan = scanner.scan(&batch)
    #expect(batch.count == 3)
    #expect(scan.badLines.map(\.index) == [1, 3])
    #expect((0..<3).map { batch.number(of: $0) } == [1, 3, 5])
    #expect(scan.badLines.map(\.fault.expected) == ["an object", "the member `event`"])
  }

  @Test func `keeps few of very many bad lines`() {
    var batch = EventBatch(lines: Array(repeating: [], count: 100_000))
    var scanner = LineScanner()
    let scan = scanner.scan(&batch)
    #expect(scan.badLineCount == 100_000)
    #expect(scan.badLines.count == LineScan.badLinesKeptMax)
  }

  private func expectSame(_ batch: EventBatch, _ lines: [[UInt8]], _ note: Comment) throws {
    try #require(batch.count == lines.count, note)
    for (row, line) in lines.enumerated() {
      let again = try batch.line(of: row)
      #expect(
        again == line, "\(note): \(String(decoding: again, as: UTF8.self))")
    }
  }
}

extension Seed {
  /// `line` with some bytes changed, cut or added; no line feed among them.
  fileprivate mutating func damaged(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for _ in 0...index(below: 2) {
      let place = index(below: line.count)
      switch index(below: 4) {
      case 0: line.removeLast(line.count - place)
      case 1: line[place] = pick(Array("{}[]\",:0123456789.eE-\\ut$".utf8))
      case 2: line[place] = UInt8(truncatingIfNeeded: next())
      default: line.insert(pick(Array(" \t\"0}".utf8)), at: place)
      }
      if line.isEmpty { break }
    }
    return line.filter { $0 != UInt8(ascii: "\n") }
  }
}

extension Event {
  fileprivate var withoutReason: Event {
    guard case .messageReceived(var message) = action else { return self }
    message.reason = nil
    return Event(at: at, device: device, action: .messageReceived(message))
  }
}
