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
