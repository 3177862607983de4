import Foundation
import ReelEvents
import ReelFoundation
import TestSamples
import Testing

@Suite("A property list")
struct PropertyListTests {
  @Test(arguments: 0..<300)
  func `becomes the value it came from`(_ seed: UInt64) throws {
    var seed = Seed(seed)
    let value = possible(seed.value())
    let object = try #require(value.propertyList)
    let isSame = Value(propertyList: object) == value
    #expect(isSame)
  }

  @Test(arguments: 0..<100)
  func `survives a binary property list`(_ seed: UInt64) throws {
    var seed = Seed(seed)
    let value = possible(.dictionary(seed.dictionary()))
    let data = try PropertyListSerialization.data(
      fromPropertyList: #require(value.propertyList), format: .binary, options: 0)
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let isSame = Value(propertyList: list) == value
    #expect(isSame)
  }

  @Test func `tells a Boolean from a number, however it is wrapped`() {
    let cases: [(Any, Value)] = [
      (true, .bool(true)), (NSNumber(value: true), .bool(true)), (1, .integer(1)),
      (NSNumber(value: 1), .integer(1)), (1.0, .double(1)), (NSNumber(value: 1.0), .double(1)),
      (Int8(1), .integer(1)), (UInt8(200), .integer(200)), (UInt64.max, .unsigned(.max)),
      (NSNumber(value: UInt64(7)), .integer(7)), (Float(0.5), .double(0.5)),
    ]
    for (object, value) in cases {
      #expect(Value(propertyList: object) == value, "\(type(of: object))")
    }
  }

  @Test func `counts an optional inside a container as what it holds`() {
    let elements: [Any?] = [1, true, ["k": Optional<Any>.some(2.5) as Any] as [String: Any]]
    let list: Any = elements as Any
    #expect(
      Value(propertyList: list)
        == .array([.integer(1), .bool(true), .dictionary(["k": .double(2.5)])]))
  }

  @Test func `may be of Foundation's own classes`() {
    let object: [String: Any] = [
      "s": NSString("é"), "a": NSArray(array: [1]), "d": NSDictionary(dictionary: ["k": true]),
      "b": NSData(data: Data([7])), "t": NSDate(timeIntervalSinceReferenceDate: 0.25),
    ]
    #expect(
      ValueDictionary(propertyList: object) == [
        "s": .string("é"), "a": .array([.integer(1)]), "d": .dictionary(["k": .bool(true)]),
        "b": .data([7]), "t": .date(secondsSince2001: 0.25),
      ])
  }

  @Test func `is nothing else`() {
    #expect(Value(propertyList: NSNull()) == nil)
    #expect(Value(propertyList: [NSNull()]) == nil)
    #expect(ValueDictionary(propertyList: ["k": Optional<Int>.none as Any, "n": 1]) == nil)
    #expect(ValueDictionary(convertibleFrom: ["k": NSNull(), "n": 1]) == ["n": .integer(1)])
    #expect(Value.array([.withheld(digest: "0", size: 8)]).propertyList == nil)
  }

  /// The value as an app could hold it: withheld ones are in recordings only, and of keys that are
  /// equal as Swift compares them a dictionary holds one.
  private func possible(_ value: Value) -> Value {
    switch value {
    case .withheld(let digest, _): return .string(digest)
    case .array(let values): return .array(values.map(possible))
    case .dictionary(let dictionary):
      var met: Set<String> = []
      let members = dictionary.members.filter { met.insert($0.key).inserted }
      return .dictionary(
        ValueDictionary(members.map { .init(key: $0.key, value: possible($0.value)) }))
    case .bool, .integer, .unsigned, .double, .string, .data, .date: return value
    }
  }
}
