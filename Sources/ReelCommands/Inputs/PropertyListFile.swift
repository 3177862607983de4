import Foundation
import ReelEvents
import ReelLog

/// A property list that a scenario loads into a store.
enum PropertyListFile {
  /// The dictionary in the file `name`, looked for beside `scenario`.
  /// - Throws: `LogError`, `CommandFailure`.
  static func read(_ name: String, beside scenario: String) throws -> ValueDictionary {
    let folder = URL(filePath: scenario).deletingLastPathComponent()
    let path = name.hasPrefix("/") ? name : folder.appending(path: name).path
    let bytes = try TextFile.read(path, expected: "a property list")
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    } catch {
      throw CommandFailure(.badData, "\(path): expected a property list, found other bytes")
    }
    guard case .dictionary(let values) = try value(of: list, path: path) else {
      throw CommandFailure(.badData, "\(path): expected a dictionary, found another value")
    }
    return values
  }

  private static func value(of any: Any, path: String) throws -> Value {
    switch any {
    case let text as String: .string(text)
    case let date as Date: .date(secondsSince2001: date.timeIntervalSinceReferenceDate)
    case let data as Data: .data(Array(data))
    case let elements as [Any]: .array(try elements.map { try value(of: $0, path: path) })
    case let members as [String: Any]:
      .dictionary(
        ValueDictionary(
          try members.map { .init(key: $0.key, value: try value(of: $0.value, path: path)) }))
    case let number as NSNumber: value(of: number)
    default:
      throw CommandFailure(
        .badData, "\(path): expected values of a property list, found \(type(of: any))")
    }
  }

  private static func value(of number: NSNumber) -> Value {
    switch String(cString: number.objCType) {
    case "c", "B": .bool(number.boolValue)
    case "d", "f": .double(number.doubleValue)
    case "Q":
      number.uint64Value > Int64.max ? .unsigned(number.uint64Value) : .integer(number.int64Value)
    default: .integer(number.int64Value)
    }
  }
}
