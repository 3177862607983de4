public import ReelEvents

/// The keys whose values a line may show, and what of them it may.
public final class ShownKeys: Sendable {
  private let known: KeySet

  /// Shows the values of `keys`, and of no others but bookkeeping.
  public init(_ keys: [String]) { known = KeySet(keys) }

  /// Whether a line may show `value` as that of `key`.
  public func mayShow(_ value: Value, of key: String) -> Bool {
    mayShow(key) && Self.mayShow(value)
  }

  func mayShow(_ key: String) -> Bool { known.contains(key) || Self.isBookkeeping(key) }

  /// Deeper values would make a line that no reader takes: a line adds three levels of its own.
  static func mayShow(_ value: Value) -> Bool {
    switch value {
    case .array, .dictionary: value.nesting <= EventLimits.nestingMax - 3
    case .bool, .integer, .unsigned, .double, .string, .data, .date, .withheld: true
    }
  }

  /// Riders and what the live services remember hold names and numbers of messages, no settings.
  private static func isBookkeeping(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "#") || key.utf8.starts(with: "reel.".utf8)
  }

  /// Writes the members of `values` as they are written anyway; false where one may not be shown,
  /// and what is written then is of no use.
  func write(_ values: ValueDictionary, to text: inout TextBuffer) -> Bool {
    if values.members.isEmpty { text.append(UInt8(ascii: "{")) }
    var isShown = true
    values.members.lendEach { index, member in
      guard isShown else { return }
      let mark = UInt8(ascii: index == 0 ? "{" : ",")
      if !known.write(mark, key: member.key, to: &text) {
        isShown = mayShow(member.key)
        text.append(mark, key: member.key)
      }
      isShown = isShown && Self.mayShow(member.value)
      member.value.appendCanonical(to: &text)
    }
    text.append(UInt8(ascii: "}"))
    return isShown
  }
}

/// Writes the members of a line, and notes whether all of them may be shown.
///
/// Lists and blobs pass as they are: an album's id is the key there, and the value says nothing.
struct ShownText: ~Copyable, MemberTaker {
  var text = TextBuffer()
  /// Whether all that was written since the last `begin` may be shown.
  private(set) var isShown = true
  private let keys: ShownKeys
  /// Whether what comes are settings.
  private var isOfSettings = true
  private var isKeyShown = true

  init(_ keys: ShownKeys) { self.keys = keys }

  mutating func begin() { (isShown, isOfSettings) = (true, true) }

  mutating func take(_ field: LineField, _ text: String) {
    self.text.take(field, text)
    switch field {
    case .store: isOfSettings = false
    case .channel: if text == Channel.kvs.rawValue { isOfSettings = false }
    case .key: isKeyShown = !isOfSettings || keys.mayShow(text)
    default: break
    }
  }

  mutating func take(_ field: LineField, _ texts: [String]) { text.take(field, texts) }

  mutating func take(_ field: LineField, _ value: Value) {
    if isOfSettings, field == .payload, case .dictionary(let values) = value {
      return take(field, values)
    }
    if isOfSettings, field == .value { isShown = isKeyShown && ShownKeys.mayShow(value) }
    text.take(field, value)
  }

  mutating func take(_ field: LineField, _ values: ValueDictionary) {
    if isOfSettings {
      text.append(field.opening)
      isShown = keys.write(values, to: &text)
    } else {
      text.take(field, values)
    }
  }
}
