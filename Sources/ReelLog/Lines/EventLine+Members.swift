public import ReelEvents

extension EventLine {
  /// The names of all members that lines have besides `at`, `device` and `event`, in one order for
  /// every kind.
  public static let memberNames = LineField.allCases.map(\.rawValue)

  /// The members of the line of `event`, in the order of `memberNames`; nil for each that it has
  /// not.
  public static func members(of event: Event) -> [Value?] {
    var members: [LineField: Value] = [:]
    event.action.forEachMember { members[$0] = $1.value }
    return LineField.allCases.map { members[$0] }
  }
}
