/// The objects of a binary property list, counted and weighed as they stand in canonical text.
///
/// Two values are equal exactly when their canonical texts are, so none has to be made: a text of
/// 340 kB is gone through in a thirtieth of the instructions.
struct ObjectTable {
  private struct Slot {
    /// The lower half of its hash.
    var hash: UInt32 = 0
    /// How many bytes it has; below 0 in a free slot.
    var count: Int32 = -1
    var start = 0
  }

  /// What a scalar is, where the same bytes may be a text or not.
  private enum Form: UInt32 { case text, other }

  private let text: UnsafeRawBufferPointer
  private var position = 0
  /// The distinct scalars: open addressing with a load of at most three quarters.
  private var slots = [Slot](repeating: Slot(), count: 64)
  private var usedCount = 0
  private(set) var parts = PropertyListParts()
  /// Whether a withheld value is among them.
  private(set) var holdsWithheld = false

  /// The objects of the value whose canonical text is `text`. Complexity: O(bytes).
  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    addValue()
  }

  /// The next byte; 0 at the end, which no token begins with.
  private var next: UInt8 { position < text.count ? text[position] : 0 }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func addValue() {
    switch next {
    case UInt8(ascii: "["):
      position += 1
      var count = 0
      while !skip(UInt8(ascii: "]")), position < text.count {
        addValue()
        count += 1
        _ = skip(UInt8(ascii: ","))
      }
      addContainer(count: count, references: count)
    case UInt8(ascii: "{"): isAtConvention ? addConvention() : addDictionary()
    case UInt8(ascii: "\""): addText(isKey: false)
    case UInt8(ascii: "t"): addBool(bytes: 4)
    case UInt8(ascii: "f"): addBool(bytes: 5)
    default: addNumber()
    }
  }

  private mutating func addDictionary() {
    position += 1
    var count = 0
    while !skip(UInt8(ascii: "}")), next == UInt8(ascii: "\"") {
      addText(isKey: true)
      _ = skip(UInt8(ascii: ":"))
      addValue()
      count += 1
      _ = skip(UInt8(ascii: ","))
    }
    addContainer(count: count, references: 2 * count)
  }

  private mutating func addContainer(count: Int, references: Int) {
    parts.references += Int64(references)
    addOther(size: 1 + PropertyListParts.countSize(Int64(count)))
  }

  private mutating func addBool(bytes: Int) {
    position += bytes
    addOther(size: Self.scalarSize(.bool(true)))
  }

  private mutating func addOther(size: Int64) {
    parts.otherCount += 1
    parts.otherBytes += size
  }

  private mutating func addText(isKey: Bool) {
    // The second of two `$` at the start of a key is the user's own.
    let isEscaped = isKey && position + 1 < text.count && text[position + 1] == UInt8(ascii: "$")
    let start = position + (isEscaped ? 2 : 1)
    let (units, isASCII) = passText()
    guard isNew(start..<max(start, position - 1), .text) else { return }
    addScalar(size: Self.textSize(units: units - (isEscaped ? 1 : 0), isASCII: isASCII))
  }

  /// Passes a text in quotes, and counts its UTF-16 units.
  private mutating func passText() -> (units: Int64, isASCII: Bool) {
    position += 1
    var (units, isASCII): (Int64, Bool) = (0, true)
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") { position += next == UInt8(ascii: "u") ? 5 : 1 }
      if byte >= 0x80 {
        isASCII = false
        // What leads four bytes stands for two units, and what does not lead for none.
        units += byte >= 0xF0 ? 1 : byte < 0xC0 ? -1 : 0
      }
      units += 1
    }
    position = min(position, text.count)
    return (units, isASCII)
  }

  private mutating func addNumber() {
    let start = position
    var isWhole = true
    var magnitude: Int64 = 0
    while TokenBoundary.isWord(next) {
      let digit = next &- UInt8(ascii: "0")
      if digit > 9 { isWhole = isWhole && position == start && next == UInt8(ascii: "-") }
      magnitude = magnitude &* 10 &+ Int64(digit)
      position += 1
    }
    guard position > start, isNew(start..<position, .other) else {
      // A byte that begins no token: canonical text has none.
      if position == start { position += 1 }
      return
    }
    let isNegative = text[start] == UInt8(ascii: "-")
    addScalar(
      size: Self.scalarSize(!isWhole ? .double(0) : .integer(isNegative ? -1 : magnitude)))
  }

  private mutating func addScalar(size: Int64) {
    parts.scalarCount += 1
    parts.scalarBytes += size
  }

  /// Whether it is the first of its kind: then it is taken down.
  private mutating func isNew(_ range: Range<Int>, _ form: Form) -> Bool {
    guard range.upperBound <= text.count else { return false }
    let bytes = UnsafeRawBufferPointer(rebasing: text[range])
    let hash = UInt32(truncatingIfNeeded: ByteHash.of(bytes)) & ~1 | form.rawValue
    var slot = place(of: hash)
    while slots[slot].count >= 0 {
      if slots[slot].hash == hash, Int(slots[slot].count) == bytes.count {
        let known = text[slots[slot].start..<slots[slot].start + bytes.count]
        if areSame(UnsafeRawBufferPointer(rebasing: known), bytes) { return false }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(
      hash: hash, count: Int32(clamping: bytes.count), start: range.lowerBound)
    usedCount += 1
    if usedCount * 4 > slots.count * 3 { grow() }
    return true
  }

  private func place(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash >> 1) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for one in old where one.count >= 0 {
      var slot = place(of: one.hash)
      while slots[slot].count >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = one
    }
  }
}

