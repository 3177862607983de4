import Foundation
import ReelEvents
import ReelFoundation
import ReelProjections
import ReelSeams

/// What goes over the socket: a payload with its channel, or the word that one was taken in.
struct Frame {
  var number: Int64
  /// nil for the word that the payload of that number was taken in.
  var channel: Channel?
  var payload: [String: Any] = [:]

  /// The frame's binary property list.
  func encoded() throws -> Data {
    var members: [String: Any] = ["number": Int(number), "payload": payload]
    members["channel"] = channel?.rawValue
    return try PropertyListSerialization.data(
      fromPropertyList: members, format: .binary, options: 0)
  }

  init(number: Int64, channel: Channel?, payload: [String: Any] = [:]) {
    self.number = number
    self.channel = channel
    self.payload = payload
  }

  /// The frame in `data`; nil for bytes that no link sends.
  init?(_ data: Data) throws {
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    guard let members = list as? [String: Any], let number = members["number"] as? Int,
      let payload = members["payload"] as? [String: Any]
    else { return nil }
    self.number = Int64(number)
    self.payload = payload
    channel = (members["channel"] as? String).flatMap(Channel.init(rawValue:))
  }

  /// Checks that the platform would take `payload`, by its size as a binary property list.
  /// - Throws: `WatchLinkError`: `payloadUnsupportedTypes`, `payloadTooLarge`.
  static func check(_ payload: [String: Any], for channel: Channel) throws {
    guard ValueDictionary(propertyList: payload) != nil else {
      throw WatchLinkError.payloadUnsupportedTypes
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: payload, format: .binary, options: 0)
    if Int64(data.count) > Platform.payloadSizeMax(channel) {
      throw WatchLinkError.payloadTooLarge
    }
  }
}
