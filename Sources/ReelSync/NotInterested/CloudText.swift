import Foundation
import ReelEvents
import ReelFoundation

/// A list's blob as the cloud holds it: one canonical text under one key.
///
/// A push that is recorded names itself in the text, since the cloud has no envelope: so a pull
/// elsewhere can say which push it got. The name is no part of the blob, and in no recording of it.
struct CloudText {
  /// The blob; nil for none.
  var blob: Value?
  /// The name of the push, if it was recorded.
  var message: String?

  private static let rider = "#message"

  /// What the object under the key says.
  ///
  /// What is no text of a value comes as something that is no blob: never as nothing, which would
  /// count as an empty list.
  init(_ object: Any?) {
    guard let object else { return }
    guard let text = object as? String else {
      blob = Value(propertyList: object) ?? .string("")
      return
    }
    do {
      blob = try Value.parse(Array(text.utf8))
    } catch {
      blob = .string(text)
    }
    guard case .dictionary(var members)? = blob, case .string(let name)? = members[Self.rider]
    else { return }
    members[Self.rider] = nil
    blob = .dictionary(members)
    message = name
  }

  /// The text of `blob`, pushed as `message`; an empty name is left out.
  static func text(of blob: Value, message: String) -> String {
    guard case .dictionary(var members) = blob, !message.isEmpty else {
      return String(decoding: blob.canonicalBytes, as: UTF8.self)
    }
    members[rider] = .string(message)
    return String(decoding: Value.dictionary(members).canonicalBytes, as: UTF8.self)
  }
}
