import Foundation
public import ReelEvents
import ReelFoundation
public import ReelLog
public import ReelSeams

/// Records what one process of an app does: what its stores and its link show through the
/// decorators, and what its services tell.
///
/// Each event is taken down under one lock that spans the effect and the writing, so that the order
/// of the recording is the order of effects. Writing to the disk happens elsewhere and never holds
/// the app up; where it does not keep pace, events are dropped, counted, and made good by the whole
/// content of the stores.
///
/// ```swift
/// let recorder = try Recorder(
///   Recorder.Setup(device: DeviceName("phone"), catalog: catalog, recordedUnder: "allowlist"),
///   at: .session(of: environment, orElse: path), clock: SystemClock())
/// let defaults = RecordingDefaultsStore(
///   UserDefaults.standard, domain: bundleIdentifier, recorder: recorder)
/// let link = RecordingWatchLink(WCSession.default, to: DeviceName("watch"), recorder: recorder)
/// recorder.record(.deviceLaunched(version: version, policy: nil))
/// ```
///
/// On Apple's systems a store tells its observers of a change before `set` returns; an observer
/// that waits there for another thread, which waits for the recorder, waits for ever.
public final class Recorder: SyncWitness, @unchecked Sendable {
  // Unchecked: everything that changes is touched with `lock` held.

  /// What a recording says of itself, and what its recorder may hold.
  public struct Setup: Sendable {
    /// The device, or the process of a device (`watch/widget`).
    public var device: DeviceName
    /// The keys and rules that the events speak of.
    public var catalog: Catalog
    /// The policy that the app's services run, as a policy argument; nil for an app's own code.
    public var recordedUnder: String?
    /// Keys, besides those that the catalog syncs or a rule names, whose values may be recorded.
    public var shortList: Set<String> = []
    /// What digests of other values are keyed by: 16 bytes, the same on all devices whose
    /// recordings are to be joined. nil: the secret of the session's folder, or a new one.
    public var secret: [UInt8]?
    /// Which received messages are taken down with their payload.
    public var receivedPayloads = ReceivedPayloads.ofUnrecordedSenders
    /// What flushed events outlive: by themselves they are flushed within
    /// `RecorderLimits.flushMilliseconds` and `.flushBytes`, except with `none`.
    public var durability = Durability.flush
    /// How much waits in memory, and how long.
    public var limits = RecorderLimits()

    /// The setup of a recorder on `device`.
    public init(device: DeviceName, catalog: Catalog, recordedUnder: String?) {
      self.device = device
      self.catalog = catalog
      self.recordedUnder = recordedUnder
    }
  }

  /// Which received messages are taken down with their payload.
  public enum ReceivedPayloads: Sendable {
    /// Those whose sender is not recorded. Any other's payload is in the sender's recording.
    case ofUnrecordedSenders
    /// All, so that the recording can be replayed without the sender's.
    case all
  }

  /// The device, or the process of a device, that is recorded.
  public let device: DeviceName
  /// The recording's name: its file's, without the ending. Message ids begin with it.
  public let name: String
  /// The file that is written; empty where lines are kept in memory.
  public let path: String

  private let clock: any WallClock
  private let receivedPayloads: ReceivedPayloads
  private let filter: ValueFilter
  private let keeper: any LineKeeper
  private let lock = NSRecursiveLock()
  private let catalogKeys: KeySet

  @exclusivity(unchecked) private var stepInstant: Instant?
  /// How many steps have begun; the number of the one that is under way.
  @exclusivity(unchecked) private(set) var stepNumber: Int64 = 0
  private var messageCount: Int64 = 0
  /// How many events are missing, and nothing in the recording says so yet.
  @exclusivity(unchecked) private var unsaidDrops: Int64 = 0
  @exclusivity(unchecked) private var allDrops: Int64 = 0
  /// The message whose doing the step's writes are, and those of them not yet taken down.
  @exclusivity(unchecked) private(set) var applying: ApplyRun?
  /// What makes good for dropped events, one for each store.
  private var contents: [() -> [Action]] = []

