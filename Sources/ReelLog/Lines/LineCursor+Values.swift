import ReelEvents

/// Values in canonical text, of which most forms are known here; false of any other one means that
/// it may be canonical or not, or be no value at all.
extension LineCursor {
  /// Passes a canonical value that stands inside `depth` containers.
  mutating func skipCanonicalValue(depth: Int, _ memo: ValueMemo) -> Bool {
    switch next {
    case UInt8(ascii: "\""):
      if skipPlainText() { return true }
      position &+= 1
      return skipCanonicalText()
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipCanonicalNumber()
    case UInt8(ascii: "["): return depth < EventLimits.nestingMax && skipArray(depth: depth, memo)
    case UInt8(ascii: "{"): return depth < EventLimits.nestingMax && skipObject(depth: depth, memo)
    default: return false
    }
  }

  private mutating func skipArray(depth: Int, _ memo: ValueMemo) -> Bool {
    position += 1
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      guard skipCanonicalValue(depth: depth + 1, memo) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  private mutating func skipObject(depth: Int, _ memo: ValueMemo) -> Bool {
    position &+= 1
    if skip(UInt8(ascii: "}")) { return true }
    var known = memo.keys(depth)
    var last = ValueMemo.Key(start: 0, count: 0)
    var number = 0
    repeat {
      // Known keys ascend: one that is met in its turn comes after the one before.
      let key = known[number]
      if key.count > 0, matches(key.start, at: position, key.count) {
        last = ValueMemo.Key(start: position, count: key.count)
        position &+= key.count
      } else {
        guard next == UInt8(ascii: "\"") else { return false }
        if base[position &+ 1] == UInt8(ascii: "$") { return number == 0 && skipConvention(memo) }
        guard let key = skipKey(after: last) else { return false }
        known.note(key, number: number)
        last = key
      }
      number &+= 1
      guard skipCanonicalValue(depth: depth &+ 1, memo) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  /// Passes a key and its colon; nil where none stands, or one that should have come before `last`.
  private mutating func skipKey(after last: ValueMemo.Key) -> ValueMemo.Key? {
    let start = position
    guard skip(UInt8(ascii: "\"")), let text = plainText(), skip(UInt8(ascii: ":")) else {
      return nil
    }
    if last.count > 0 {
      let before = last.start &+ 1..<last.start &+ last.count &- 2
      if !precedes(before, text) { return nil }
    }
    return ValueMemo.Key(start: start, count: position &- start)
  }

  /// Passes the rest of a date to the microsecond, of data, or of a withheld value.
  private mutating func skipConvention(_ memo: ValueMemo) -> Bool {
    position &-= 1
    if skipDate(memo) { return true }
    position &+= 2
    if skip("$binary\":\"") { return skipCanonicalBase64() && skip("\"}") }
    guard skip("$digest\":\""), skipCanonicalText(), skip(",\"size\":"), next != UInt8(ascii: "-")
    else { return false }
    return skipCanonicalNumber(allowsFraction: false) && skip(UInt8(ascii: "}"))
  }

  /// Passes text without escapes and its quotes, or nothing.
  @inline(__always)
  mutating func skipPlainText() -> Bool {
    let start = position
    if skip(UInt8(ascii: "\"")), skipPlain(), skip(UInt8(ascii: "\"")) { return true }
    position = start
    return false
  }

  /// Passes a date to the microsecond, or nothing.
  @inline(__always)
  mutating func skipDate(_ memo: ValueMemo) -> Bool {
    let start = position
    guard has(39), load8(start) == Bits.word("{\"$date\""), base[start &+ 8] == UInt8(ascii: ":"),
      base[start &+ 9] == UInt8(ascii: "\"")
    else { return false }
    position &+= 10
    // `26-11-30` of the year, the month and the day.
    let day = memo.day(load8(position &+ 2))
    if let time = time(&day.pointee), Self.isExact(time), skip("\"}") { return true }
    position = start
    return false
  }

  /// Whether a date of `time` microseconds comes back from its seconds as a double.
  @inline(__always)
  private static func isExact(_ time: Int64) -> Bool {
    // Two roundings of a number below 2^50 are less than half a microsecond together.
    let around2001: Int64 = 978_307_200_000_000
    if (time &- around2001).magnitude < 1 << 50 { return true }
    let instant = Instant(microseconds: time)
    return Instant(exactSecondsSince2001: instant.secondsSince2001) == instant
  }

  /// Passes base64 that has its padding and no bits set beyond the data.
  private mutating func skipCanonicalBase64() -> Bool {
    let start = position
    while has(8) {
      let others = Bits.otherThanBase64(in: load8(position))
      if others != 0 {
        position &+= others.trailingZeroBitCount >> 3
        break
      }
      position &+= 8
    }
    while Self.base64Digit(next) != nil { position &+= 1 }
    let last = position > start ? Self.base64Digit(base[position &- 1]) ?? 0 : 0
    let isShort = skip(UInt8(ascii: "="))
    let isShorter = isShort && skip(UInt8(ascii: "="))
    let unused: UInt8 = isShorter ? 0xF : isShort ? 0x3 : 0
    return (position - start).isMultiple(of: 4) && last & unused == 0
  }

  private static func base64Digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Passes text with canonical escapes, up to and over the quote that ends it.
  private mutating func skipCanonicalText() -> Bool {
    while skipPlain() {
      if skip(UInt8(ascii: "\"")) { return true }
      guard skip(UInt8(ascii: "\\")), skipCanonicalEscape() else { return false }
    }
    return false
  }

  private mutating func skipCanonicalEscape() -> Bool {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return true
    default:
      guard skip("u00"), has(2) else { return false }
      let digits = bytes(position..<position + 2)
      position += 2
      switch (digits[0], digits[1]) {
      case (UInt8(ascii: "0"), UInt8(ascii: "0")...UInt8(ascii: "7")),
        (UInt8(ascii: "0"), UInt8(ascii: "b")), (UInt8(ascii: "0"), UInt8(ascii: "e")),
        (UInt8(ascii: "0"), UInt8(ascii: "f")),
        (UInt8(ascii: "1"), UInt8(ascii: "0")...UInt8(ascii: "9")),
        (UInt8(ascii: "1"), UInt8(ascii: "a")...UInt8(ascii: "f")):
        return true
      default: return false
      }
    }
  }

  /// Passes a number that is written as `description` writes it.
  private mutating func skipCanonicalNumber(allowsFraction: Bool = true) -> Bool {
    if skipWholeNumber() { return true }
    let start = position
    if skipShortNumber(allowsFraction: allowsFraction) { return true }
    position = start
    return allowsFraction && skipLongNumber()
  }

  /// Passes a whole number up to 2^53 without a sign that ends a member or element, or nothing.
  @inline(__always)
  private mutating func skipWholeNumber() -> Bool {
    guard has(24) else { return false }
    var count = 16
    let others = Bits.otherThanDigits(in: load8(position))
    if others != 0 {
      count = others.trailingZeroBitCount >> 3
    } else {
      let others = Bits.otherThanDigits(in: load8(position &+ 8))
      if others != 0 {
        count = 8 &+ others.trailingZeroBitCount >> 3
      } else if !isAtMostExact(from: position) {
        return false
      }
    }
    let end = base[position &+ count]
    guard end == UInt8(ascii: ",") || end == UInt8(ascii: "}") || end == UInt8(ascii: "]"),
      count == 1 || count > 1 && next != UInt8(ascii: "0")
    else { return false }
    position &+= count
    return true
  }

  /// Passes a whole number up to 2^53, or a fraction of at most 15 digits.
  ///
  /// So many digits always come back from a double as they were, so of a fraction only zeros at its
  /// end and numbers below 0.0001, which get an exponent, are not canonical.
  private mutating func skipShortNumber(allowsFraction: Bool) -> Bool {
    let isNegative = skip(UInt8(ascii: "-"))
    let whole = skipDigits()
    guard whole.count > 0, whole.count == 1 || whole.first != 0 else { return false }
    guard skip(UInt8(ascii: ".")) else {
      let isExact =
        (whole.count < 16 || whole.count == 16 && isAtMostExact(from: position - 16))
        && !(isNegative && whole.first == 0)
      return isExact && next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
    }
    let start = position
    let fraction = skipDigits()
    guard allowsFraction, fraction.count > 0, whole.count + fraction.count <= 15,
      next != UInt8(ascii: "e"), next != UInt8(ascii: "E")
    else { return false }
    if fraction.count == 1 { return true }
    return fraction.last != 0 && (whole.first != 0 || zeros(from: start) < 4)
  }

  /// Passes a double of many digits or with an exponent, if it comes back as it is written.
  private mutating func skipLongNumber() -> Bool {
    var end = position
    while Self.isPartOfNumber(base[end]), end - position < Self.numberBytesMax { end += 1 }
    let text = String(decoding: bytes(position..<end), as: UTF8.self)
    guard let number = Double(text), number.isFinite, number.description == text else {
      return false
    }
    position = end
    return true
  }

  /// The longest that a double's description is: sign, 17 digits, point, and `e-308`.
  private static let numberBytesMax = 24

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"):
      true
    default: false
    }
  }

  private struct Digits {
    var count = 0
    var first: UInt8 = 0
    var last: UInt8 = 0
  }

  @inline(__always)
  private mutating func skipDigits() -> Digits {
    let start = position
    while has(8) {
      let others = Bits.otherThanDigits(in: load8(position))
      if others != 0 {
        position &+= others.trailingZeroBitCount >> 3
        break
      }
      position &+= 8
    }
    while next &- UInt8(ascii: "0") < 10 { position &+= 1 }
    guard position > start else { return Digits() }
    return Digits(
      count: position &- start, first: base[start] &- UInt8(ascii: "0"),
      last: base[position &- 1] &- UInt8(ascii: "0"))
  }

  /// Whether the 16 digits at `start` say at most 2^53.
  private func isAtMostExact(from start: Int) -> Bool {
    let (high, low) = (load8(start).byteSwapped, load8(start &+ 8).byteSwapped)
    let (highMax, lowMax) = (Bits.word("90071992").byteSwapped, Bits.word("54740992").byteSwapped)
    return high < highMax || high == highMax && low <= lowMax
  }

  /// How many zeros stand from `start` up to the position.
  private func zeros(from start: Int) -> Int {
    bytes(from: start).prefix { $0 == UInt8(ascii: "0") }.count
  }
}
