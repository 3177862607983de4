/// How a message names itself to the recorder at the other end: as a member of its payload, since a
/// watch link has no envelope.
///
/// It is added by `RecordingWatchLink`, is in no recording, and no setting: services pass over what
/// begins with `#`. A context that equals the last one takes that one's name again, so that the
/// platform finds them equal as it would have without recorder.
enum MessageRider {
  private static let key = "#message"

  /// The message's id; nil where its sender is not recorded.
  static func message(of payload: [String: Any]) -> String? { payload[key] as? String }

  /// The payload with the id in it.
  static func adding(_ message: String, to payload: [String: Any]) -> [String: Any] {
    var payload = payload
    payload[key] = message
    return payload
  }

  /// The payload as the app made it.
  static func removing(from payload: [String: Any]) -> [String: Any] {
    var payload = payload
    payload[key] = nil
    return payload
  }
}
