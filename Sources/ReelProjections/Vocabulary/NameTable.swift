import ReelEvents

/// Names as small numbers, in order of first appearance.
public struct NameTable: Sendable {
  /// The names by number.
  public private(set) var names: [String] = []
  private var numbers: [KeyText: Int32] = [:]

  /// An empty table.
  public init() {}

  /// The number of `name`, a new one if it was not met before.
  public mutating func number(adding name: String) -> Int32 {
    if let known = numbers[KeyText(name)] { return known }
    let number = Int32(names.count)
    names.append(name)
    numbers[KeyText(name)] = number
    return number
  }

  /// The number of `name`; nil if it was not met.
  public func number(of name: String) -> Int32? { numbers[KeyText(name)] }

  /// The name of `number`.
  public subscript(number: Int32) -> String { names[Int(number)] }
}
