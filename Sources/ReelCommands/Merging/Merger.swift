import ReelEvents
import ReelLog

/// Joins recordings in one pass and causal order: a message is received after it was sent, whatever
/// the clocks say; ties go by time, then device, then position.
struct Merger {
  private let streams: [MergeStream]
  /// The streams that have events left, by the one that comes next.
  private var order: [MergeStream]
  private let names: Set<String>
  private var ledger = MessageLedger()
  /// Counts what can end a receipt's waiting: sendings, and ends of recordings.
  private var state = 0
  /// How many receipts came before any sender that could still be found.
  private(set) var letGoCount: Int64 = 0

  /// How many receipts were found whose process died before it applied them.
  var interruptedCount: Int { streams.reduce(0) { $0 + $1.interruptedCount } }

  /// How many events a receipt lets go before it that come later by their time: ids of apps' own
  /// making do not tell a lost message from one that is still to come.
  static let horizonEvents: Int64 = 100_000
  private let horizonEvents: Int64

  /// Joins `recordings`; those of one device, one for each launch, follow each other.
  /// - Throws: `LogError`.
  init(_ recordings: [MergeRecording], horizonEvents: Int64 = Self.horizonEvents) throws {
    self.horizonEvents = horizonEvents
    names = Set(recordings.map(\.header.name))
    let launches = MergeLaunches.streams(of: recordings)
    streams = try launches.enumerated().map { try MergeStream($1, position: $0) }
    order = streams.filter { $0.head != nil }.sorted(by: Self.precedes)
  }

  /// The next event; nil at the end. Complexity: O(log streams) comparisons, unless receipts wait.
  /// - Throws: `LogError`, `CommandFailure` for an id that is sent twice.
  mutating func next() throws -> MergeEvent? {
    // Where all wait for each other, nobody's message can come any more.
    let index = order.firstIndex { !isBlocked($0) } ?? 0
    guard index < order.count, let event = order[index].head else { return nil }
    for overtaken in order[..<index] { overtaken.waited += 1 }
    if isUnmatched(event) { letGoCount += 1 }
    if case .sends(let id) = event.link {
      try ledger.send(id, from: event.device)
      state += 1
    }
    let stream = order.remove(at: index)
    let openCount = stream.openCount
    try stream.advance()
    if stream.openCount < openCount { state += 1 }
    if stream.head != nil { insert(stream) }
    return event
  }

  private mutating func insert(_ stream: MergeStream) {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(order[middle], stream) { low = middle + 1 } else { high = middle }
    }
    order.insert(stream, at: low)
  }

  private static func precedes(_ one: MergeStream, _ other: MergeStream) -> Bool {
    guard let first = one.head, let second = other.head else { return one.head != nil }
    if first.at != second.at { return first.at < second.at }
    if first.device != second.device { return utf8Precedes(first.device, second.device) }
    return one.position < other.position
  }

  private func isUnmatched(_ event: MergeEvent) -> Bool {
    guard case .receives(let id) = event.link else { return false }
    return !ledger.hasSent(id)
  }

  /// Whether the next event of `stream` must wait, since its message may still be sent by another.
  private func isBlocked(_ stream: MergeStream) -> Bool {
    if stream.waitsIn == state && stream.waited < horizonEvents { return true }
    stream.waitsIn = mustWait(stream) ? state : nil
    return stream.waitsIn != nil
  }

  private func mustWait(_ stream: MergeStream) -> Bool {
    guard case .receives(let id)? = stream.head?.link, !ledger.hasSent(id) else { return false }
    if let sender = RecorderId(id), names.contains(sender.name) {
      // Ids of a recorder count up, so a higher one says that this one is lost.
      guard ledger.highest(of: sender.name) < sender.count else { return false }
      return streams.contains { $0 !== stream && $0.mayStillSend(as: sender.name) }
    }
    return stream.waited < horizonEvents
      && streams.contains { $0 !== stream && $0.head != nil }
  }
}

/// An id that a recorder gives: its recording's name and a count.
struct RecorderId {
  let name: String
  let count: Int64

  /// The parts of `id`; nil for an id of another form.
  init?(_ id: String) {
    guard let hyphen = id.lastIndex(of: "-"), let count = Int64(id[id.index(after: hyphen)...]),
      count > 0
    else { return nil }
    name = String(id[..<hyphen])
    self.count = count
  }
}

/// Which messages have been sent so far: the last ones by a digest of the id, which takes the same
/// room whatever the id; the recorders' by count for ever.
private struct MessageLedger {
  private var recent: [UInt64: Int32] = [:]
  private var older: [UInt64: Int32] = [:]
  private var devices: [String] = []
  private var counts: [String: Int64] = [:]

  /// How many ids are kept in each of the two generations.
  private static let generationMax = 500_000

  func hasSent(_ id: String) -> Bool {
    let digest = messageDigest(id.utf8)
    return recent[digest] != nil || older[digest] != nil
  }

  func highest(of name: String) -> Int64 { counts[name] ?? 0 }

  mutating func send(_ id: String, from device: String) throws(CommandFailure) {
    let digest = messageDigest(id.utf8)
    if let first = recent[digest] ?? older[digest] {
      throw CommandFailure(
        .badData,
        "message \(id) is sent twice, by \(devices[Int(first)]) and by \(device); ids must be "
          + "unique, so these recordings are not of one session, or one is given twice")
    }
    recent[digest] = number(of: device)
    if let recorded = RecorderId(id) {
      counts[recorded.name] = max(recorded.count, counts[recorded.name] ?? 0)
    }
    if recent.count >= Self.generationMax {
      older = recent
      recent.removeAll(keepingCapacity: true)
    }
  }

  private mutating func number(of device: String) -> Int32 {
    if let index = devices.firstIndex(of: device) { return Int32(index) }
    devices.append(device)
    return Int32(devices.count - 1)
  }
}