/// The conventions: one object each, however it is written.
extension ObjectTable {
  private static let dateStart = Array("{\"$date\":".utf8)

  private var isAtConvention: Bool {
    position + 3 < text.count && text[position + 1] == UInt8(ascii: "\"")
      && text[position + 2] == UInt8(ascii: "$") && text[position + 3] != UInt8(ascii: "$")
  }

  private mutating func addConvention() {
    let start = position
    passConvention()
    let range = start..<position
    guard isNew(range, .other) else { return }
    if text[range].starts(with: Self.dateStart) {
      return addScalar(size: Self.scalarSize(.date(secondsSince2001: 0)))
    }
    guard let value = value(at: range) else { return }
    if case .withheld = value { holdsWithheld = true }
    addScalar(size: Self.scalarSize(value))
  }

  private mutating func passConvention() {
    var depth = 0
    repeat {
      switch next {
      case UInt8(ascii: "\""):
        _ = passText()
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
    } while depth > 0 && position < text.count
  }

  private func value(at range: Range<Int>) -> Value? {
    do { return try Value.parse(Array(text[range])) } catch { return nil }
  }
}

extension ObjectTable {
  /// The bytes of a value that is no container.
  static func scalarSize(_ value: Value) -> Int64 {
    switch value {
    case .bool: 1
    case .integer(let number): number < 0 ? 9 : integerSize(number)
    case .unsigned(let number): Int64(exactly: number).map(integerSize) ?? 17
    case .double, .date: 9
    case .string(let text): textSize(text)
    case .data(let data): blockSize(Int64(data.count))
    case .withheld(_, let size): blockSize(min(max(size, 0), 1 << 32))
    case .array, .dictionary: 0
    }
  }

  private static func integerSize(_ number: Int64) -> Int64 {
    1 + PropertyListParts.width(of: number)
  }

  private static func blockSize(_ count: Int64) -> Int64 {
    1 + PropertyListParts.countSize(count) + count
  }

  /// ASCII takes a byte a character, any other text two bytes a UTF-16 unit.
  static func textSize(_ text: String) -> Int64 {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    return textSize(
      units: Int64(isASCII ? text.utf8.count : text.utf16.count), isASCII: isASCII)
  }

  private static func textSize(units: Int64, isASCII: Bool) -> Int64 {
    1 + PropertyListParts.countSize(units) + (isASCII ? units : 2 * units)
  }
}
