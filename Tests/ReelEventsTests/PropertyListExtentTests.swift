import ReelEvents
import TestSamples
import Testing

@Suite struct `The extent of an edited value` {
  @Test(arguments: 0..<UInt64(60))
  func `holds the exact parts after every edit, by seed`(seed: UInt64) {
    var source = Seed(seed)
    var value = source.crowd(depth: 2)
    var extent = exactExtent(of: value)
    for step in 0..<60 {
      let next = source.edited(value)
      let followed = follow(extent, from: value, to: next)
      extent = followed ?? exactExtent(of: next)
      value = next
      expectBounds(extent, of: value, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func `is never wrong about values that have little to do with each other, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for step in 0..<100 {
      let (old, new) = (source.value(depth: 2), source.value(depth: 2))
      guard let extent = follow(exactExtent(of: old), from: old, to: new) else { continue }
      expectBounds(extent, of: new, "seed \(seed), step \(step)")
    }
  }

  @Test func `follows most edits without going through the value`() {
    var source = Seed(7)
    var value = Value.array((0..<20).map { _ in source.crowd(depth: 2) })
    var followedCount = 0
    for _ in 0..<200 {
      let next = source.edited(value)
      if follow(exactExtent(of: value), from: value, to: next) != nil { followedCount += 1 }
      value = next
    }
    #expect(followedCount > 100)
  }

  @Test(arguments: [254, 255, 256, 257, 65_534, 65_536])
  func `holds where references and offsets grow wider`(count: Int) {
    var values = (0..<count).map { Value.integer(Int64($0) + 1_000_000) }
    var extent = exactExtent(of: .array(values))
    for text in ["x", "é", "yy"] {
      let old = Value.array(values)
      values[count / 2] = .string(text)
      guard let followed = follow(extent, from: old, to: .array(values)) else {
        Issue.record("\(text) among \(count) numbers is not followed")
        return
      }
      extent = followed
      expectBounds(extent, of: .array(values), text)
    }
  }

  @Test(arguments: [
    (
      Value.array([.string("twin"), .string("twin")]),
      Value.array([.string("twin"), .string("twIn")])
    ),
    (.array([.string("twin"), .string("twin,")]), .array([.string("twin"), .string("twin")])),
    (.array([.string("a\"b"), .integer(12)]), .array([.string("a\"c"), .integer(12)])),
    (.array([.integer(1), .integer(12)]), .array([.integer(1), .integer(1)])),
    (.array([.integer(1)]), .array([.integer(1), .array([.integer(1)])])),
    (
      .array((0..<9).map { .array([.integer($0), .string("old")]) }),
      .array((0..<9).map { .array([.integer($0), .string($0 / 3 == 1 ? "new" : "old")]) })
    ),
    (.string("é"), .string("ée")),
    (.array([.date(secondsSince2001: .nan)]), .array([.date(secondsSince2001: 0.1 / 3)])),
    (.array([.date(secondsSince2001: .nan)]), .array([.date(secondsSince2001: .infinity)])),
  ])
  func `follows whole tokens`(old: Value, new: Value) throws {
    guard let extent = follow(exactExtent(of: old), from: old, to: new) else { return }
    expectBounds(extent, of: new, "an edit of few tokens")
  }

  @Test(arguments: [
    (
      Value.array([.string("$date"), .string("2026-01-01T00:00:00.000000Z")]),
      Value.date(secondsSince2001: 0)
    ),
    (.withheld(digest: "x", size: 1), .withheld(digest: "x", size: 300_000)),
    (
      .array([.array([.integer(1)]), .array([.integer(2)])]),
      .array([.array([.integer(1), .integer(2)])])
    ),
  ])
  func `is not told from texts whose structure differs`(old: Value, new: Value) {
    #expect(follow(exactExtent(of: old), from: old, to: new) == nil)
  }

  private func follow(
    _ extent: PropertyListExtent, from old: Value, to new: Value
  ) -> PropertyListExtent? {
    old.canonicalBytes.withUnsafeBytes { old in
      new.canonicalBytes.withUnsafeBytes { extent.edited(from: old, to: $0) }
    }
  }

  private func exactExtent(of value: Value) -> PropertyListExtent {
    value.canonicalBytes.withUnsafeBytes { PropertyListExtent(ofCanonical: $0) }
  }

  private func expectBounds(_ extent: PropertyListExtent, of value: Value, _ comment: String) {
    let exact = PropertyListParts(of: value)
    for part in [
      \PropertyListParts.scalarBytes, \.scalarCount, \.otherBytes, \.otherCount, \.references,
    ] {
      #expect(extent.low[keyPath: part] <= exact[keyPath: part], "\(comment)")
      #expect(extent.high[keyPath: part] >= exact[keyPath: part], "\(comment)")
    }
    let size = binaryPropertyListSize(of: value)
    #expect(extent.low.listSize() <= size && size <= extent.high.listSize(), "\(comment)")
  }
}

extension Seed {
  /// An array or dictionary of many members, among them equal ones and text that looks like JSON.
  fileprivate mutating func crowd(depth: Int) -> Value {
    if depth == 0 || happens(onceIn: 4) { return part() }
    if happens(onceIn: 2) { return .array((0..<20).map { _ in crowd(depth: depth - 1) }) }
    return .dictionary(
      ValueDictionary(
        (0..<20).map { _ in .init(key: string(), value: crowd(depth: depth - 1)) }))
  }

  private mutating func part() -> Value {
    let any = value(depth: 1)
    return pick([
      .string(
        pick(["twin", "\",\"", ":\"", "\\", "},{", "[", "$date", "é", "twins of ten and six"])),
      .integer(Int64(index(below: 20))), .bool(true), any.holdsWithheld ? .bool(false) : any,
    ])
  }

  /// `value` with one of its parts exchanged, added or removed.
  fileprivate mutating func edited(_ value: Value) -> Value {
    switch value {
    case .array(var values) where !values.isEmpty:
      let place = index(below: values.count)
      switch index(below: 8) {
      case 0: values.remove(at: place)
      case 1: values.insert(part(), at: place)
      case 2: values.append(part())
      default: values[place] = edited(values[place])
      }
      return .array(values)
    case .dictionary(var dictionary) where !dictionary.members.isEmpty:
      let member = pick(dictionary.members)
      switch index(below: 8) {
      case 0: dictionary[member.key] = nil
      case 1: dictionary[string()] = part()
      default: dictionary[member.key] = edited(member.value)
      }
      return .dictionary(dictionary)
    default: return part()
    }
  }
}

extension Value {
  /// Whether a withheld value is among its parts; such a value's text does not tell its size.
  fileprivate var holdsWithheld: Bool {
    switch self {
    case .withheld: true
    case .array(let values): values.contains(where: \.holdsWithheld)
    case .dictionary(let dictionary): dictionary.members.contains { $0.value.holdsWithheld }
    case .bool, .integer, .unsigned, .double, .string, .data, .date: false
    }
  }
}
