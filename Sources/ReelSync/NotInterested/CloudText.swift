import Foundation
import ReelEvents
import ReelFoundation

/// A list's blob as the cloud holds it: one canonical text under one key.
enum CloudText {
  /// The blob that an object under the key is; nil for none.
  ///
  /// What is no text of a value comes as something that is no blob: never as nothing, which would
  /// count as an empty list.
  static func blob(of object: Any?) -> Value? {
    guard let object else { return nil }
    guard let text = object as? String else { return Value(propertyList: object) ?? .string("") }
    do {
      return try Value.parse(Array(text.utf8))
    } catch {
      return .string(text)
    }
  }
}
