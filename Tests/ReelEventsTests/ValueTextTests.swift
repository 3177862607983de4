import Foundation
import ReelEvents
import TestSamples
import Testing

/// Values beside their only canonical text.
private let canonicalTexts: [(Value, String)] = [
  (.bool(true), "true"),
  (.integer(0), "0"),
  (.integer(1 << 53), "9007199254740992"),
  (.integer(-(1 << 53)), "-9007199254740992"),
  (.integer(1 << 53 + 1), #"{"$numberLong":"9007199254740993"}"#),
  (.integer(.min), #"{"$numberLong":"-9223372036854775808"}"#),
  (.unsigned(.max), #"{"$numberLong":"18446744073709551615"}"#),
  (.unsigned(7), "7"),
  (.double(1), "1.0"),
  (.double(-0.0), "-0.0"),
  (.double(1e16), "1e+16"),
  (.double(.nan), #"{"$numberDouble":"NaN"}"#),
  (.double(-.infinity), #"{"$numberDouble":"-Infinity"}"#),
  (.string("a\"\\/\n\u{1}é"), #""a\"\\/\n\u0001é""#),
  (.data([]), #"{"$binary":""}"#),
  (.data([0xFF]), #"{"$binary":"/w=="}"#),
  (.date(secondsSince2001: 0), #"{"$date":"2001-01-01T00:00:00.000000Z"}"#),
  (.date(secondsSince2001: -0.0), #"{"$date":{"$numberDouble":"-0.0"}}"#),
  (.date(secondsSince2001: 0.123_456_7), #"{"$date":{"$numberDouble":"0.1234567"}}"#),
  (.date(secondsSince2001: .nan), #"{"$date":{"$numberDouble":"NaN"}}"#),
  (.array([.integer(1), .string("")]), #"[1,""]"#),
  (.dictionary(["b": .bool(false), "$a": .array([])]), #"{"$$a":[],"b":false}"#),
  (.withheld(digest: "ab", size: 3), #"{"$digest":"ab","size":3}"#),
]

@Suite struct `The canonical text of a value` {
  @Test(arguments: canonicalTexts)
  func `is what the format says`(value: Value, text: String) throws {
    #expect(String(decoding: value.canonicalBytes, as: UTF8.self) == text)
    #expect(try Value.parse(Array(text.utf8)) == value)
  }

  @Test(arguments: 0..<UInt64(40))
  func `brings the same value back, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    for _ in 0..<50 {
      let value = source.value()
      let read = try Value.parse(value.canonicalBytes)
      #expect(read == value, "seed \(seed)")
      #expect(read.canonicalBytes == value.canonicalBytes, "seed \(seed)")
      #expect(read.hashValue == value.hashValue, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func `differs exactly where the values differ, by seed`(seed: UInt64) {
    var source = Seed(seed)
    let values = (0..<60).map { _ in source.value(depth: 1) }
    for one in values {
      for other in values {
        #expect((one == other) == (one.canonicalBytes == other.canonicalBytes), "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0...70)
  func `escapes a byte wherever it is in a text of any length`(count: Int) throws {
    let plain = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let specials = [
      ("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", "\u{7F}"), ("é", "é"),
    ]
    for (special, escaped) in specials {
      for place in 0...count {
        let text = plain[..<place] + Array(special.utf8) + plain[place...]
        let expected =
          "\"" + String(decoding: plain[..<place], as: UTF8.self) + escaped
          + String(decoding: plain[place...], as: UTF8.self) + "\""
        let string = String(decoding: text, as: UTF8.self)
        #expect(String(decoding: Value.string(string).canonicalBytes, as: UTF8.self) == expected)
        let dictionary = Value.dictionary([string: .bool(true)])
        #expect(
          String(decoding: dictionary.canonicalBytes, as: UTF8.self) == "{\(expected):true}")
      }
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func `has the shortest decimal of a number, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<2000 {
      let whole = Double(source.index(below: 1 << 40) >> source.index(below: 40))
      let sign: Double = source.happens(onceIn: 2) ? 1 : -1
      for unit in [0.001, 0.01, 0.1, 1, 7.3, 1000, 1e9] {
        let number = sign * whole * unit
        for number in [number, number.nextUp, sign * whole / 1000, sign * whole / 10_000] {
          #expect(
            String(decoding: Value.double(number).canonicalBytes, as: UTF8.self)
              == number.description)
        }
      }
    }
  }

  @Test func `keeps strings apart that Unicode takes for equal`() {
    #expect(Value.string("é") != .string("e\u{301}"))
    let both: ValueDictionary = ["é": .integer(1), "e\u{301}": .integer(2)]
    #expect(both.members.count == 2)
  }

  @Test(arguments: 0..<UInt64(20))
  func `reads the same in Foundation's reader, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    for _ in 0..<30 {
      let bytes = source.value().canonicalBytes
      let object = try JSONSerialization.jsonObject(
        with: Data(bytes), options: [.fragmentsAllowed])
      try expectSame(object, as: bytes, "seed \(seed)")
    }
  }

  /// Walks our grammar-level reading beside Foundation's.
  private func expectSame(_ object: Any, as bytes: [UInt8], _ note: Comment) throws {
    var reader = JSONReader(bytes)
    try expectSame(object, next: &reader, note)
    try reader.finish()
  }

  private func expectSame(_ object: Any, next reader: inout JSONReader, _ note: Comment) throws {
    switch try reader.peek() {
    case .object:
      let dictionary = try #require(object as? [String: Any])
      // Swift's dictionary takes canonically equivalent keys for one: nothing to compare there.
      guard try dictionary.count == memberCount(reader) else { return try reader.skipValue() }
      var members = try reader.beginObject()
      while let key = try reader.nextKey(&members) {
        try expectSame(try #require(dictionary[key]), next: &reader, note)
      }
    case .array:
      let array = try #require(object as? [Any])
      var elements = try reader.beginArray()
      for element in array {
        #expect(try reader.nextElement(&elements), note)
        try expectSame(element, next: &reader, note)
      }
      #expect(try !reader.nextElement(&elements), note)
    case .string:
      let text = try #require(object as? String)
      #expect(Array(text.utf8) == Array(try reader.readString().utf8), note)
    case .bool: #expect(object as? Bool == (try reader.readBool()), note)
    case .number:
      let number = try #require(object as? NSNumber)
      switch try reader.readNumber() {
      case .integer(let whole): #expect(number.int64Value == whole, note)
      case .double(let double):
        // Foundation on Linux does not always find the nearest double.
        #expect(abs(number.doubleValue - double) <= abs(double) * 1e-14, note)
      default: Issue.record("a number of another kind")
      }
    case .null, nil: Issue.record("no value")
    }
  }

  private func memberCount(_ reader: JSONReader) throws -> Int {
    var copy = reader
    var members = try copy.beginObject()
    var count = 0
    while try copy.nextKey(&members) != nil {
      try copy.skipValue()
      count += 1
    }
    return count
  }
}
