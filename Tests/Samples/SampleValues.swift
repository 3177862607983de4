public import ReelEvents

/// Property-list values of every type, the nasty ones more often than chance would have it.
extension Seed {
  /// A value with containers at most `depth` deep.
  public mutating func value(depth: Int = 3) -> Value {
    switch index(below: depth > 0 ? 10 : 8) {
    case 0: .bool(happens(onceIn: 2))
    case 1: .integer(integer())
    case 2: .unsigned(UInt64(Int64.max) + 1 + next() % 1000)
    case 3: .double(double())
    case 4: .string(string())
    case 5: .data((0..<index(below: 20)).map { _ in UInt8(truncatingIfNeeded: next()) })
    case 6: .date(secondsSince2001: seconds())
    case 7: .withheld(digest: string(), size: Int64(next() >> 52))
    case 8: .array((0..<index(below: 20)).map { _ in value(depth: depth - 1) })
    default: .dictionary(dictionary(depth: depth - 1))
    }
  }

  /// A dictionary whose values hold containers at most `depth` deep.
  public mutating func dictionary(depth: Int = 2) -> ValueDictionary {
    ValueDictionary(
      (0..<index(below: 20)).map { _ in
        ValueDictionary.Member(key: string(), value: value(depth: depth))
      })
  }

  /// Text with what needs escapes, two-unit characters and a `$` in front.
  public mutating func string() -> String {
    let parts = [
      "$", "$$", "a", "key", "\"", "\\", "/", "\n", "\t", "\u{8}", "\u{C}", "\r", "\u{0}", "\u{1F}",
      "\u{7F}", "é", "e\u{301}", "\u{2028}", "\u{FFFF}", "\u{D7FF}", "\u{E000}", "😀", "K", "K",
      " ", "{}", "日本", "date", "longer than fifteen characters",
    ]
    return (0..<index(below: 6)).map { _ in pick(parts) }.joined()
  }

  /// Whole numbers around every power of two.
  public mutating func integer() -> Int64 {
    let power = Int64(1) << Int64(index(below: 63))
    let near = Int64(index(below: 5)) - 2
    return pick([0, 1, -1, .max, .min, power &+ near, -power &+ near, Int64(bitPattern: next())])
  }

  /// Doubles from all over, and those at the edges.
  public mutating func double() -> Double {
    pick([
      0, -0.0, 1, -1, 0.1, 1.5, 1e15, 1e16, 1e17, 1e300, .infinity, -.infinity, .nan,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne, Double(integer()),
      Double(bitPattern: next()),
    ])
  }

  /// Seconds since 2001: whole microseconds, sub-microseconds, and what no calendar has.
  public mutating func seconds() -> Double {
    pick([
      0, -0.0, Double(index(below: 2_000_000_000)),
      Double(index(below: 1 << 50)) / 1_000_000, -Double(index(below: 1 << 50)) / 1_000_000,
      Double(index(below: 1 << 50)) / 1_000_003, 1e12, -1e12, .nan, .infinity,
      Double(bitPattern: next()),
    ])
  }
}
