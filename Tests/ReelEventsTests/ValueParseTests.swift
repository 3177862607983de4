import ReelEvents
import TestSamples
import Testing

/// Texts that are not canonical, and what they mean.
private let otherTexts: [(String, Value)] = [
  ("-0", .double(-0.0)),
  ("1.50", .double(1.5)),
  ("1E2", .double(100)),
  ("1e-400", .double(0)),
  ("9007199254740993", .integer(9_007_199_254_740_993)),
  ("18446744073709551615", .unsigned(.max)),
  (#"{"$numberLong":"5"}"#, .integer(5)),
  (#"{"$numberDouble":"1.5"}"#, .double(1.5)),
  (#" [ 1 , 2 ] "#, .array([.integer(1), .integer(2)])),
  (#""\u00e9\ud83d\ude00\/""#, .string("é😀/")),
  (#"{"$date":"2026-11-30T09:30:00+02:00"}"#, .date(secondsSince2001: 817_716_600)),
  (#"{"size":3,"$digest":"ab"}"#, .withheld(digest: "ab", size: 3)),
]

/// Texts of no value: where, what was expected, what was found.
private let faults: [(String, Int, String, String)] = [
  ("null", 0, "a property-list value", "null"),
  ("", 0, "a property-list value", "the end of the text"),
  ("[1,]", 3, "another part", "`]`"),
  (#"{"a":1,"a":2}"#, 7, "each member once", "a member for the second time"),
  (#"{"a":1 "b"}"#, 7, "`,` or `}`", "a string"),
  (#"{"$oid":1}"#, 8, "a convention, or `$$` where a key begins with `$`", "a number"),
  (#"{"$date":1}"#, 9, "a string", "a number"),
  (#"{"$date":"yesterday"}"#, 9, "a time as RFC 3339 has it", "other text"),
  (#"{"$binary":"/x=="}"#, 11, "base64 with its padding", "other text"),
  (#"{"$numberDouble":"0x1p3"}"#, 17, "a number, NaN, Infinity or -Infinity", "other text"),
  (#"{"$numberLong":"1.5"}"#, 15, "a whole number of 64 bits", "other text"),
  (#"{"$binary":"","b":1}"#, 18, "no other member beside `$`", "a number"),
  ("18446744073709551616", 0, "a whole number of 64 bits", "a larger one"),
  ("-9223372036854775809", 0, "a whole number of 64 bits", "a larger one"),
  ("1e400", 0, "a number that a double can hold", "a larger one"),
  ("01", 1, "the end of the text", "a number"),
  (#""\ud800""#, 3, "a surrogate pair", "an unpaired surrogate"),
  ("\"\n\"", 1, "an escape for this control character", "byte 10"),
  ("[// x\n1]", 1, "a property-list value", "other text"),
]

@Suite struct `Reading a value` {
  @Test(arguments: otherTexts)
  func `takes other texts of it too`(text: String, value: Value) throws {
    #expect(try Value.parse(Array(text.utf8)) == value)
  }

  @Test(arguments: faults)
  func `says where, what was expected, and what was found`(
    text: String, offset: Int, expected: String, found: String
  ) {
    let error = #expect(throws: ParseError.self) { try Value.parse(Array(text.utf8)) }
    let line = error?.line ?? 0
    #expect(error == ParseError(offset: offset, line: line, expected: expected, found: found))
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      [0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func `refuses ill-formed UTF-8`(bytes: [UInt8]) {
    let error = #expect(throws: ParseError.self) { try Value.parse([0x22] + bytes + [0x22]) }
    #expect(error?.expected == "valid UTF-8")
    #expect(error?.offset == 1)
  }

  @Test func `goes 128 levels deep and no deeper`() throws {
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(try Value.parse(nested(128)).nesting == 128)
    #expect(throws: ParseError.self) { try Value.parse(nested(129)) }
    #expect(throws: ParseError.self) { try Value.parse(nested(1_000_000)) }
  }

  @Test(arguments: 0..<UInt64(20))
  func `never counts less nesting than the text has, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<30 {
      let value = source.value(depth: 5)
      var deepest = 0
      var depth = 0
      var isText = false
      var previous: UInt8 = 0
      for byte in value.canonicalBytes {
        if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isText.toggle() }
        previous = previous == UInt8(ascii: "\\") ? 0 : byte
        if isText { continue }
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
        deepest = max(deepest, depth)
      }
      #expect(value.nesting >= deepest, "seed \(seed)")
      #expect(value.nesting <= deepest + 1, "seed \(seed)")
    }
  }

  @Test func `in relaxed text knows the line of a fault`() throws {
    let text = """
      { // what
        "a": [1, 2,], /* and
        more */
        "b": tru,
      }
      """
    let error = #expect(throws: ParseError.self) {
      try Value.parse(Array(text.utf8), dialect: .relaxed)
    }
    #expect(error?.line == 4)
    let whole = text.replacing("tru,", with: "true,")
    #expect(
      try Value.parse(Array(whole.utf8), dialect: .relaxed)
        == .dictionary(["a": .array([.integer(1), .integer(2)]), "b": .bool(true)]))
  }

  @Test(arguments: 0..<UInt64(20))
  func `never traps on cut or changed text, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<10 {
      let bytes = source.value(depth: 2).canonicalBytes
      for length in 0..<min(bytes.count, 400) { readAnything(Array(bytes[..<length])) }
      for _ in 0..<200 {
        var changed = bytes
        changed[source.index(below: bytes.count)] = UInt8(truncatingIfNeeded: source.next())
        readAnything(changed)
      }
    }
  }

  /// Reads; what can be read can be written and read again.
  private func readAnything(_ bytes: [UInt8]) {
    guard let value = try? Value.parse(bytes) else { return }
    #expect((try? Value.parse(value.canonicalBytes)) == value)
  }
}
