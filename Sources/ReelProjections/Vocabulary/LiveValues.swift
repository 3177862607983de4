/// Which values of a table are still spoken of, and whether their text is needed.
public struct LiveValues {
  enum Need: UInt8 {
    case none
    /// A message under way carries it: it must be told apart from others.
    case identity
    /// A store holds it: its text may be asked for.
    case text
  }

  private(set) var needs: [Need]
  private let carried: Need

  /// Nothing is spoken of so far.
  /// - Parameter keepsTexts: whether what only messages carry keeps its text too.
  public init(of values: ValueTable, keepsTexts: Bool) {
    needs = [Need](repeating: .none, count: values.count)
    carried = keepsTexts ? .text : .identity
  }

  /// A store holds the value.
  public mutating func hold(_ number: Int32) { needs[Int(number)] = .text }

  /// Stores hold the values.
  mutating func hold(_ numbers: ContiguousArray<Int32>) {
    for number in numbers { needs[Int(number)] = .text }
  }

  /// Messages carry the payload.
  mutating func carry(_ payload: SharedPayload) {
    for number in payload.values where needs[Int(number)] == .none { needs[Int(number)] = carried }
  }
}
