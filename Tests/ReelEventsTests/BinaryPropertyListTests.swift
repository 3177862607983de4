import Foundation
import ReelEvents
import TestSamples
import Testing

@Suite struct `The size of a binary property list` {
  @Test(arguments: 0..<UInt64(40))
  func `is the one Foundation makes, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    for _ in 0..<20 {
      let value = keepingFoundationKeys(source.value())
      #expect(binaryPropertyListSize(of: value) == (try foundationSize(of: value)), "seed \(seed)")
    }
  }

  @Test(arguments: [
    Value.array([]), .dictionary(ValueDictionary()), .array([.bool(true), .bool(true)]),
    .array((0..<300).map { .integer($0) }), .array((0..<70_000).map { .integer($0) }),
    .array((0..<20).map { .array([.integer($0)]) }), .array([.integer(1), .double(1)]),
    .array([.double(-0.0), .integer(0), .double(0)]), .array([.string("é"), .string("e\u{301}")]),
    .array([.double(.nan), .double(.nan)]), .array([.unsigned(.max), .unsigned(.max)]),
    .array([.integer(1 << 53 + 1), .double(0x1p53)]),
    .string(String(repeating: "x", count: 70_000)),
    .array([
      .integer(0xFF), .integer(0x100), .integer(0xFFFF_FFFF), .integer(1 << 32), .integer(-1),
    ]),
    .array([.string("5"), .integer(5), .double(5), .string("5.0"), .bool(true), .string("true")]),
    .array([.dictionary(["$x": .string("$x")]), .dictionary(["$": .string("$")])]),
    .dictionary(["$$": .string("$$$"), "$": .integer(1)]),
    .array([.string("\"\\\u{1}\n"), .string("\"\\\u{1}\n"), .string("é\u{1}")]),
    .array([.string("😀\""), .string("😀")]),
    .array([.data([1, 2, 3]), .data([1, 2, 3]), .string("AQID"), .data([])]),
    .array([.date(secondsSince2001: 5), .date(secondsSince2001: 5), .date(secondsSince2001: 1e-9)]),
    .array([.integer(.max), .integer(.min), .unsigned(1 << 63), .double(1e300), .double(-0.5)]),
    .array((0..<40).map { .string("\($0 % 20)") }),
    .double(.infinity),
  ])
  func `is exact where objects are shared or counts are wide`(value: Value) throws {
    #expect(binaryPropertyListSize(of: value) == (try foundationSize(of: value)))
  }

  @Test(arguments: 0..<UInt64(20))
  func `stays within the bound that adds up, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<20 {
      let dictionary = source.dictionary(depth: 2)
      let bound = dictionary.members.reduce(BinaryPropertyList.baseMax) {
        $0 + BinaryPropertyList.partMax(ofKey: $1.key) + BinaryPropertyList.partMax(of: $1.value)
      }
      #expect(binaryPropertyListSize(of: .dictionary(dictionary)) <= bound, "seed \(seed)")
    }
  }

  @Test func `counts a withheld value as text of its size, and once`() {
    let withheld = Value.withheld(digest: "5d41", size: 300)
    let text = Value.string(String(repeating: "x", count: 300))
    #expect(
      binaryPropertyListSize(of: .array([withheld, withheld, .integer(300)]))
        == binaryPropertyListSize(of: .array([text, text, .integer(300)])))
  }

  @Test func `takes the members of canonical text in any order`() {
    let text = Array(#"{"b":[1,"b"],"a":{"$date":"2026-01-01T00:00:00.000000Z"}}"#.utf8)
    let size = text.withUnsafeBytes { binaryPropertyListSize(ofCanonical: $0) }
    let value = Value.dictionary([
      "a": .date(secondsSince2001: 788_918_400), "b": .array([.integer(1), .string("b")]),
    ])
    #expect(size == binaryPropertyListSize(of: value))
  }

  /// No text of that kind is ever asked about; what is said of it does not matter.
  @Test(arguments: 0..<UInt64(20))
  func `comes to an end with text that is not canonical, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<50 {
      var text = source.value(depth: 3).canonicalBytes
      text.removeLast(source.index(below: text.count))
      for _ in 0..<source.index(below: 4) where !text.isEmpty {
        text[source.index(below: text.count)] = source.pick(Array(#"{}[]":,$\u1"#.utf8))
      }
      #expect(text.withUnsafeBytes { binaryPropertyListSize(ofCanonical: $0) } >= 40)
    }
  }

  /// Without keys that Foundation on Linux may take for one, because Unicode does.
  private func keepingFoundationKeys(_ value: Value) -> Value {
    switch value {
    case .array(let values): return .array(values.map(keepingFoundationKeys))
    case .dictionary(let dictionary):
      let members = dictionary.members.map {
        ValueDictionary.Member(key: $0.key, value: keepingFoundationKeys($0.value))
      }
      let byKey = Dictionary(members.map { ($0.key, $0) }) { one, _ in one }
      return .dictionary(ValueDictionary(Array(byKey.values)))
    default: return value
    }
  }

  private func foundationSize(of value: Value) throws -> Int64 {
    var maker = SharingMaker()
    let data = try PropertyListSerialization.data(
      fromPropertyList: maker.object(value), format: .binary, options: 0)
    return Int64(data.count)
  }
}

/// Makes Foundation's objects, one for all equal scalars: on Linux only those are written once.
private struct SharingMaker {
  private var made: [Value: NSObject] = [:]

  mutating func object(_ value: Value) -> NSObject {
    switch value {
    case .bool(let bool): return NSNumber(value: bool)
    case .integer(let number): return shared(value, NSNumber(value: number))
    case .unsigned(let number): return shared(value, NSNumber(value: number))
    case .double(let number): return shared(value, NSNumber(value: number))
    case .string(let text): return shared(value, NSString(string: text))
    case .data(let data): return shared(value, NSData(data: Data(data)))
    case .date(let seconds):
      return shared(value, NSDate(timeIntervalSinceReferenceDate: seconds))
    case .array(let values): return NSArray(array: values.map { object($0) })
    case .dictionary(let dictionary):
      let object = NSMutableDictionary()
      for member in dictionary.members {
        object[self.object(.string(member.key))] = self.object(member.value)
      }
      return object
    case .withheld(_, let size):
      let text = String(repeating: "x", count: Int(size))
      return shared(value, NSString(string: text))
    }
  }

  private mutating func shared(_ value: Value, _ object: NSObject) -> NSObject {
    if let known = made[value] { return known }
    made[value] = object
    return object
  }
}
