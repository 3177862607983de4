public import ReelEvents
public import ReelPolicies

/// A message as one world made it, and what became of it.
public struct MessageState {
  /// What became of an attempt.
  public enum Fate: Equatable, Sendable {
    case sent
    case suppressed(Suppression)
    case failed(String)
  }

  /// The event of the attempt.
  public var sentEvent: Int64
  /// The sending device.
  public var sender: Int32
  /// The event of the install that the sender's app came with.
  public var senderInstall: Int64 = 0
  /// The receiving device.
  public var to: Int32
  /// How it travels.
  public var channel: Channel
  /// The synchronised list, on the channel `kvs`.
  public var list: Int32
  /// The sender's account when it was sent.
  public var account: String
  /// What became of it.
  public var fate: Fate
  /// What it carries, if it carries settings.
  public var settings: SettingsPayload?
  /// What it carries, on the channel `kvs`.
  public var blob: Value?
  /// The devices it was handed to, once each.
  public var handedTo: [Int32] = []
  /// Whether only this world's rule sends it, so that the recording has no receipt of it.
  public var isUndelivered = false
  /// Whether its payload is the recorded one, so that its recorded fate holds.
  public var isAsRecorded = false

  /// Whether it really left.
  public var isSent: Bool { fate == .sent }
}

/// The messages of a world by their position among the sent ones.
///
/// Only the last `messagesKeptMax` are kept; a receipt of an older one hands over nothing, and is
/// counted.
public struct MessageLedger {
  /// How many messages a world keeps, at least: more than any queue under way, and few enough that
  /// a long recording costs no more memory than a short one.
  public static let messagesKeptMax = 4_096

  private var messages: [MessageState] = []
  private var first = 0
  /// How many receipts named a message that was no longer kept.
  public internal(set) var missedCount = 0

  /// The message at `position`; nil if it was let go.
  public subscript(position: Int) -> MessageState? {
    let index = position - first
    return index >= 0 && index < messages.count ? messages[index] : nil
  }

  /// The positions still kept.
  public var positions: Range<Int> { first..<(first + messages.count) }

  mutating func append(_ message: MessageState) {
    messages.append(message)
    if messages.count > Self.messagesKeptMax * 2 {
      let surplus = messages.count - Self.messagesKeptMax
      messages.removeFirst(surplus)
      first += surplus
    }
  }

  mutating func update(_ position: Int, _ change: (inout MessageState) -> Void) {
    let index = position - first
    guard index >= 0 && index < messages.count else { return }
    change(&messages[index])
  }

  /// Calls `body` with every value number that a kept message carries.
  func forEachValue(_ body: (Int32) -> Void) {
    for message in messages {
      for value in message.settings?.values ?? [] { body(value) }
    }
  }
}

/// What a world remembers of one direction between two devices.
struct LinkState {
  /// The position of the context in force: the last one that was sent.
  var context: Int?
  /// The context in force before that, should the last one fail.
  var contextBefore: Int?
  /// Whether the last attempt on the link carried what was recorded.
  var wasAsRecorded = true
  /// The recorded payload of the context in force in the recording.
  var recordedContext: SettingsPayload?
  /// The position of the message that carried it.
  var recordedPosition = -1
  /// The one before that, should the last one fail.
  var recordedBefore: SettingsPayload?
  /// Contexts that were sent and never handed over, ascending.
  var waiting: [Int] = []
}

/// One value of the key-value cloud.
public struct CloudSlot {
  /// What the key holds; nil = nothing.
  public var value: Value?
  /// The push that put it there; nil for the outside world's doing.
  public var message: Int?
  /// The event that put it there.
  public var event: Int64
}
