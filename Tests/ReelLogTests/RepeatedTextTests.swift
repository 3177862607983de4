import ReelEvents
import ReelLog
import TestSamples
import Testing

@Suite struct `Text that lines repeat` {
  private static let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"#

  @Test func `is one run of members where what was sent is applied`() throws {
    let payload = #"{"a":1,"b":"x"}"#
    let batch = try scanned([
      #""phone","event":"message.sent","message":"m1","channel":"context","to":"watch","#
        + #""payload":\#(payload)}"#,
      #""watch","event":"store.cleared","by":"m1","keys":["a","b","c"]}"#,
      #""watch","event":"store.applied","by":"m1","values":\#(payload)}"#,
      #""watch","event":"store.cleared","by":"m2","keys":["a","b","c"]}"#,
      #""watch","event":"store.cleared","by":"m3","keys":["a","b"]}"#,
      #""watch","event":"store.applied","by":"m3","values":{"a":1,"b":"x","c":2}}"#,
      #""watch","event":"store.applied","by":"m1","values":{"a":1}}"#,
      #""watch","event":"store.applied","by":"m1","values":{"a":1,"b":"xy"}}"#,
    ])
    let runs = batch.applies.map(\.members)
    #expect(runs[1] == batch.messages[0].members)
    #expect(runs[2] == runs[0])
    #expect(runs.map(\.count) == [3, 2, 3, 2, 3, 1, 2])
    #expect(batch.members.count == 3 + 2 + 2 + 3 + 1 + 2)
  }

