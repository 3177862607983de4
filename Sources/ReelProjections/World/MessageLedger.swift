public import ReelEvents
import ReelPolicies

/// A message as one world made it, and what became of it. The object of one that was let go serves
/// for a later one, unless somebody still has it.
public final class MessageState {
  /// What became of an attempt.
  public enum Fate: Equatable, Sendable {
    case sent
    case suppressed(Suppression)
    case failed(String)
  }

  /// The event of the attempt.
  @exclusivity(unchecked) public private(set) var sentEvent: Int64 = 0
  /// The sending device.
  @exclusivity(unchecked) public private(set) var sender: Int32 = -1
  /// The event of the install that the sender's app came with.
  @exclusivity(unchecked) public internal(set) var senderInstall: Int64 = 0
  /// The receiving device.
  @exclusivity(unchecked) public private(set) var to: Int32 = -1
  /// How it travels.
  @exclusivity(unchecked) public private(set) var channel = Channel.context
  /// The synchronised list, on the channel `kvs`.
  @exclusivity(unchecked) public internal(set) var list: Int32 = -1
  /// The sender's account when it was sent.
  @exclusivity(unchecked) public private(set) var account = ""
  /// What became of it.
  @exclusivity(unchecked) public internal(set) var fate = Fate.sent
  /// What it carries, if it carries settings.
  @exclusivity(unchecked) public internal(set) var settings: SharedPayload?
  /// What it carries, on the channel `kvs`.
  @exclusivity(unchecked) public internal(set) var blob: Value?
  /// The devices it was handed to.
  @exclusivity(unchecked) var handedTo = DeviceSet()
  /// Whether only this world's rule sends it, so that the recording has no receipt of it.
  @exclusivity(unchecked) public internal(set) var isUndelivered = false
  /// Whether its payload is the recorded one, so that its recorded fate holds.
  @exclusivity(unchecked) public internal(set) var isAsRecorded = false
  /// The position of the context in force when this one was sent, should it fail; -1 = none.
  @exclusivity(unchecked) var contextBefore = -1
  /// The size of its blob as canonical text, in bytes.
  @exclusivity(unchecked) var blobBytes = 0
  /// What the ledger counts it as, in bytes; 0 for a small one.
  @exclusivity(unchecked) fileprivate var countedBytes = 0
  /// Whether what it carried was let go, for its size.
  @exclusivity(unchecked) private(set) var isEmptied = false

  /// Begins anew as the attempt of a device at `event`, to travel as the recording's message did.
  fileprivate func begin(
    _ event: ResolvedEvent, of device: DeviceState, _ stock: inout PayloadStock
  ) {
    sentEvent = event.number
    sender = event.device
    senderInstall = 0
    to = event.message.to
    channel = event.message.channel
    list = -1
    if !account.isEmpty || !device.account.isEmpty { account = device.account }
    fate = .sent
    stock.takeBack(&settings)
    if blob != nil { blob = nil }
    handedTo.empty()
    isUndelivered = false
    isAsRecorded = false
    contextBefore = -1
    (blobBytes, countedBytes, isEmptied) = (0, 0, false)
  }

  /// What it carries, in bytes, more or less.
  fileprivate var contentBytes: Int {
    let count = settings.lent?.use { $0.values.count } ?? 0
    return blobBytes + count * MemoryLayout<Int32>.size * 2
  }

  /// Lets go of what it carries.
  fileprivate func empty() {
    settings = nil
    blob = nil
    countedBytes = 0
    isEmptied = true
  }

  /// Whether it really left.
  public var isSent: Bool { if case .sent = fate { true } else { false } }
}

/// What is to know of a message without a look at it: a copy holds nothing.
public struct Postmark: Sendable {
  /// Its position among the sent ones.
  public let position: Int
  /// The event of the attempt.
  public let sentEvent: Int64
  /// The sending device.
  public let sender: Int32
  /// The receiving device.
  public let to: Int32
  /// Whether it really left.
  public let isSent: Bool
  /// Whether it carries settings.
  public let carriesSettings: Bool
}

/// Devices by their numbers; the first 64 take no memory of their own.
struct DeviceSet {
  private var low: UInt64 = 0
  private var others: Set<Int32> = []

  func contains(_ device: Int32) -> Bool {
    device < 64 ? low >> UInt64(device) & 1 == 1 : others.contains(device)
  }

  mutating func insert(_ device: Int32) {
    if device < 64 { low |= 1 << UInt64(device) } else { others.insert(device) }
  }

  mutating func empty() {
    low = 0
    if !others.isEmpty { others = [] }
  }
}

/// The messages of a world by their position among the sent ones.
///
/// Only the last `messagesKeptMax` are kept, and of those that carry much only the last that fit
/// into `largeBytesMax`; a receipt of an older one hands over nothing, and is counted. Each new one
/// takes the place of the oldest, one by one, so that its memory is used again while it is still at
/// hand.
public struct MessageLedger {
  /// How many messages a world keeps: more than any queue under way, and few enough that a long
  /// recording costs no more memory than a short one.
  public static let messagesKeptMax = 4_096
  /// How much the messages that carry much may carry together, in bytes: the pushes of a long list
  /// hold all of it each.
  static let largeBytesMax = 16 << 20
  /// From how many bytes on a message carries much. All the smaller ones together never carry more
  /// than the large ones may.
  static let largeBytesMin = largeBytesMax / messagesKeptMax

  /// The messages kept, by the remainder of their position.
  private var messages: ContiguousArray<MessageState> = []
  /// The one that was let go last: it becomes the next.
  private var spare = MessageState()
  /// The position that the next message gets.
  private(set) var next = 0
  /// What the large ones carry together, in bytes, and the first that may still carry it.
  private var largeBytes = 0
  private var firstLarge = 0
  /// How many receipts named a message that was no longer kept, or not what it carried.
  public internal(set) var missedCount = 0

