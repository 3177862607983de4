import ReelEvents

/// What became of each message, as far back as some hundred thousand of them.
///
/// Messages are known by a digest of their ids: a recording may have any number of them, and the
/// memory they take is bounded.
struct MessageTrail {
  /// What is known of one message.
  struct Entry {
    /// The event that sends it; 0 before that.
    var sent: Int64 = 0
    /// The first event that receives it; 0 before that.
    var received: Int64 = 0
    /// The devices that received it, a bit each; the highest stands for all beyond.
    var receivers: UInt64 = 0
  }

  private var recent: [UInt64: Entry] = [:]
  private var older: [UInt64: Entry] = [:]
  /// Receipts of messages that were let go before anybody had sent them.
  private(set) var unsentReceipts: [Int64] = []
  /// How many messages were let go: nothing is known of them any more.
  private(set) var letGoCount: Int64 = 0

  /// How many messages are kept in each of two generations.
  static let generationMax = 250_000
  /// How many receipts without a sending are kept; the platform may lose messages, but not so many.
  private static let unsentMax = 1_000_000

  /// The entry of the message with that id, to be changed in place.
  subscript(id: ArraySlice<UInt8>) -> Entry {
    get {
      let digest = messageDigest(id)
      return recent[digest] ?? older[digest] ?? Entry()
    }
    set {
      let digest = messageDigest(id)
      older[digest] = nil
      recent[digest] = newValue
      if recent.count >= Self.generationMax { age() }
    }
  }

  /// Lets all messages go.
  mutating func finish() {
    age()
    age()
    unsentReceipts.sort()
  }

  private mutating func age() {
    letGoCount += Int64(older.count)
    let unsent = older.values.compactMap { $0.sent == 0 && $0.received > 0 ? $0.received : nil }
    let room = Self.unsentMax - min(Self.unsentMax, unsentReceipts.count)
    unsentReceipts += unsent.sorted().prefix(room)
    older = recent
    recent = [:]
  }
}
