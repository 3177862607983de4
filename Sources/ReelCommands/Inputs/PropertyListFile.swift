import Foundation
import ReelEvents
import ReelFoundation
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
    guard let members = list as? [String: Any] else {
      throw CommandFailure(.badData, "\(path): expected a dictionary, found another value")
    }
    guard let values = ValueDictionary(propertyList: members) else {
      throw CommandFailure(
        .badData, "\(path): expected values of a property list, found one of another kind")
    }
    return values
  }
}