  /// The message at `position`; nil if it was let go.
  public subscript(position: Int) -> MessageState? {
    positions.contains(position) ? messages[position % Self.messagesKeptMax] : nil
  }

  /// The message at `position`, uncounted: it stays until the next `append`.
  func message(at position: Int) -> Unmanaged<MessageState>? {
    positions.contains(position)
      ? Unmanaged.passUnretained(messages[position % Self.messagesKeptMax]) : nil
  }

  /// What stands on the message at `position`; nil if it was let go.
  func postmark(at position: Int) -> Postmark? {
    guard positions.contains(position) else { return nil }
    let place = position % Self.messagesKeptMax
    return Postmark(
      position: position, sentEvent: messages[place].sentEvent, sender: messages[place].sender,
      to: messages[place].to, isSent: messages[place].isSent,
      carriesSettings: messages[place].settings != nil)
  }

  /// The positions still kept.
  public var positions: Range<Int> { (next - messages.count)..<next }

  /// Begins the next message, uncounted: it stays until it is appended. The stock takes back what
  /// the one carried whose object it takes over.
  mutating func begin(
    _ event: ResolvedEvent, of device: DeviceState, _ stock: inout PayloadStock
  ) -> Unmanaged<MessageState> {
    if !isKnownUniquelyReferenced(&spare) { spare = MessageState() }
    spare.begin(event, of: device, &stock)
    return Unmanaged.passUnretained(spare)
  }

  /// Appends the message that has begun; the oldest makes room for it.
  mutating func appendBegun() {
    let bytes = Unmanaged.passUnretained(spare).use { $0.contentBytes }
    if bytes >= Self.largeBytesMin {
      spare.countedBytes = bytes
      largeBytes += bytes
    }
    if messages.count < Self.messagesKeptMax {
      messages.append(spare)
      spare = MessageState()
    } else {
      swap(&messages[next % Self.messagesKeptMax], &spare)
      if largeBytes > 0 { largeBytes -= spare.countedBytes }
    }
    next += 1
    if largeBytes > Self.largeBytesMax { makeRoom() }
  }

  /// Empties the oldest of the large messages until the others fit.
  private mutating func makeRoom() {
    firstLarge = max(firstLarge, positions.lowerBound)
    while largeBytes > Self.largeBytesMax && firstLarge < next - 1 {
      let message = messages[firstLarge % Self.messagesKeptMax]
      largeBytes -= message.countedBytes
      if message.countedBytes > 0 { message.empty() }
      firstLarge += 1
    }
  }

  /// Calls `body` with the settings of every message kept, once where one shares the settings of
  /// the one before.
  func forEachPayload(_ body: (SharedPayload) -> Void) {
    var last: SharedPayload?
    for message in messages {
      guard let settings = message.settings, settings !== last else { continue }
      body(settings)
      last = settings
    }
  }
}

/// What a world remembers of one direction between two devices.
final class LinkState {
  /// The sending device.
  let sender: Int32
  /// The receiving device.
  let receiver: Int32
  /// The position of the context in force: the last one that was sent.
  @exclusivity(unchecked) var context: Int?
  /// Whether the last attempt on the link carried what was recorded.
  @exclusivity(unchecked) var wasAsRecorded = true
  /// The recorded payload of the context in force in the recording.
  @exclusivity(unchecked) var recordedContext: SharedPayload?
  /// The position of the message that carried it.
  @exclusivity(unchecked) var recordedPosition = -1
  /// The one before that, should the last one fail.
  @exclusivity(unchecked) var recordedBefore: SharedPayload?
  /// What the sender's rule remembers of earlier sends.
  @exclusivity(unchecked) var memory = SenderMemory()
  /// What the sender made of its settings last.
  @exclusivity(unchecked) var made: SharedPayload?
  /// What that was made of.
  @exclusivity(unchecked) var making = Making()

  /// What a payload was made of: while nothing but single stored values is another, the next one
  /// differs in those only.
  struct Making {
    /// How many stored values had changed; -1 = nothing is known.
    var changeCount = -1
    /// The sender's rule, by its number.
    var rule = 0
    var process: Int32 = -1
    /// How often registered values had changed.
    var registrationCount = 0

    func isLike(_ other: Making) -> Bool {
      changeCount >= 0 && other.changeCount >= 0 && rule == other.rule
        && process == other.process && registrationCount == other.registrationCount
    }
  }

  /// Contexts that were sent after the one handed over last, ascending.
  @exclusivity(unchecked) private var waiting: [Int] = []

  init(sender: Int32, receiver: Int32) {
    self.sender = sender
    self.receiver = receiver
  }

  /// Takes down a context that was sent; those that the ledger let go are forgotten in time.
  func wait(_ position: Int) {
    waiting.append(position)
    if waiting.count > MessageLedger.messagesKeptMax * 2 {
      waiting.removeFirst(MessageLedger.messagesKeptMax)
    }
  }

  /// A context was handed over: those before it were replaced by it, and will never be.
  func handOver(_ position: Int) {
    if let newest = waiting.last, newest <= position {
      waiting.empty()
    } else {
      waiting.removeFirst(waiting.prefix { $0 <= position }.count)
    }
  }

  /// A context failed.
  func waitNoMore(_ position: Int) {
    if let index = waiting.lastIndex(of: position) { waiting.remove(at: index) }
  }

  /// The newest context before `position` that still waits.
  func newestWaiting(before position: Int) -> Int? { waiting.last { $0 < position } }
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
