import ReelEvents

/// Other doubles drawn for a set of them: each is written with as many characters, and has the
/// same sign and magnitude. Their order stays, but for those that have their first 15 digits in
/// common.
enum DoubleDraw {
  /// The double to stand for each of `numbers`, which are finite and not zero.
  static func draw(
    _ numbers: Set<Double>, with secret: inout RedactionSecret
  ) -> [Double: Double] {
    let byText = numbers.map { (text: Array($0.description.utf8), number: $0) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }
    let texts = TextDraw.draw(byText.map(\.text), .digits, with: &secret)
    var taken = Set(texts)
    var drawn: [Double: Double] = [:]
    for ((original, number), text) in zip(byText, texts) {
      drawn[number] = Self.number(text) ?? near(text, original, &taken, with: &secret)
    }
    return drawn
  }

  /// The double that is written as `text`; nil where it would be written otherwise.
  private static func number(_ text: [UInt8]) -> Double? {
    let text = String(decoding: text, as: UTF8.self)
    return Double(text).flatMap { $0.description == text ? $0 : nil }
  }

  /// How many ends are tried: of 17 digits, about every tenth is how a double is written.
  private static let triesMax = 1000

  /// A double that is written nearly as `text`, and as nothing in `taken`.
  ///
  /// Only where a double has more digits than it can hold are there texts that none is written as.
  private static func near(
    _ text: [UInt8], _ original: [UInt8], _ taken: inout Set<[UInt8]>,
    with secret: inout RedactionSecret
  ) -> Double {
    var text = text
    let digits = original.indices.compactMap {
      offset -> (offset: Int, choice: SymbolDraw.Choice)? in
      let (symbol, sort, _) = SymbolReader.digits.symbol(in: original, at: offset)
      return sort == .kept ? nil : (offset, SymbolDraw.Choice(symbol: symbol, sort: sort))
    }
    for attempt in 0..<triesMax {
      // First the last three digits, then more and more of them.
      for (offset, choice) in digits.suffix(3 + attempt / 50) {
        text[offset] = UInt8(truncatingIfNeeded: SymbolDraw.draw([choice], with: &secret)[0])
      }
      if let number = number(text), taken.insert(text).inserted { return number }
    }
    // The few numbers at the very ends of what a double can hold stand for themselves.
    return Double(String(decoding: original, as: UTF8.self)) ?? 0
  }
}
