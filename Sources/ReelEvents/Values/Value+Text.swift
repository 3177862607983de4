/// The one text of each value: keys sorted by UTF-8 bytes, no spaces, the fewest escapes.
extension Value {
  /// The canonical text; two values are equal exactly when these bytes are. Complexity: O(size).
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes
  }

  /// Appends the canonical text to `bytes`. Complexity: O(size).
  public func appendCanonical(to bytes: inout [UInt8]) {
    bytes.append { appendCanonical(to: &$0) }
  }

  /// Appends the canonical text to `text`. Complexity: O(size).
  public func appendCanonical(to text: inout TextBuffer) {
    switch self {
    case .bool(let bool): text.append(bool)
    case .integer(let number): Self.append(integer: number, to: &text)
    case .unsigned(let number): Self.append(unsigned: number, to: &text)
    case .double(let number):
      if number.isFinite {
        Self.append(finite: number, to: &text)
      } else {
        Self.append(convention: "$numberDouble", Self.name(of: number), to: &text)
      }
    case .string(let string): text.append(quoting: string)
    case .data(let data):
      text.append("{\"$binary\":\"")
      Base64.append(data, to: &text)
      text.append("\"}")
    case .date(let seconds): Self.append(date: seconds, to: &text)
    case .array(let values): Self.append(array: values, to: &text)
    case .dictionary(let dictionary): dictionary.appendCanonical(to: &text)
    case .withheld(let digest, let size):
      text.append("{\"$digest\":")
      text.append(quoting: digest)
      text.append(",\"size\":")
      text.append(decimal: size)
      text.append(UInt8(ascii: "}"))
    }
  }

  /// How deep arrays and dictionaries, conventions included, stand inside each other in the
  /// canonical text; counting ends above `EventLimits.nestingMax`. Complexity: O(size).
  public var nesting: Int { nesting(limit: EventLimits.nestingMax + 1) }

  private func nesting(limit: Int) -> Int {
    guard limit > 0 else { return 0 }
    switch self {
    case .bool, .string: return 0
    case .integer(let number): return CanonicalText.exactIntegers.contains(number) ? 0 : 1
    case .unsigned, .data, .withheld: return 1
    case .double(let number): return number.isFinite ? 0 : 1
    case .date(let seconds): return Instant(exactSecondsSince2001: seconds) == nil ? 2 : 1
    case .array(let values):
      var deepest = 0
      values.lendEach { _, value in deepest = max(deepest, value.nesting(limit: limit - 1)) }
      return 1 + deepest
    case .dictionary(let dictionary):
      var deepest = 0
      dictionary.members.lendEach { _, member in
        deepest = max(deepest, member.value.nesting(limit: limit - 1))
      }
      return 1 + deepest
    }
  }

  private static func append(integer number: Int64, to text: inout TextBuffer) {
    if CanonicalText.exactIntegers.contains(number) {
      text.append(decimal: number)
    } else {
      append(convention: "$numberLong", String(number), to: &text)
    }
  }

  private static func append(unsigned number: UInt64, to text: inout TextBuffer) {
    if let small = Int64(exactly: number) {
      append(integer: small, to: &text)
    } else {
      append(convention: "$numberLong", String(number), to: &text)
    }
  }

  /// The shortest decimal that is read back as `number`, as `description` has it.
  private static func append(finite number: Double, to text: inout TextBuffer) {
    // Up to 15 digits tell doubles apart, so a decimal of so few that is `number` is the shortest.
    let thousandths = (number * 1000).rounded()
    guard thousandths.magnitude < 1e12, thousandths != 0, thousandths / 1000 == number else {
      return text.append(number.description)
    }
    if number < 0 { text.append(UInt8(ascii: "-")) }
    let (units, rest) = UInt64(thousandths.magnitude).quotientAndRemainder(dividingBy: 1000)
    text.append(decimal: units)
    text.append(UInt8(ascii: "."))
    if rest % 100 == 0 {
      text.append(rest / 100, digits: 1)
    } else if rest % 10 == 0 {
      text.append(rest / 10, digits: 2)
    } else {
      text.append(rest, digits: 3)
    }
  }

  private static func append(array: [Value], to text: inout TextBuffer) {
    text.append(UInt8(ascii: "["))
    array.lendEach { index, value in
      if index > 0 { text.append(UInt8(ascii: ",")) }
      value.appendCanonical(to: &text)
    }
    text.append(UInt8(ascii: "]"))
  }

  /// RFC 3339 where its microseconds bring the same double back, else the double itself.
  private static func append(date seconds: Double, to text: inout TextBuffer) {
    text.append("{\"$date\":")
    if let instant = Instant(exactSecondsSince2001: seconds) {
      text.append(UInt8(ascii: "\""))
      instant.appendText(to: &text)
      text.append(UInt8(ascii: "\""))
    } else {
      let number = seconds.isFinite ? seconds.description : name(of: seconds)
      append(convention: "$numberDouble", number, to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Appends `{"name":"string"}`; neither needs escapes.
  private static func append(
    convention name: StaticString, _ string: String, to text: inout TextBuffer
  ) {
    text.append("{\"")
    text.append(name)
    text.append("\":\"")
    text.append(string)
    text.append("\"}")
  }

  private static func name(of number: Double) -> String {
    number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
  }
}

extension ValueDictionary {
  /// Appends the canonical text to `text`. Complexity: O(size).
  public func appendCanonical(to text: inout TextBuffer) {
    if members.isEmpty { text.append(UInt8(ascii: "{")) }
    members.lendEach { index, member in
      text.append(UInt8(ascii: index == 0 ? "{" : ","), key: member.key)
      member.value.appendCanonical(to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }
}

/// The canonical text of strings.
public enum CanonicalText {
  /// The whole numbers that common JSON tools keep: up to 2^53 either way.
  static let exactIntegers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// Appends `string` in quotes, as `TextBuffer` does. Complexity: O(bytes).
  public static func append(string: String, to bytes: inout [UInt8]) {
    bytes.append { $0.append(quoting: string) }
  }
}