  /// Starts a new recording at `place`.
  /// - Throws: `exists` for a file that is there already; `cannotCreate`; `inputOutput`.
  public init(
    _ setup: Setup, at place: RecordingPlace, clock: any WallClock
  ) throws(LogError) {
    let secret = if let given = setup.secret { given } else { try place.secret() }
    filter = ValueFilter(setup.catalog, shortList: setup.shortList, secret: secret)
    let keys = filter.shown
    switch place {
    case .memory(let name, let bytesMax):
      (self.name, path) = (name, "")
      keeper = LineRing(
        setup.header(name: name), of: setup.device, showing: keys, bytesMax: bytesMax)
    case .file(let path):
      let file = try RecordingFile(at: path, for: setup)
      (name, self.path) = (file.name, file.path)
      keeper = setup.queue(before: file.sink, showing: keys)
    case .folder(let folder):
      let file = try RecordingFile(in: folder, for: setup)
      (name, path) = (file.name, file.path)
      keeper = setup.queue(before: file.sink, showing: keys)
    }
    device = setup.device
    self.clock = clock
    receivedPayloads = setup.receivedPayloads
    catalogKeys = KeySet(setup.catalog.keys.map(\.name))
  }

  /// Runs `body` as one step of the recording; steps of other threads wait.
  public func asOneStep<Result>(_ body: (Instant) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    if let stepInstant { return try body(stepInstant) }
    let instant = beginStep()
    defer { endStep() }
    return try body(instant)
  }

  /// Takes down that `action` happened here, now.
  public func record(_ action: Action) {
    lock.lock()
    defer { lock.unlock() }
    if let stepInstant {
      endRun()
      return enqueue(action, at: stepInstant)
    }
    // A step of its own. Passed on as it is: a copy counts everything in it.
    let instant = beginStep()
    enqueue(action, at: instant)
    endStep()
  }

  /// Takes down an attempt to send that the rule held back.
  public func heldBack(
    _ channel: Channel, to device: DeviceName, because reason: Suppression
  ) {
    asOneStep { _ in
      record(
        .messageSent(
          SentMessage(message: nextMessage(), channel: channel, to: device, suppressed: reason)))
    }
  }

  /// Takes down that `payload` has come; the writes of the rest of the step are its doing.
  ///
  /// A message from a sender that is recorded too names itself; any other gets a name here.
  public func received(
    _ payload: [String: Any], over channel: Channel, suppressed: Suppression?
  ) {
    asOneStep { _ in
      let named = MessageRider.message(of: payload)
      let id = named ?? nextForeignMessage()
      var message = ReceivedMessage(message: id, channel: channel, suppressed: suppressed)
      if named == nil || receivedPayloads == .all {
        message.payload = Value(propertyList: MessageRider.removing(from: payload))
      }
      record(.messageReceived(message))
      if suppressed == nil { applying = ApplyRun(message: id) }
    }
  }

  /// How many events were dropped since the recording began, for want of room or of a disk.
  public var droppedCount: Int64 {
    lock.lock()
    defer { lock.unlock() }
    return allDrops
  }

  /// Writes what waits, so that it can be read even if the process dies now; with the durability
  /// `fsync`, even if the power fails.
  ///
  /// Call it when the app goes to the background. What waits is flushed within
  /// `RecorderLimits.flushMilliseconds` anyway.
  /// - Throws: `inputOutput`: why something still waits, such as a full disk; it is tried again.
  public func flush() throws(LogError) { try keeper.flush() }

  /// Makes a whole recording of everything so far, to be sent to somebody; recording goes on.
  /// - Parameter path: where to, with the ending that the recording's own file has; from memory,
  ///   compressed if it is `.zst`.
  /// - Throws: `exists` for a file that is there already; `cannotCreate`; `inputOutput`.
  public func export(to path: String) throws(LogError) { try keeper.export(to: path) }

