import ReelEvents
import ReelPolicies
public import ReelProjections

/// Watches one world and notes every check that fails.
///
/// `observe` is called after each step; `finish` once at the end, for what only shows then.
public final class Checker {
  let world: World
  @exclusivity(unchecked) var log = FindingLog()
  /// What could not be decided, as sentences, in order.
  @exclusivity(unchecked) public internal(set) var undecided: [String] = []

  @exclusivity(unchecked) var entitlements = EntitlementHistory()
  @exclusivity(unchecked) var senders: [Int32: [Int32]] = [:]
  @exclusivity(unchecked) var links: [Link: LinkHistory] = [:]
  /// The event of the last fact that changed a device.
  @exclusivity(unchecked) var lastFact = EventNumbers()
  @exclusivity(unchecked) var budgets: [Int32: BudgetHistory] = [:]
  @exclusivity(unchecked) var copies: [Copy: CopyHistory] = [:]
  @exclusivity(unchecked) var acts = ActHistory()
  @exclusivity(unchecked) var lastEvent: Int64 = 0

  /// One direction between two devices.
  struct Link: Hashable {
    var sender: Int32
    var receiver: Int32
  }

  /// A device's copy of a list.
  struct Copy: Hashable {
    var device: Int32
    var list: Int32
  }

  /// A checker of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

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
    lastEvent = event.number
    switch event.kind {
    case .storeSet, .storeRemove: observeEdit(event)
    case .storeRead: observeRead(event)
    case .entitlementRead, .ruleRead: observeAnswer(event)
    case .messageSent:
      if event.message.channel == .kvs { observePush(event) } else { observeSent(event) }
    case .messageReceived:
      if event.message.channel == .kvs { observePull(event) } else { observeReceived(event) }
    case .messageFailed: observeFailed(event)
    case .storeLoaded, .storeRegister, .deviceInstalled, .deviceLaunched, .deviceUpdated,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount:
      observeDevice(event)
    case .storeCleared, .storeApplied: observeRecordedApply(event)
    case .deviceCrashed, .recorderDropped, .note, .unknown: break
    }
  }

  func note(
    _ check: Check, as severity: Severity? = nil, _ event: Int64, _ device: Int32,
    _ key: String? = nil, _ message: @autoclosure () -> String
  ) {
    log.note(
      Finding(
        check: check, severity: severity ?? check.severity, event: event,
        device: name(device), key: key, message: message()))
  }

  func name(_ device: Int32) -> String { world.vocabulary.processes[device] }

  func key(_ key: Int32) -> String { world.vocabulary.keys.names[Int(key)] }

  private func observeDevice(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeLoaded, .storeRegister, .deviceLocked, .deviceUnlocked:
      lastFact[event.device] = event.number
    case .deviceUninstalled:
      lastFact[event.device] = event.number
      for copy in copies.keys where copy.device == event.device { copies[copy] = nil }
    case .deviceInstalled:
      lastFact[event.device] = event.number
      entitlements.restart(event.device)
      for link in links.keys where link.receiver == event.device { links[link]?.lastApplied = 0 }
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
    noteStoreSize(event)
    for copy in copies.keys where copy.device == event.device { copies[copy]?.isStale = true }
  }
}
