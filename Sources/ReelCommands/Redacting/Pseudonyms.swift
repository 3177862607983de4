import ReelEvents

/// What stands for the texts, numbers, dates and data of one recording.
///
/// It goes through two states: at first everything is noted and given back as it is; once all is
/// drawn, each thing has another one for it. Whoever walks a recording twice need not know which.
final class Pseudonyms {
  /// Texts that nothing may come to be called, since they mean something where they stand.
  private let reserved: Set<[UInt8]>
  private var texts: Table<[UInt8]>
  private var data: Table<[UInt8]>
  private var integers: Table<WholeNumber>
  private var doubles: Table<Double>
  private var dates: Table<Int64>
  private(set) var shift = TimeShift()
  private var isDrawn = false
  private var bytes = 0

  /// How many different things of one sort a recording may hold: memory stays bounded.
  static let distinctMax = 1_000_000
  /// How many bytes different texts and data of a recording may take together.
  static let distinctBytesMax = 64 << 20

  /// What was noted, and what stands for it.
  private struct Table<Thing: Hashable> {
    var noted: Set<Thing> = []
    var drawn: [Thing: Thing] = [:]
  }

  /// Pseudonyms of which none is one of `reserved`.
  init(reserved: some Sequence<String>) {
    self.reserved = Set(reserved.map { Array($0.utf8) })
    (texts, data, integers, doubles, dates) = (Table(), Table(), Table(), Table(), Table())
  }

  /// Whether more was noted than may be.
  var isOverLimit: Bool {
    let counts = [
      texts.noted.count, data.noted.count, integers.noted.count, doubles.noted.count,
      dates.noted.count,
    ]
    return bytes > Self.distinctBytesMax || counts.contains { $0 > Self.distinctMax }
  }

  // MARK: One thing

  /// What stands for `text`, which is no empty one.
  func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return text }
    if isDrawn { return texts.drawn[bytes].map { String(decoding: $0, as: UTF8.self) } ?? "" }
    if texts.noted.insert(bytes).inserted { self.bytes += bytes.count }
    return text
  }

  func data(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.isEmpty { return bytes }
    if isDrawn { return data.drawn[bytes] ?? [] }
    if data.noted.insert(bytes).inserted { self.bytes += bytes.count }
    return bytes
  }

  func integer(_ number: WholeNumber) -> WholeNumber {
    if isDrawn { return integers.drawn[number] ?? WholeNumber(Int64(0)) }
    integers.noted.insert(number)
    return number
  }

  /// Zero and what is no number mean something, and stay.
  func double(_ number: Double) -> Double {
    guard number.isFinite, !number.isZero else { return number }
    if isDrawn { return doubles.drawn[number] ?? 0 }
    doubles.noted.insert(number)
    return number
  }

  func date(secondsSince2001 seconds: Double) -> Double {
    guard let instant = Instant(exactSecondsSince2001: seconds) else { return double(seconds) }
    if isDrawn {
      return dates.drawn[instant.microseconds].map {
        Instant(microseconds: $0).secondsSince2001
      } ?? 0
    }
    dates.noted.insert(instant.microseconds)
    return seconds
  }

  func instant(_ instant: Instant) -> Instant {
    if !isDrawn { shift.note(instant) }
    return isDrawn ? shift.shifted(instant) : instant
  }

  /// What stands for milliseconds since 1970 that are held against the events' times.
  func stamp(_ milliseconds: Int64) -> Int64 {
    if !isDrawn { shift.note(stamp: milliseconds) }
    return isDrawn ? shift.shifted(stamp: milliseconds) : milliseconds
  }

  // MARK: All of them

  /// Draws what stands for all that was noted.
  /// - Throws: `CommandFailure` where short texts leave no room.
  func draw(with secret: inout RedactionSecret) throws(CommandFailure) {
    texts.drawn = try drawTexts(with: &secret)
    data.drawn = Self.draw(data.noted, .bytes, with: &secret)
    integers.drawn = IntegerDraw.draw(integers.noted, with: &secret)
    doubles.drawn = DoubleDraw.draw(doubles.noted, with: &secret)
    dates.drawn = Self.drawDates(dates.noted, with: &secret)
    shift.draw(with: &secret)
    isDrawn = true
  }

  private static let triesMax = 100

  private func drawTexts(
    with secret: inout RedactionSecret
  ) throws(CommandFailure) -> [[UInt8]: [UInt8]] {
    for _ in 0..<Self.triesMax {
      let drawn = Self.draw(texts.noted, .characters, with: &secret)
      if drawn.values.allSatisfy({ !reserved.contains($0) && !Redactor.isMeaningful($0) }) {
        return drawn
      }
    }
    throw CommandFailure(
      .badData,
      "expected room for other texts, found so many short ones that some would come to mean "
        + "something")
  }

  private static func draw(
    _ noted: Set<[UInt8]>, _ reader: SymbolReader, with secret: inout RedactionSecret
  ) -> [[UInt8]: [UInt8]] {
    let sorted = noted.sorted { $0.lexicographicallyPrecedes($1) }
    let drawn = TextDraw.draw(sorted, reader, with: &secret)
    return Dictionary(uniqueKeysWithValues: zip(sorted, drawn))
  }

  /// 1970 to 2100: the years in which a microsecond is not lost in a date.
  private static let dateRange: Range<Int64> = 0..<4_102_444_800_000_000

  private static func drawDates(
    _ noted: Set<Int64>, with secret: inout RedactionSecret
  ) -> [Int64: Int64] {
    let drawn = secret.sample(noted.count, below: UInt64(dateRange.count))
    return Dictionary(
      uniqueKeysWithValues: zip(noted.sorted(), drawn.map { Int64($0) + dateRange.lowerBound }))
  }
}
