import ReelEvents
import ReelPolicies
public import ReelProjections

/// Watches one world and notes every check that fails.
///
/// `observe` is called after each step; `finish` once at the end, for what only shows then.
public final class Checker {
  let world: World
  /// Whether the catalog syncs a key, by the numbers of its keys.
  private let isSynced: ContiguousArray<Bool>
  @exclusivity(unchecked) var log = FindingLog()
  /// What could not be decided, as sentences, in order.
  @exclusivity(unchecked) public internal(set) var undecided: [String] = []

  @exclusivity(unchecked) var devices = NumberTable(first: DeviceHistory())
  /// By sender, then by receiver.
  @exclusivity(unchecked) var links = PairTable(first: LinkHistory())
  @exclusivity(unchecked) var queued = QueuedMessages()
  /// What does not hang on the rule.
  let facts: LastFacts
  /// Whether nobody else takes those down.
  private let notesFacts: Bool
  /// The last read of each rule, by device, then by rule.
  @exclusivity(unchecked) var lastReads = PairTable<RuleRead?>(first: nil)
  /// The event at which something outside was last found to have changed a key; 0 = none.
  @exclusivity(unchecked) var foundChanges = NumberTable<Int64>(first: 0)
  /// The keys of the catalog's rules.
  let ruleKeys: RuleKeys
  @exclusivity(unchecked) var copies: [Copy: CopyHistory] = [:]
  @exclusivity(unchecked) var acts = ActHistory()

  /// A device's copy of a list.
  struct Copy: Hashable {
    var device: Int32
    var list: Int32
  }

  /// A checker of `world`, which is stepped elsewhere.
  public convenience init(_ world: World) { self.init(world, LastFacts(), notesFacts: true) }

  /// A checker of `world`, one of several of a replay; `facts` are noted elsewhere.
  convenience init(_ world: World, _ facts: LastFacts) {
    self.init(world, facts, notesFacts: false)
  }

  private init(_ world: World, _ facts: LastFacts, notesFacts: Bool) {
    self.world = world
    (self.facts, self.notesFacts) = (facts, notesFacts)
    isSynced = ContiguousArray(world.vocabulary.keys.isSynced)
    ruleKeys = RuleKeys(world.vocabulary)
  }

  /// The findings so far, by event, then in the order in which they were made.
  public var findings: [Finding] {
    log.findings.enumerated()
      .sorted { ($0.element.event, $0.offset) < ($1.element.event, $1.offset) }
      .map(\.element)
  }

  /// How many findings were counted and not kept.
  public var droppedCount: Int64 { log.droppedCount }

  /// Takes note of what `event` came to.
  public func observe(_ event: ResolvedEvent) {
    if notesFacts { facts.note(event, as: event.kind) }
    observe(event, as: event.kind)
  }

  /// As above, for one who knows the kind and has the facts noted.
  @inline(__always) func observe(_ event: ResolvedEvent, as kind: EventKind) {
    switch kind {
    case .storeSet, .storeRemove: observeEdit(event)
    case .storeRead: observeRead(event)
    case .entitlementRead, .ruleRead: observeAnswer(event)
    case .messageSent: observeSent(event)
    case .messageReceived:
      if event.message.channel == .kvs { observePull(event) } else { observeReceived(event) }
    case .messageFailed: observeFailed(event)
    case .storeLoaded, .storeRegister, .deviceInstalled, .deviceLaunched, .deviceUpdated,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount:
      observeDevice(event)
    case .storeCleared, .storeApplied:
      if world.isAsRecorded { distrustLists(of: event.device) }
      observeRecordedApply(event)
    case .deviceCrashed, .recorderDropped, .note, .unknown: break
    }
  }

  func note(
    _ check: Check, as milder: Severity? = nil, _ event: Int64, _ device: Int32,
    _ topic: Topic, _ message: @autoclosure () -> String
  ) {
    let severity = milder ?? check.severity
    log.note(check, severity, device, topic) {
      Finding(
        check: check, severity: severity, event: event, device: name(device),
        key: name(topic), message: message())
    }
  }

  private func name(_ topic: Topic) -> String? {
    switch topic {
    case .device: nil
    case .key(let number): key(number)
    case .rule(let number): world.vocabulary.rules[number]
    case .item(let id): id
    }
  }

  /// Whether the catalog knows the key and syncs it.
  func isCatalogSynced(_ key: Int32) -> Bool { Int(key) < isSynced.count && isSynced[Int(key)] }

  func name(_ device: Int32) -> String { world.vocabulary.processes[device] }

  func key(_ key: Int32) -> String { world.vocabulary.keys.names[Int(key)] }

  /// Has the next pull check every item: something else may have changed any.
  private func distrustLists(of device: Int32) {
    if copies.isEmpty { return }
    for copy in copies.keys where copy.device == device { copies[copy]?.isSwept = false }
  }

  private func observeDevice(_ event: ResolvedEvent) {
    distrustLists(of: event.device)
    switch event.kind {
    case .deviceUninstalled:
      for copy in copies.keys where copy.device == event.device { copies[copy] = nil }
    case .deviceInstalled:
      devices[event.device].isFound = true
      devices[event.device].informedAt = 0
      devices[event.device].hasReceived = false
      lastReads.forget(event.device)
      for (sender, receiver) in links.pairs where receiver == event.device {
        links[sender, receiver].lastApplied = 0
      }
      for copy in copies.keys where copy.device == event.device { copies[copy] = CopyHistory() }
      acts.restart(event.device)
    case .deviceAccount where world.outcome.accountChanged:
      for copy in copies.keys where copy.device == event.device {
        copies[copy]?.hasPulledValue = false
        copies[copy]?.seen = nil
        copies[copy]?.isStale = true
      }
    default: break
    }
    guard event.kind == .storeLoaded else { return }
    if devices[event.device].isFound {
      for change in world.changes { foundChanges[change.key] = event.number }
    }
    devices[event.device].isFound = true
    noteStoreSize(event)
    for copy in copies.keys where copy.device == event.device { copies[copy]?.isStale = true }
  }
}
