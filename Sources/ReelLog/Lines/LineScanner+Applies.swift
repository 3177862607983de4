internal import ReelEvents

/// The fast path of the two halves of applying a message, which are kept whole.
extension LineScanner {
  /// Scans what follows the id of the message, which stands at `id`, and the end of the line.
  mutating func scanHalf(
    by id: Range<Int>, _ row: inout Row, _ cursor: inout LineCursor, into batch: inout EventBatch
  ) -> Bool {
    let store = row.store < 0 ? .defaults : StoreName(text(of: row.store, cursor, batch))
    let action: Action
    if row.kind == .storeCleared {
      guard cursor.skip(",\"keys\":"), let keys = cursor.plainTexts() else { return false }
      action = .storeCleared(store: store, by: cursor.string(id), keys: keys)
    } else {
      guard cursor.skip(",\"values\":"),
        case .dictionary(let values)? = cursor.plainValue(depth: 1)
      else { return false }
      action = .storeApplied(store: store, by: cursor.string(id), values: values)
    }
    guard cursor.endsLine else { return false }
    row.store = -1
    row.detail = Int32(truncatingIfNeeded: batch.events.count)
    batch.events.append(
      Event(
        at: Instant(microseconds: row.instant),
        device: DeviceName(text(of: row.device, cursor, batch)), action: action))
    return true
  }

  private func text(of name: Int32, _ cursor: LineCursor, _ batch: borrowing EventBatch) -> String {
    let range = batch.names[Int(name)].range
    guard range.upperBound > batch.lineBytes else { return cursor.string(range) }
    let copy = range.lowerBound - batch.lineBytes..<range.upperBound - batch.lineBytes
    return String(decoding: copies[copy], as: UTF8.self)
  }
}

/// Values made of canonical text without escapes and conventions, as settings mostly are.
extension LineCursor {
  /// The text of `range`, which was found well formed.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }

  /// Reads an array of strings; nil where another thing stands.
  fileprivate mutating func plainTexts() -> [String]? {
    guard skip("[") else { return nil }
    var texts: [String] = []
    if skip("]") { return texts }
    repeat {
      guard skip("\""), let range = plainText() else { return nil }
      texts.append(string(range))
    } while skip(",")
    return skip("]") ? texts : nil
  }

  /// Reads a value that stands inside `depth` containers; nil where it has another form.
  fileprivate mutating func plainValue(depth: Int) -> Value? {
    let start = position
    switch next {
    case UInt8(ascii: "\""):
      position += 1
      return plainText().map { .string(string($0)) }
    case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
    case UInt8(ascii: "["): return depth < EventLimits.nestingMax ? plainArray(depth) : nil
    case UInt8(ascii: "{"): return depth < EventLimits.nestingMax ? plainDictionary(depth) : nil
    default:
      // A canonical number has at most 15 digits and no exponent here.
      guard skipCanonicalValue(depth: depth) else { return nil }
      let text = string(start..<position)
      return Int64(text).map(Value.integer) ?? Double(text).map(Value.double)
    }
  }

  private mutating func plainArray(_ depth: Int) -> Value? {
    position += 1
    var values: [Value] = []
    if skip("]") { return .array(values) }
    repeat {
      guard let value = plainValue(depth: depth + 1) else { return nil }
      values.append(value)
    } while skip(",")
    return skip("]") ? .array(values) : nil
  }

  private mutating func plainDictionary(_ depth: Int) -> Value? {
    position += 1
    var members: [ValueDictionary.Member] = []
    if skip("}") { return .dictionary(ValueDictionary()) }
    var previous: Range<Int>?
    repeat {
      guard skip("\""), next != UInt8(ascii: "$"), let key = plainText(), skip(":"),
        previous.map({ precedes($0, key) }) ?? true, let value = plainValue(depth: depth + 1)
      else { return nil }
      members.append(ValueDictionary.Member(key: string(key), value: value))
      previous = key
    } while skip(",")
    return skip("}") ? .dictionary(ValueDictionary(members)) : nil
  }
}