  @Test func `tells names apart, however long and however much alike`() throws {
    var lines: [String] = []
    for length in 0...80 {
      let name = String(repeating: "n", count: length)
      for _ in 0..<2 {
        for key in [name, "a" + name, name + "b", name + "b" + name] {
          lines.append(#""d\#(name)","event":"store.set","key":"\#(key)","value":true}"#)
          lines.append(#""\#(key)","event":"rule.read","rule":"\#(name)","answer":false}"#)
          lines.append(#""\#(key)","event":"store.read","key":"\#(key)"}"#)
        }
      }
    }
    let batch = try scanned(lines)
    let names = batch.names.map { range in
      batch.text[Int(range.start)..<Int(range.start + range.count)]
    }
    #expect(Set(names).count == names.count)
  }

  @Test func `is compared to its end, whatever its length`() throws {
    let whole = Array(repeating: UInt8(ascii: "v"), count: 150)
    for length in 1..<whole.count {
      var lines: [String] = []
      for place in Set([0, length / 3, length / 2, length - 1]).sorted() {
        var changed = whole[..<length]
        changed[place] = UInt8(ascii: "w")
        for value in [whole[..<length], changed] {
          let text = String(decoding: value, as: UTF8.self)
          lines.append(#""phone","event":"store.set","key":"k","value":"\#(text)"}"#)
          lines.append(#""phone","event":"store.read","key":"k","value":"\#(text)"}"#)
        }
      }
      let batch = try scanned(lines)
      #expect(batch.values.count == 1 + Set([0, length / 3, length / 2, length - 1]).count)
    }
  }

  @Test func `is an object's keys only while they ascend`() throws {
    let objects = [
      #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3,"b":2}"#, #"{"b":2,"a":1}"#, #"{"a":1,"b":2}"#,
      #"{"a":{"b":1,"a":2}}"#, #"{"a":{"a":1,"b":2},"b":{"a":1,"b":2},"a":1}"#,
      #"{"a":1,"b":2,"b":2}"#, #"{"a":1,"$b":2}"#, #"{"$date":"2026-01-01T00:00:00.000000Z"}"#,
      #"{"bb":1,"c":2}"#, #"{"b":1,"bb":2,"ba":3}"#, #"{"a":1,"b":2,"c":3}"#, "{}",
      "{" + (10...40).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}",
      "{" + (10...40).map { #""k\#($0 == 30 ? 10 : $0)":1"# }.joined(separator: ",") + "}",
    ]
    for (first, second) in objects.flatMap({ one in objects.map { (one, $0) } }) {
      let value = "[\(first),\(second),\(first)]"
      let line = Array((Self.start + #""a","event":"store.set","key":"k","value":\#(value)}"#).utf8)
      var batch = EventBatch(lines: [line])
      var scanner = LineScanner()
      _ = scanner.scan(&batch)
      let decoded = decode(line)
      #expect(batch.count == (decoded == nil ? 0 : 1), "\(value)")
      if let decoded { #expect(try batch.line(of: 0) == decoded) }
      #expect(decoded != line || batch.text.count == batch.lineBytes, "\(value)")
      #expect(decoded == line || batch.text.count > batch.lineBytes || decoded == nil, "\(value)")
    }
  }

  @Test(arguments: 0..<UInt8(128))
  func `is data only if it is base64 throughout`(byte: UInt8) throws {
    guard byte != UInt8(ascii: "\n") else { return }
    for length in [4, 8, 12, 20] {
      for place in 0..<length {
        var data = Array(repeating: UInt8(ascii: "A"), count: length)
        data[place] = byte
        var line = Array(
          (Self.start + #""a","event":"store.set","key":"k","value":{"$binary":""#).utf8)
        line += data + Array(#""}}"#.utf8)
        var batch = EventBatch(lines: [line])
        var scanner = LineScanner()
        _ = scanner.scan(&batch)
        let decoded = decode(line)
        #expect(batch.count == (decoded == nil ? 0 : 1))
        if let decoded { #expect(try batch.line(of: 0) == decoded) }
      }
    }
  }

  @Test(
    arguments: [
      "0001-01-01T00:00:00.000000Z", "1965-01-01T00:00:00.000001Z", "2036-09-10T03:49:30.842623Z",
      "2036-09-10T03:49:30.842625Z", "2100-02-28T23:59:59.999999Z", "2300-01-01T00:00:00.000001Z",
      "9999-12-31T23:59:59.999999Z", "2023-02-29T00:00:00.000000Z", "2024-02-29T00:00:00.000000Z",
    ])
  func `is a date as the decoder has it`(date: String) throws {
    let value = #"{"$date":"\#(date)"}"#
    let lines = [value, "[\(value),{\"a\":\(value)}]", value].map { value in
      Array((Self.start + #""a","event":"store.set","key":"k","value":\#(value)}"#).utf8)
    }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    _ = scanner.scan(&batch)
    let decoded = lines.compactMap(decode)
    #expect(try (0..<batch.count).map { try batch.line(of: $0) } == decoded)
  }

  /// One scanner, batch after batch, against a new one for each.
  @Test func `is a large value known from an earlier batch only if it is the very same`() throws {
    let item = #"{"id":"abcdefgh","on":true}"#
    let list = { (count: Int) in Array(repeating: item, count: count).joined(separator: ",") }
    let nested = { (count: Int) in
      String(repeating: "[", count: count) + list(300) + String(repeating: "]", count: count)
    }
    var values = [list(200), list(300), list(299), list(300).replacing("gh", with: "hg")]
      .map { "[\($0)]" }
    values += [values[0].replacing("true", with: "TRUE"), "[\(list(300)),1]", "[\(list(300))"]
    let limit = EventLimits.nestingMax
    values += [nested(limit - 3), nested(limit - 2), nested(limit - 1), nested(limit)]
    values += (0..<6).map { "[\($0),\(list(200))]" } + values
    var used = LineScanner()
    for (number, value) in values.enumerated() {
      let lines = [
        #""phone","event":"store.set","key":"k","value":\#(value)}"#,
        #""phone","event":"message.sent","message":"m1","channel":"context","to":"watch","#
          + #""payload":{"k":\#(value)}}"#,
      ].map { Array((Self.start + $0).utf8) }
      for order in [lines, lines.reversed()] {
        var (one, other) = (EventBatch(lines: order), EventBatch(lines: order))
        var new = LineScanner()
        let (known, met) = (used.scan(&one), new.scan(&other))
        #expect(known.badLineCount == met.badLineCount, "value \(number)")
        #expect(one.text == other.text && one.values == other.values, "value \(number)")
        #expect(one.valueHashes == other.valueHashes, "value \(number)")
        #expect(one.digests == other.digests, "value \(number)")
        #expect(one.valueIndices == other.valueIndices && one.kinds == other.kinds)
      }
    }
  }

  /// One scanner, edit after edit, against a new one for each.
  @Test(arguments: 0..<UInt64(40))
  func `is a large array in which elements changed only if it is canonical, by seed`(
    seed: UInt64
  ) throws {
    var source = Seed(seed)
    let isLong = source.happens(onceIn: 2)
    var elements = (0..<(isLong ? 300 : 2_000)).map { Self.element($0, isLong: isLong) }
    var used = LineScanner()
    var goodCount = 0
    for step in 0..<30 {
      for _ in 0..<(1 + source.index(below: 4)) {
        let place = source.pick([0, elements.count - 1, source.index(below: elements.count)])
        let element = Self.element(source.index(below: 400), isLong: isLong)
        switch source.index(below: 5) {
        case 0: elements.insert(element, at: place)
        case 1: elements.remove(at: place)
        default: elements[place] = element
        }
      }
      var text = Array("[\(elements.joined(separator: ","))]".utf8)
      if source.happens(onceIn: 3) {
        text[source.index(below: text.count)] = source.pick(Array(#"{}[]":,$ \1x"#.utf8))
      }
      let start = Array((Self.start + #""a","event":"store.set","key":"k","value":"#).utf8)
      var (one, other) = (
        EventBatch(lines: [start + text + Array("}".utf8)]),
        EventBatch(lines: [start + text + Array("}".utf8)])
      )
      var new = LineScanner()
      let (known, met) = (used.scan(&one), new.scan(&other))
      #expect(known.badLineCount == met.badLineCount, "seed \(seed), step \(step)")
      #expect(one.text == other.text && one.values == other.values, "seed \(seed), step \(step)")
      #expect(
        one.valueHashes == other.valueHashes && one.digests == other.digests,
        "seed \(seed), step \(step)")
      goodCount += one.count
    }
    #expect(goodCount > 10, "seed \(seed)")
  }

  /// A record, or a small number.
  private static func element(_ number: Int, isLong: Bool) -> String {
    isLong ? #"{"id":\#(number),"name":"item \#(number % 3)","tags":[1,2]}"# : "\(number)"
  }

  /// The canonical line of the event in `line`; nil where there is none.
  private func decode(_ line: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    do { EventLine.append(try EventLine.decode(line).event, to: &bytes) } catch { return nil }
    return bytes
  }

  private func scanned(_ ends: [String]) throws -> EventBatch {
    let lines = ends.map { Array((Self.start + $0).utf8) }
    var batch = EventBatch(lines: lines)
    var scanner = LineScanner()
    #expect(scanner.scan(&batch).badLineCount == 0)
    #expect(batch.text.count == batch.lineBytes)
    for (row, line) in lines.enumerated() { #expect(try batch.line(of: row) == line) }
    return batch
  }
}
