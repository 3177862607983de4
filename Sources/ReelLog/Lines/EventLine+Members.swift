public import ReelEvents

extension EventLine {
  /// The names of all members that lines have besides `at`, `device` and `event`, in one order for
  /// every kind.
  public static let memberNames = LineField.allCases.map(\.rawValue)

  /// The members of the line of `event`, in the order of `memberNames`; nil for each that it has
  /// not.
  public static func members(of event: Event) -> [Value?] {
    var members = MemberValues()
    event.action.members(to: &members)
    return LineField.allCases.map { members.values[$0] }
  }
}

/// The members of a line as values.
private struct MemberValues: MemberTaker {
  var values: [LineField: Value] = [:]

  mutating func take(_ field: LineField, _ text: String) { values[field] = .string(text) }
  mutating func take(_ field: LineField, _ texts: [String]) {
    values[field] = .array(texts.map(Value.string))
  }
  mutating func take(_ field: LineField, _ value: Value) { values[field] = value }
  mutating func take(_ field: LineField, _ dictionary: ValueDictionary) {
    values[field] = .dictionary(dictionary)
  }
}
