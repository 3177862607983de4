import ReelProjections

/// A direction between two devices.
struct Direction {
  let sender: Int32
  let receiver: Int32
}

/// What happened on one direction between two devices.
struct LinkHistory {
  /// The position of the last attempt that carried settings; -1 = none.
  private(set) var lastAttempt = -1
  /// The process that made it.
  private(set) var process: Int32 = 0
  /// Whether the last attempt arrived and was applied uncut.
  private(set) var hasArrived = false
  /// The event that sent the newest message applied since the receiver's install.
  var lastApplied: Int64 = 0
  /// How many queued messages were sent and did not arrive so far.
  var queuedCount = 0

  /// Whether an attempt was made before.
  var hasAttempt: Bool { lastAttempt >= 0 }

  /// Takes down that `process` attempted to send settings; true for the first attempt of all.
  mutating func attempt(_ position: Int, by process: Int32) -> Bool {
    let isFirst = !hasAttempt
    lastAttempt = position
    self.process = process
    hasArrived = false
    return isFirst
  }

  /// Takes down that a message arrived, and whether it was applied uncut.
  mutating func noteArrival(of position: Int, isApplied: Bool) {
    if lastAttempt == position { hasArrived = isApplied }
  }
}

/// The queued messages that were sent and did not arrive so far, as far back as a world keeps
/// messages: an older one arrives no more.
struct QueuedMessages: ~Copyable {
  /// By the remainder of their positions.
  private var isQueued = NumberTable<Bool>(first: false)
  /// Whether any ever was: where all messages are contexts, none is.
  private var hasMetAny = false

  /// Whether the message at `position` is queued; of a new one, that says so.
  subscript(position: Int) -> Bool {
    @inline(__always) get { hasMetAny && isQueued[Self.place(of: position)] }
    @inline(__always) set {
      if newValue { hasMetAny = true }
      if hasMetAny { isQueued[Self.place(of: position)] = newValue }
    }
  }

  private static func place(of position: Int) -> Int32 {
    Int32(position % MessageLedger.messagesKeptMax)
  }
}
