import ReelEvents
public import ReelPolicies
public import ReelSeams

/// A set on this device and nowhere else: the source of truth, whatever is layered on top.
///
/// Its log holds what every act changed; the set is the fold of the log, made anew when it is
/// opened.
public final class LocalSet<ID: ItemID>: SetStore, @unchecked Sendable {
  // Unchecked: `memory` and what belongs to it are touched in steps of the witness only, which wait
  // for each other.

  /// Which set this is.
  public let name: SetName<ID>
  let policy: DismissalPolicy
  let witness: any SyncWitness
  private let log: ValueLog
  private let shown = ShownItems<ID>()
  private(set) var memory: SetMemory
  private var isLocked = false
  private var lastPush: Message?
  private var lastForeign: Message?

  private struct Message {
    var id: String
    var blob: Value
  }

  /// Opens the set whose log is in `storage`, or begins it.
  /// - Parameters:
  ///   - policy: how the set would travel: whether a removal leaves a mark, and where stamps come
  ///     from.
  ///   - witness: whoever records, or `Unwitnessed`; the clock is its.
  /// - Throws: `SetLogError` for a log of a later version or a damaged one, which stays as it is;
  ///   what the storage throws. Complexity: O(size of the log).
  public init(
    _ name: SetName<ID>, in storage: any LogStorage, policy: DismissalPolicy,
    witness: any SyncWitness
  ) throws {
    self.name = name
    self.policy = policy
    self.witness = witness
    let log = ValueLog(storage)
    self.log = log
    memory = try witness.asOneStep { try Self.open(log, at: $0) }
    shown.show(listed)
    witness.takeOn { [weak self] in self.map { [$0.content] } ?? [] }
  }

  /// Says what the set holds.
  private var content: Action {
    let items = listed.map { ValueDictionary.Member(key: $0, value: .bool(true)) }
    return .storeLoaded(store: name.store, values: ValueDictionary(items))
  }

  private static func open(_ log: ValueLog, at now: Instant) throws -> SetMemory {
    var memory = SetMemory()
    memory.installedAt = now.milliseconds
    try log.read { value in
      guard let line = SetMemory.Line(value) else { throw SetLogError(line: log.lineCount) }
      memory.apply(line)
    }
    let entryCount = memory.list.marks.entries.count
    if log.lineCount == 0 || log.lineCount > max(Self.linesKept, 2 * entryCount) {
      try log.replace(with: [SetMemory.Line.snapshot(memory).value])
    }
    return memory
  }

  /// From how many lines on a log is replaced by a snapshot when it is opened.
  static var linesKept: Int { 1000 }

  // MARK: The set

  /// The user adds an item; returns whether it was not in the set.
  /// - Throws: what the storage throws; `SetLocked` while the device is locked.
  @discardableResult public func insert(_ id: ID) throws -> Bool {
    try witness.asOneStep { now in
      if contains(id) { return false }
      if isLocked { throw SetLocked() }
      try change { $0.add(id.rawValue, under: policy, in: circumstances(at: now)) }
      witness.record(.storeSet(store: name.store, key: id.rawValue, value: .bool(true)))
      return true
    }
  }

  /// The user takes an item out; returns whether it was in the set.
  /// - Throws: what the storage throws; `SetLocked` while the device is locked.
  @discardableResult public func remove(_ id: ID) throws -> Bool {
    try witness.asOneStep { now in
      if !contains(id) { return false }
      if isLocked { throw SetLocked() }
      try change { $0.remove(id.rawValue, under: policy, in: circumstances(at: now)) }
      witness.record(.storeRemove(store: name.store, key: id.rawValue))
      return true
    }
  }

  /// Whether the item is in the set.
  public func contains(_ id: ID) -> Bool { shown.contains(id) }

  /// The items, in the order of their ids' bytes.
  public var all: [ID] { shown.all }

  /// The items now and after every change.
  public var changes: AsyncStream<[ID]> { changes(keeping: self) }

  /// The items now and after every change, in a stream that keeps `owner` alive.
  func changes(keeping owner: any SetStore<ID>) -> AsyncStream<[ID]> {
    shown.changes(keeping: owner)
  }

  /// To be called when the system takes protected data away, or gives it back.
  public func setLocked(_ isLocked: Bool) {
    witness.asOneStep { _ in self.isLocked = isLocked }
  }
}

/// A log that is not written over: a line of it is damaged, or of a later version.
public struct SetLogError: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var line: Int

  /// One sentence, and what to do.
  public var description: String {
    "line \(line) of the set's log is damaged or of a later version; it is kept as it is"
  }
}

/// The device is locked, so that what the set holds can be neither read nor kept.
public struct SetLocked: Error {}

// MARK: What goes to the cloud and what comes from it

extension LocalSet {
  /// Whether the gate to the cloud is open.
  var mayReachCloud: Bool { policy.isGateOpen(memory.entitlement) }

