import ReelEvents
import TestSamples
import Testing

@testable import ReelCommands

@Suite("Pseudonyms")
struct PseudonymsTests {
  /// What stands for `values`, drawn from `seed`.
  private static func redacted(_ values: [Value], seed: UInt64) throws -> [Value] {
    let redactor = Redactor(Catalog())
    var secret = RedactionSecret.seeded(seed)
    for value in values { _ = redactor.value(value) }
    try redactor.pseudonyms.draw(with: &secret)
    return values.map { redactor.value($0) }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `keep type, size, equality and what a rule reads`(_ number: UInt64) throws {
    var seed = Seed(number)
    let values = (0..<200).map { _ in seed.value() }
    let others = try Self.redacted(values, seed: number)
    var met: [Value: Value] = [:]
    for (value, other) in zip(values, others) {
      #expect(value.type == other.type)
      #expect(value.darwinBool == other.darwinBool)
      let (text, otherText) = (value.canonicalBytes, other.canonicalBytes)
      #expect(text.count == otherText.count || value.holdsDate, "seed \(number) \(value) \(other)")
      #expect(
        binaryPropertyListSize(of: value) == binaryPropertyListSize(of: other),
        "seed \(number) \(value) \(other)")
      #expect(met[value, default: other] == other)
      met[value] = other
    }
    #expect(Set(met.values).count == met.count, "seed \(number): two became one")
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `keep the order of texts, whole numbers, dates and short doubles`(
    _ number: UInt64
  ) throws {
    var seed = Seed(number)
    let texts = (0..<300).map { _ in seed.string() + seed.string() }.sorted(by: utf8Precedes)
    let otherTexts = try Self.redacted(texts.map(Value.string), seed: number).map {
      if case .string(let text) = $0 { text } else { "" }
    }
    for index in texts.indices.dropFirst() where !utf8Equal(texts[index - 1], texts[index]) {
      #expect(utf8Precedes(otherTexts[index - 1], otherTexts[index]), "\(texts[index])")
    }
    let integers = Set((0..<300).map { _ in seed.integer() }).sorted()
    let otherIntegers = try Self.redacted(integers.map(Value.integer), seed: number).map {
      if case .integer(let number) = $0 { number } else { Int64(0) }
    }
    #expect(otherIntegers == otherIntegers.sorted())
    let doubles = Set(
      (0..<300).map { _ in Double(seed.index(below: 200_000_000) - 100_000_000) / 10_000 }
    ).sorted()
    let otherDoubles = try Self.redacted(doubles.map(Value.double), seed: number).map {
      if case .double(let number) = $0 { number } else { 0.0 }
    }
    #expect(otherDoubles == otherDoubles.sorted())
  }

  @Test func `show nothing of a text but its length and its marks`() throws {
    let texts = ["Hauptstraße 7", "naïve", "東京都千代田区", "🎿 trip", "a\"b\\c\nd#e$f"]
    let others = try Self.redacted(texts.map(Value.string), seed: 7)
    for (text, other) in zip(texts, others) {
      guard case .string(let other) = other else {
        Issue.record("no text")
        continue
      }
      #expect(other.utf8.count == text.utf8.count)
      #expect(other.utf16.count == text.utf16.count)
      let kept = zip(text.unicodeScalars, other.unicodeScalars).filter { $0 == $1 }.map(\.0)
      #expect(kept.allSatisfy { "\"\\\n#$".unicodeScalars.contains($0) || kept.count == 1 })
    }
  }

  @Test(arguments: ["YES", "1"]) func `leave a text that reads as true`(_ text: String) throws {
    #expect(try Self.redacted([.string(text)], seed: 1) == [.string(text)])
  }

  @Test func `hide behind more letters where many texts begin apart`() throws {
    let texts = (0..<26).map { Value.string(String(UnicodeScalar(UInt8(97 + $0)))) }
    #expect(try Self.redacted(texts, seed: 3) != texts)
  }

  @Test func `are the same for a number and others for another`() throws {
    var seed = Seed(5)
    let values = (0..<50).map { _ in seed.value() }
    #expect(try Self.redacted(values, seed: 1) == Self.redacted(values, seed: 1))
    #expect(try Self.redacted(values, seed: 1) != Self.redacted(values, seed: 2))
  }
}

@Suite("The shift of times")
struct TimeShiftTests {
  private static func shift(_ stamps: [Int64], seed: UInt64 = 1) -> TimeShift {
    var shift = TimeShift()
    var secret = RedactionSecret.seeded(seed)
    for stamp in stamps { shift.note(stamp: stamp) }
    shift.draw(with: &secret)
    return shift
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `is some seconds, and leaves each stamp as long as it was`(_ seed: UInt64) {
    let stamps: [Int64] = [1_767_225_600_000, 1_767_325_600_123, 999_999_999_000 + 5_000_000]
    let shift = Self.shift(stamps, seed: seed)
    #expect(shift.seconds != 0)
    for stamp in stamps {
      let shifted = shift.shifted(stamp: stamp)
      #expect(String(shifted).count == String(stamp).count)
      #expect(shifted - stamp == shift.seconds * 1000)
    }
  }

  @Test func `is none where times are as early and as late as can be written`() {
    var shift = TimeShift()
    var secret = RedactionSecret.seeded(1)
    shift.note(Instant.writable.lowerBound)
    shift.note(Instant.writable.upperBound)
    shift.draw(with: &secret)
    #expect(shift.seconds == 0)
  }
}

extension Value {
  /// A date that no calendar has is written as a number, of which not every one is such a date.
  fileprivate var holdsDate: Bool {
    switch self {
    case .date(let seconds): Instant(exactSecondsSince2001: seconds) == nil
    case .array(let values): values.contains(where: \.holdsDate)
    case .dictionary(let members): members.members.contains { $0.value.holdsDate }
    default: false
    }
  }
}
