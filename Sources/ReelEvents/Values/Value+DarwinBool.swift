extension Value {
  /// What Darwin's `UserDefaults.bool(forKey:)` makes of the value, from the comment of its header:
  /// a number is true unless it is zero; of the strings only `YES` and `1` are true; all else is
  /// false.
  ///
  /// A withheld value is false too; no key that a rule names may be withheld.
  public var darwinBool: Bool {
    switch self {
    case .bool(let bool): bool
    case .integer(let number): number != 0
    case .unsigned(let number): number != 0
    case .double(let number): number != 0
    case .string(let text): text.utf8.elementsEqual("YES".utf8) || text.utf8.elementsEqual("1".utf8)
    case .data, .date, .array, .dictionary, .withheld: false
    }
  }
}
