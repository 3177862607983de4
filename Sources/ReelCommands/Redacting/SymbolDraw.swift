/// The symbols that may stand for some: characters or digits of one sort, which take the same room.
struct Alphabet: Equatable {
  /// Its symbols, ascending.
  let ranges: [ClosedRange<UInt32>]
  /// How many there are.
  let size: UInt64

  init(ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
    size = ranges.reduce(0) { $0 + UInt64($1.count) }
  }

  /// How many there are above `low` and below `high`.
  func count(above low: UInt32?, below high: UInt32?) -> UInt64 {
    ranges.reduce(0) { $0 + Self.part(of: $1, low, high).map { UInt64($0.count) }.or(0) }
  }

  /// The symbol at `index` of all.
  func symbol(at index: UInt64) -> UInt32 {
    var rest = index
    for range in ranges {
      if rest < UInt64(range.count) { return range.lowerBound + UInt32(rest) }
      rest -= UInt64(range.count)
    }
    preconditionFailure("an index is below the size")
  }

  /// The symbol at `index` of those above `low` and below `high`.
  func symbol(at index: UInt64, above low: UInt32?, below high: UInt32?) -> UInt32 {
    var rest = index
    for range in ranges {
      guard let part = Self.part(of: range, low, high) else { continue }
      if rest < UInt64(part.count) { return part.lowerBound + UInt32(rest) }
      rest -= UInt64(part.count)
    }
    preconditionFailure("an index is below the count")
  }

  private static func part(
    of range: ClosedRange<UInt32>, _ low: UInt32?, _ high: UInt32?
  ) -> ClosedRange<UInt32>? {
    let first = max(range.lowerBound, low.map { $0 + 1 } ?? 0)
    guard high != 0 else { return nil }
    let last = min(range.upperBound, high.map { $0 - 1 } ?? .max)
    return first <= last ? first...last : nil
  }
}

extension Optional {
  fileprivate func or(_ other: Wrapped) -> Wrapped { self ?? other }
}

/// What may become of a symbol.
enum SymbolSort: Equatable {
  /// It stays: it takes room of its own, or means something.
  case kept
  /// Another one of the first of the alphabets that has room to hide in; the last has all that
  /// take as much room.
  case drawn([Alphabet])
  /// Another digit.
  case digit
  /// Another digit that is not zero.
  case digitAboveZero

  var alphabets: [Alphabet] {
    switch self {
    case .kept: []
    case .drawn(let alphabets): alphabets
    case .digit: [Alphabet(ranges: [0x30...0x39])]
    case .digitAboveZero: [Alphabet(ranges: [0x31...0x39])]
    }
  }

  /// The sort of a symbol that is of both sorts, in two texts.
  func joined(with other: SymbolSort) -> SymbolSort {
    if self == .kept || other == .kept { return .kept }
    if self == .digitAboveZero || other == .digitAboveZero { return .digitAboveZero }
    return self
  }

  /// Whether both are drawn from one alphabet.
  func isAlike(_ other: SymbolSort) -> Bool {
    switch (self, other) {
    case (.digit, .digitAboveZero), (.digitAboveZero, .digit): true
    default: self == other
    }
  }
}

/// Symbols drawn for the ones that follow one and the same text, so that their order stays.
enum SymbolDraw {
  /// One symbol that occurs there.
  struct Choice {
    var symbol: UInt32
    var sort: SymbolSort
  }

  /// The symbols to stand for `choices`, which ascend; so do the drawn ones, and each is of the
  /// same sort.
  static func draw(_ choices: [Choice], with secret: inout RedactionSecret) -> [UInt32] {
    var drawn: [UInt32] = []
    var start = 0
    while start < choices.count {
      let sort = choices[start].sort
      var end = start + 1
      while end < choices.count && sort != .kept && choices[end].sort.isAlike(sort) { end += 1 }
      if sort == .kept {
        drawn.append(choices[start].symbol)
      } else {
        // Symbols of other sorts around are as they were, or in another range altogether.
        let high = end < choices.count ? choices[end].symbol : nil
        drawn += draw(
          end - start, of: sort.alphabets, above: drawn.last, below: high, with: &secret)
      }
      start = end
    }
    return drawn
  }

  private static func draw(
    _ count: Int, of alphabets: [Alphabet], above low: UInt32?, below high: UInt32?,
    with secret: inout RedactionSecret
  ) -> [UInt32] {
    let counts = alphabets.map { $0.count(above: low, below: high) }
    let index = counts.firstIndex { $0 >= 2 * UInt64(count) } ?? alphabets.count - 1
    return secret.sample(count, below: counts[index]).map {
      alphabets[index].symbol(at: $0, above: low, below: high)
    }
  }
}
