import ReelEvents

/// The messages that a scenario has sent so far, so that later lines can speak of them.
struct ScenarioMessages {
  private var sent: [String: SentMessage] = [:]
  private var newest: [String: String] = [:]
  private var counts: [String: Int] = [:]
  private var pushedKeys: Set<String> = []

  /// The message `id`; nil where none is called that.
  subscript(id: String) -> SentMessage? { sent[id] }

  /// The newest message to `device`.
  func newest(to device: DeviceName) -> SentMessage? {
    newest[device.owner].flatMap { sent[$0] }
  }

  /// Whether a push carried the key-value store's `key`.
  func hasPush(of key: String) -> Bool { pushedKeys.contains(key) }

  /// The ids of all messages.
  var ids: [String] { sent.keys.sorted(by: utf8Precedes) }

  /// An id that no message has: the sender's name and count.
  mutating func nextID(from device: DeviceName) -> String {
    var count = counts[device.owner, default: 0]
    repeat { count += 1 } while sent["\(device.owner)-\(count)"] != nil
    counts[device.owner] = count
    return "\(device.owner)-\(count)"
  }

  /// Keeps `message`, whose id must be new.
  mutating func add(_ message: SentMessage) {
    sent[message.message] = message
    newest[message.to.owner] = message.message
    if let key = message.key { pushedKeys.insert(key) }
  }
}
