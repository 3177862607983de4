import ReelEvents

/// A whole number as sign and size: all that a value can hold, from Int64 and UInt64.
struct WholeNumber: Hashable {
  var isNegative: Bool
  var magnitude: UInt64

  init(_ number: Int64) { (isNegative, magnitude) = (number < 0, number.magnitude) }

  init(_ number: UInt64) { (isNegative, magnitude) = (false, number) }

  init(isNegative: Bool, magnitude: UInt64) {
    (self.isNegative, self.magnitude) = (isNegative, magnitude)
  }

  /// The value that holds it.
  var value: Value {
    if isNegative { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
  }

  /// The numbers that take the same room as text and in a property list; zero is alone, since it
  /// reads as false.
  var alike: ClosedRange<UInt64> {
    let ends = isNegative ? Self.negativeEnds : Self.positiveEnds
    let index = ends.firstIndex { magnitude <= $0 } ?? ends.count - 1
    return (index == 0 ? 0 : ends[index - 1] + 1)...ends[index]
  }

  private static let tens = (1...19).map { digits in
    (1..<digits).reduce(UInt64(10)) { product, _ in product * 10 } - 1
  }
  /// The last whole number that JSON tools keep; from the next one on, text is longer.
  private static let exactMax = UInt64(1) << 53
  /// Where the digits, the bytes in a property list, or the form of the text change.
  private static let positiveEnds =
    (tens + [0, 0xFF, 0xFFFF, 0xFFFF_FFFF, exactMax, UInt64(Int64.max), .max]).sorted()
  /// Below zero all take eight bytes.
  private static let negativeEnds = (tens + [0, exactMax, UInt64(Int64.max) + 1]).sorted()
}

/// Other whole numbers drawn for a set of them: each takes the same room, and their order stays.
enum IntegerDraw {
  /// The number to stand for each of `numbers`.
  static func draw(
    _ numbers: Set<WholeNumber>, with secret: inout RedactionSecret
  ) -> [WholeNumber: WholeNumber] {
    var drawn: [WholeNumber: WholeNumber] = [:]
    for isNegative in [false, true] {
      let sorted = numbers.filter { $0.isNegative == isNegative }.map(\.magnitude).sorted()
      var start = 0
      while start < sorted.count {
        let alike = WholeNumber(isNegative: isNegative, magnitude: sorted[start]).alike
        let group = sorted[start...].prefix { alike.contains($0) }
        // The widest group, of unsigned numbers, is far from all of UInt64.
        let size = alike.upperBound - alike.lowerBound + 1
        for (number, offset) in zip(group, secret.sample(group.count, below: size)) {
          drawn[WholeNumber(isNegative: isNegative, magnitude: number)] = WholeNumber(
            isNegative: isNegative, magnitude: alike.lowerBound + offset)
        }
        start = group.endIndex
      }
    }
    return drawn
  }
}
