import ReelEvents
import ReelLog

/// Joins recordings in one pass and causal order: a message is received after it was sent, whatever
/// the clocks say; ties go by time, then device, then position.
struct Merger {
  private let streams: [MergeStream]
  private let names: Set<String>
  private var ledger = MessageLedger()
  /// How many receipts came before any sender that could still be found.
  private(set) var letGoCount: Int64 = 0

  /// How many receipts were found whose process died before it applied them.
  var interruptedCount: Int { streams.reduce(0) { $0 + $1.interruptedCount } }

  /// How many events a receipt lets go before it that come later by their time: ids of apps' own
  /// making do not tell a lost message from one that is still to come.
  private let horizonEvents: Int64

  /// Joins `recordings`; those of one device, one for each launch, follow each other.
  /// - Throws: `LogError`.
  init(_ recordings: [MergeRecording], horizonEvents: Int64 = 100_000) throws {
    self.horizonEvents = horizonEvents
    names = Set(recordings.map(\.source.header.name))
    let launches = MergeLaunches.streams(of: recordings)
    streams = try launches.enumerated().map { try MergeStream($1, position: $0) }
  }

  /// The next event; nil at the end.
  /// - Throws: `LogError`, `CommandFailure` for an id that is sent twice.
  mutating func next() throws -> MergeEvent? {
    let heads = streams.compactMap(head).sorted(by: Self.precedes)
    guard let first = heads.first else { return nil }
    let isStuck = heads.allSatisfy(\.isBlocked)
    let best = isStuck ? first : heads.first { !$0.isBlocked } ?? first
    for overtaken in heads.prefix(while: { $0.stream !== best.stream }) {
      overtaken.stream.waited += 1
    }
    if isUnmatched(best.event) { letGoCount += 1 }
    if case .sends(let id) = best.event.link { try ledger.send(id, from: best.event.device) }
    try best.stream.advance()
    return best.event
  }

  private struct Head {
    let stream: MergeStream
    let event: MergeEvent
    let isBlocked: Bool
  }

  private func head(of stream: MergeStream) -> Head? {
    stream.head.map { Head(stream: stream, event: $0, isBlocked: isBlocked($0, stream)) }
  }

  private static func precedes(_ one: Head, _ other: Head) -> Bool {
    if one.event.at != other.event.at { return one.event.at < other.event.at }
    if one.event.device != other.event.device {
      return utf8Precedes(one.event.device, other.event.device)
    }
    return one.stream.position < other.stream.position
  }

  private func isUnmatched(_ event: MergeEvent) -> Bool {
    guard case .receives(let id) = event.link else { return false }
    return !ledger.hasSent(id)
  }

  /// Whether `event` must wait, since its message may still be sent by another stream.
  private func isBlocked(_ event: MergeEvent, _ stream: MergeStream) -> Bool {
    guard case .receives(let id) = event.link, !ledger.hasSent(id) else { return false }
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

/// Which messages have been sent so far: the last ones by id, the recorders' by count for ever.
private struct MessageLedger {
  private var recent: [String: String] = [:]
  private var older: [String: String] = [:]
  private var counts: [String: Int64] = [:]

  /// How many ids are kept in each of the two generations.
  private static let generationMax = 500_000

  func hasSent(_ id: String) -> Bool { recent[id] != nil || older[id] != nil }

  func highest(of name: String) -> Int64 { counts[name] ?? 0 }

  mutating func send(_ id: String, from device: String) throws(CommandFailure) {
    if let first = recent[id] ?? older[id] {
      throw CommandFailure(
        .badData,
        "message \(id) is sent twice, by \(first) and by \(device); ids must be unique, so "
          + "these recordings are not of one session, or one is given twice")
    }
    recent[id] = device
    if let recorded = RecorderId(id) {
      counts[recorded.name] = max(recorded.count, counts[recorded.name] ?? 0)
    }
    if recent.count >= Self.generationMax {
      older = recent
      recent.removeAll(keepingCapacity: true)
    }
  }
}