  /// Ends the recording; what happens afterwards is not recorded. A second call does nothing,
  /// unless the first one threw.
  /// - Throws: `inputOutput`: why something still waits, such as a full disk.
  public func finish() throws(LogError) {
    try keeper.flush()
    asOneStep { _ in }
    try keeper.finish()
  }
}

extension Recorder {
  /// A new message id: the recording's name and a count, so that ids are unique in a session and a
  /// lost one shows as a gap.
  public func nextMessage() -> String { asOneStep { _ in "\(name)-\(nextCount())" } }

  /// An id for a message that came without one, or from where nobody records: unlike those that a
  /// sender gives, so that joining recordings may find the true one.
  public func nextForeignMessage() -> String { asOneStep { _ in "\(name)?\(nextCount())" } }

  private func nextCount() -> Int64 {
    messageCount += 1
    return messageCount
  }

  /// Whether the catalog has `key`.
  func knows(_ key: String) -> Bool { catalogKeys.contains(key) }

  /// Takes on a store: `content` is taken down now, and whenever events had to be dropped, to make
  /// good for them.
  public func takeOn(_ content: @escaping () -> [Action]) {
    asOneStep { _ in
      contents.append(content)
      for action in content() { record(action) }
    }
  }

  /// Takes down a write to a store: on its own, or as part of what a message does.
  /// - Parameters:
  ///   - old: what was stored before. It counts while a message is being applied: then what changes
  ///     nothing is left out.
  ///   - new: what is stored now; nil for a removal.
  func noteWrite(_ store: StoreName, _ key: String, old: Value?, new: Value?) {
    asOneStep { _ in
      guard applying != nil else {
        if let new { return record(.storeSet(store: store, key: key, value: new)) }
        return record(.storeRemove(store: store, key: key))
      }
      if old == new { return }
      if let half = applying?.add(store, key, new) { enqueue(half) }
    }
  }

  private func beginStep() -> Instant {
    let instant = clock.now()
    stepInstant = instant
    stepNumber += 1
    if unsaidDrops > 0 { makeGoodForDropped(at: instant) }
    if keeper.wantsContent { keeper.begin(with: wholeContent, at: instant) }
    return instant
  }

  private func endStep() {
    endRun()
    applying = nil
    stepInstant = nil
  }

  /// Takes down the writes gathered so far.
  private func endRun() {
    if applying != nil, let half = applying?.end() { enqueue(half) }
  }

  private func enqueue(_ action: Action) {
    guard let stepInstant else { preconditionFailure("events are taken down in steps") }
    enqueue(action, at: stepInstant)
  }

  private func enqueue(_ action: Action, at instant: Instant) {
    if unsaidDrops > 0 || !offer(action, at: instant) {
      unsaidDrops += 1
      allDrops += 1
    }
  }

  private func offer(_ action: Action, at instant: Instant) -> Bool {
    // Mostly nothing is held back: writing the line is the whole look at its values.
    var reception = keeper.offer(action, at: instant, showing: .whatKeysAllow)
    if reception == .heldBack {
      reception = keeper.offer(filter.filtered(action), at: instant, showing: .everything)
    }
    return reception == .added
  }

  /// Once there is room again, says how many events are missing and what the stores hold now.
  private func makeGoodForDropped(at instant: Instant) {
    guard keeper.hasRoom, offer(.recorderDropped(count: unsaidDrops), at: instant) else { return }
    unsaidDrops = 0
    for content in contents { for action in content() { enqueue(action) } }
  }

  private var wholeContent: [Action] { contents.flatMap { $0() }.map(filter.filtered) }
}

extension Recorder.Setup {
  func header(name: String) -> RecordingHeader {
    RecordingHeader(name: name, recordedUnder: recordedUnder, catalog: catalog)
  }

  fileprivate func queue(
    before sink: sending RecordingSink, showing keys: ShownKeys
  ) -> LineQueue {
    LineQueue(
      sink, of: device, showing: keys, flushesItself: durability != .none, limits: limits)
  }
}
