import ReelEvents
import ReelFoundation

/// Values as small numbers while one payload is made or applied: equal values, equal numbers.
///
/// 0 stands for absent, as everywhere in `SettingsRule`.
struct ValueNumbers {
  private var numbers: [Value: Int32] = [:]
  private var values: [Value] = []

  /// The number of `value`. Complexity: O(size).
  mutating func number(of value: Value) -> Int32 {
    if let known = numbers[value] { return known }
    values.append(value)
    let number = Int32(values.count)
    numbers[value] = number
    return number
  }

  /// The value of a number; nil for 0.
  func value(of number: Int32) -> Value? { number == 0 ? nil : values[Int(number) - 1] }

  /// The values that `objects` hold for the keys that are wanted, by key number; 0 for all others.
  mutating func cells(
    _ wanted: [Int32], of objects: [String: Any], names: [String]
  ) -> ContiguousArray<Int32> {
    var cells = ContiguousArray<Int32>(repeating: 0, count: names.count)
    for key in wanted {
      guard let object = objects[names[Int(key)]], let value = Value(propertyList: object) else {
        continue
      }
      cells[Int(key)] = number(of: value)
    }
    return cells
  }
}
