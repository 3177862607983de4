import ReelEvents
import TestSamples

/// The values of a session by their numbers, 0 standing for none: a few for each key, which come
/// again and again, and dates and caches, which never do.
struct ValuePool {
  private var values: [Value] = []
  private var choices: [[Int32]] = []
  private var dates: Ring
  private var caches: Ring
  private var cache: [Value] = []
  private var transactionCount: Int64 = 0

  /// Numbers that are given again once nothing holds their values any more.
  private struct Ring {
    let first: Int
    let count: Int
    var next = 0

    mutating func number() -> Int {
      defer { next = (next + 1) % count }
      return first + next
    }
  }

  /// Far more than stores and messages under way hold of them at any time.
  private static let datesKept = 65_536
  private static let cachesKept = 256
  private static let transactionsInCache = 5_000

  /// The values of `keys`.
  init(_ keys: [CatalogKey], _ seed: inout Seed) {
    dates = Ring(first: 1, count: Self.datesKept)
    caches = Ring(first: 1 + Self.datesKept, count: Self.cachesKept)
    values = Array(repeating: .bool(false), count: 1 + Self.datesKept + Self.cachesKept)
    for key in keys {
      let made = Self.values(of: key, &seed)
      choices.append(made.indices.map { Int32(values.count + $0) })
      values += made
    }
  }

  /// The value that `number` stands for; nil for 0.
  subscript(number: Int32) -> Value? { number == 0 ? nil : values[Int(number)] }

  /// One of the values of the key at `index`.
  func pick(_ index: Int, _ seed: inout Seed) -> Int32 { seed.pick(choices[index]) }

  /// A date that was not there before, since no two events happen at once.
  mutating func date(_ instant: Instant) -> Int32 {
    let number = dates.number()
    let seconds = Double(instant.microseconds - Self.microsecondsTo2001) / 1_000_000
    values[number] = .date(secondsSince2001: seconds)
    return Int32(number)
  }

  /// The cache with one transaction more, and the oldest gone.
  mutating func nextCache(_ seed: inout Seed) -> Int32 {
    if cache.isEmpty {
      cache = (0..<Self.transactionsInCache).map { _ in transaction(&seed) }
    } else {
      cache[Int(transactionCount) % cache.count] = transaction(&seed)
    }
    let number = caches.number()
    values[number] = .array(cache)
    return Int32(number)
  }

  private mutating func transaction(_ seed: inout Seed) -> Value {
    transactionCount += 1
    let products = ["monthly", "yearly", "radar.monthly", "radar.yearly"]
    return .dictionary([
      "id": .integer(2_000_000_000_000_000 + Int64(seed.index(below: 1 << 48))),
      "product": .string(seed.pick(products)),
      "purchased": .integer(1_600_000_000 + transactionCount * 7_919),
    ])
  }

  private static let microsecondsTo2001: Int64 = 978_307_200_000_000

  private static func values(of key: CatalogKey, _ seed: inout Seed) -> [Value] {
    switch key.type {
    case .bool: [.bool(false), .bool(true)]
    case .integer: (0..<60).map { .integer(Int64($0)) }
    case .double: (0..<100).map { .double(Double($0) / 4) }
    case .string: (1...12).map { .string("\(key.name) \($0)") }
    case .data:
      (0..<8).map { _ in .data((0..<24).map { _ in UInt8(truncatingIfNeeded: seed.next()) }) }
    case .date: (0..<16).map { .date(secondsSince2001: 700_000_000 + Double($0) * 86_400.5) }
    case .array: (0..<8).map { number in .array((0...2).map { .string("entry \(number + $0)") }) }
    case .dictionary:
      (0..<8).map { number in
        .dictionary([
          "latitude": .double(47.25 + Double(number)), "longitude": .double(8.5),
          "name": .string("Place \(number)"),
        ])
      }
    }
  }
}
