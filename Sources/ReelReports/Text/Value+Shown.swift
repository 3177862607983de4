import ReelEvents

extension Value {
  /// The value as JSON in at most `columns` columns. A large one is its size, and the start of its
  /// digest where that fits, for two may differ in nothing else.
  func shown(columns: Int) -> String {
    if case .withheld(let digest, let size) = self {
      let start = DisplayWidth.printable(String(digest.prefix(8)))
      let text = "(\(grouped(size)) bytes, digest \(start))"
      return DisplayWidth.of(text) <= columns ? text : "(\(grouped(size)) bytes)"
    }
    let text = DisplayWidth.printable(String(decoding: canonicalBytes, as: UTF8.self))
    return DisplayWidth.shortened(text, to: columns)
  }
}

extension Value? {
  /// The value as `Value.shown` has it, or the word for none.
  func shown(columns: Int) -> String { self?.shown(columns: columns) ?? "absent" }
}

extension Instant {
  /// The time in the fewest words: without a fraction that is zero, and without `date` where that
  /// is its day.
  func shown(besides date: Substring?) -> String {
    let text = description
    let day = text.prefix(10)
    var time = text.dropFirst(11).dropLast(1)
    if time.hasSuffix(".000000") { time = time.dropLast(7) } else { time = time.dropLast(3) }
    return day == date ? String(time) : "\(day) \(time)"
  }

  /// The day, as RFC 3339 has it.
  var day: Substring { description.prefix(10) }
}