  /// Takes note of an answer to the question whether the user has Pro; nil = unknown.
  func proAnswered(_ answer: Bool?) throws {
    try witness.asOneStep { _ in
      let wasOpen = mayReachCloud
      var entitlement = memory.entitlement
      entitlement.note(answer)
      if entitlement != memory.entitlement {
        try log.append(SetMemory.Line.proAnswered(answer).value)
        memory.entitlement = entitlement
      }
      witness.record(.entitlementRead(rule: "pro", answer: answer))
      if !wasOpen && mayReachCloud { try change { $0.expectPull() } }
    }
  }

  /// Takes note of the account that the device is signed in to; nil = none.
  func accountIs(_ account: String?) throws {
    try witness.asOneStep { _ in
      var next = memory
      let event = next.enter(account, under: policy)
      if next == memory { return }
      try log.replace(with: [SetMemory.Line.snapshot(next).value])
      memory = next
      if let event { witness.record(event) }
      shown.show(listed)
    }
  }

  /// What is made of an opportunity to push: the text for the cloud, or nil where the rule holds it
  /// back.
  func takePush() throws -> String? {
    try witness.asOneStep { now in
      var message = SentMessage(
        message: witness.nextMessage(), channel: .kvs, to: .cloud, key: name.key)
      switch try change({ $0.push(under: policy, in: circumstances(at: now)) }) {
      case .suppressed(let reason):
        message.suppressed = reason
        witness.record(.messageSent(message))
        return nil
      case .sent(let blob):
        message.payload = blob
        lastPush = Message(id: message.message, blob: blob)
        witness.record(.messageSent(message))
        return CloudText.text(of: blob, message: message.message)
      }
    }
  }

  /// Takes note that the last push did not get into the cloud.
  func pushFailed(_ error: String) throws {
    try witness.asOneStep { _ in
      guard let lastPush else { return }
      try change { $0.notePushFailed() }
      self.lastPush = nil
      witness.record(.messageFailed(message: lastPush.id, error: error))
    }
  }

  /// An opportunity to pull that the gate holds back, so that nothing is asked of the cloud.
  func holdBackPull() {
    witness.record(
      .messageReceived(
        ReceivedMessage(message: nil, channel: .kvs, key: keyIfOther, suppressed: .gate)))
  }

  /// Merges what the cloud holds under the set's key; nil = nothing.
  /// - Parameter reason: why this is looked at, as a recording has it; nil = of our own accord.
  func pull(_ object: Any?, reason: String?) throws {
    try witness.asOneStep { now in
      let text = CloudText(object)
      let before = listed
      let refusal = try change { $0.pull(text.blob, under: policy, in: circumstances(at: now)) }
      var message = received(text)
      message.reason = reason
      message.suppressed = refusal
      witness.record(.messageReceived(message))
      recordHalves(from: before, by: message.message ?? "")
    }
  }

  /// Names a pulled blob: after our own push, or after the foreign one that it is, whose payload is
  /// taken down too, since the recording of its sender may not be at hand.
  private func received(_ text: CloudText) -> ReceivedMessage {
    var message = ReceivedMessage(message: "none", channel: .kvs, key: keyIfOther)
    guard let blob = text.blob else { return message }
    if let lastPush, lastPush.blob == blob {
      message.message = lastPush.id
      return message
    }
    message.payload = blob
    if let name = text.message {
      message.message = name
      return message
    }
    if lastForeign?.blob != blob {
      lastForeign = Message(id: witness.nextForeignMessage(), blob: blob)
    }
    message.message = lastForeign?.id
    return message
  }

  private func recordHalves(from before: [String], by message: String) {
    let (cleared, applied) = SetDifference.between(before, listed)
    if !cleared.isEmpty {
      witness.record(.storeCleared(store: name.store, by: message, keys: cleared))
    }
    if !applied.isEmpty {
      let values = ValueDictionary(applied.map { .init(key: $0, value: .bool(true)) })
      witness.record(.storeApplied(store: name.store, by: message, values: values))
    }
  }

  private var keyIfOther: String? { name.store == .notInterested ? nil : name.key }
  private var listed: [String] { memory.list.marks.live(policy.tie) }

  private func circumstances(at now: Instant) -> SyncedList.Circumstances {
    SyncedList.Circumstances(
      clock: now.milliseconds, installedAt: memory.installedAt, isGateOpen: mayReachCloud,
      isLocked: isLocked)
  }

  /// Changes the list: first in the log, then in memory, then for readers.
  private func change<Result>(_ body: (inout SyncedList) -> Result) throws -> Result {
    var list = memory.list
    let result = body(&list)
    let change = ListChange(from: memory.list, to: list)
    if !change.isEmpty { try log.append(SetMemory.Line.changed(change).value) }
    memory.list = list
    if !change.marks.isEmpty || !change.dropped.isEmpty { shown.show(listed) }
    return result
  }
}
