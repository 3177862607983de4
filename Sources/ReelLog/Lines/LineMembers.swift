import ReelEvents

/// The members of one line as values, between the text and the event.
struct LineMembers {
  private var list: [(field: LineField, value: Value, offset: Int)] = []
  /// Where in the line a missing member is said to be missing.
  var endOffset = 0

  /// No members.
  init() {}

  /// Adds a member that is not there yet; nil adds nothing.
  mutating func add(_ field: LineField, _ value: Value?, offset: Int = 0) {
    if let value { list.append((field, value, offset)) }
  }

  /// The value of `field`; nil where the line has none.
  subscript(field: LineField) -> Value? { list.first { $0.field == field }?.value }

  // MARK: Members of one type

  func text(_ field: LineField) throws(ParseError) -> String {
    try required(field, try optionalText(field))
  }

  func optionalText(_ field: LineField) throws(ParseError) -> String? {
    try read(field, "a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  func optionalBool(_ field: LineField) throws(ParseError) -> Bool? {
    try read(field, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
  }

  func dictionary(_ field: LineField) throws(ParseError) -> ValueDictionary {
    let dictionary: ValueDictionary? = try read(field, "an object of values") {
      if case .dictionary(let dictionary) = $0 { dictionary } else { nil }
    }
    return try required(field, dictionary)
  }

  func texts(_ field: LineField) throws(ParseError) -> [String] {
    let texts: [String]? = try read(field, "an array of strings") {
      guard case .array(let values) = $0 else { return nil }
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == values.count ? texts : nil
    }
    return try required(field, texts)
  }

  func count(_ field: LineField) throws(ParseError) -> Int64 {
    let count: Int64? = try read(field, "a whole number from 0") {
      if case .integer(let count) = $0, count >= 0 { count } else { nil }
    }
    return try required(field, count)
  }

  func value(_ field: LineField) throws(ParseError) -> Value {
    try required(field, self[field])
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: LineField, _ name: String
  ) throws(ParseError) -> Word {
    try required(field, try optionalWord(field, name))
  }

  func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
    _ field: LineField, _ name: String
  ) throws(ParseError) -> Word? {
    let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try read(field, "\(name) (\(list))") {
      if case .string(let text) = $0 { Word(rawValue: text) } else { nil }
    }
  }

  // MARK: Faults

  private func read<Part>(
    _ field: LineField, _ expected: String, _ part: (Value) -> Part?
  ) throws(ParseError) -> Part? {
    guard let member = list.first(where: { $0.field == field }) else { return nil }
    if let part = part(member.value) { return part }
    throw ParseError(
      offset: member.offset, line: 1, expected: "\(expected) as `\(field.rawValue)`",
      found: "another value")
  }

  private func required<Part>(_ field: LineField, _ part: Part?) throws(ParseError) -> Part {
    if let part { return part }
    throw ParseError(
      offset: endOffset, line: 1, expected: "the member `\(field.rawValue)`", found: "none")
  }
}
