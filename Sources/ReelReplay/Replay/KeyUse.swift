import ReelEvents
import ReelPolicies
public import ReelProjections

/// Which device reads and writes which key: the evidence for an allowlist.
public final class KeyUse: StepObserver {
  /// How often something was done to a key on a device.
  public struct Counts: Sendable, Equatable {
    /// Reads by the app, itself or through a rule.
    public var reads: Int64 = 0
    /// Writes and removals by the app.
    public var writes: Int64 = 0
    /// Changes by messages that were applied.
    public var synced: Int64 = 0

    /// Nothing so far.
    public init() {}
  }

  let world: World
  /// The counts by device, then by key number; shorter where the rest was never used.
  @exclusivity(unchecked) private var counts: [ContiguousArray<Counts>] = []
  @exclusivity(unchecked) private var lastAnswers = NumberTable<NumberTable<Bool?>>()

  /// The use of keys in `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// How often `key` was used on `device`.
  public func counts(of key: Int32, on device: Int32) -> Counts {
    let device = Int(device)
    guard device < counts.count, Int(key) < counts[device].count else { return Counts() }
    return counts[device][Int(key)]
  }

  /// The last answer of each rule on each device or process that asked it; nil = unknown.
  public var answers: [(process: Int32, rule: Int32, answer: Bool?)] {
    lastAnswers.numbers.flatMap { process in
      let rules = lastAnswers[process] ?? NumberTable()
      return rules.numbers.map { (process: process, rule: $0, answer: rules[$0] ?? nil) }
    }
  }

  /// Counts what the event did.
  public func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove:
      if event.store == .defaults { count(event.key, on: event.device) { $0.writes += 1 } }
    case .storeRead:
      if event.store == .defaults { count(event.key, on: event.device) { $0.reads += 1 } }
    case .entitlementRead, .ruleRead:
      lastAnswers[event.process, default: NumberTable()][event.key] = .some(world.givenAnswer)
      for key in world.vocabulary.catalogRule(event.key)?.keys ?? [] {
        count(key, on: event.device) { $0.reads += 1 }
      }
    case .messageReceived:
      for change in world.changes { count(change.key, on: event.device) { $0.synced += 1 } }
    case .storeLoaded, .storeRegister, .storeCleared, .storeApplied, .messageSent, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  private func count(_ key: Int32, on device: Int32, _ change: (inout Counts) -> Void) {
    let device = Int(device)
    while counts.count <= device { counts.append([]) }
    let missing = Int(key) + 1 - counts[device].count
    if missing > 0 {
      counts[device].append(
        contentsOf: repeatElement(Counts(), count: max(missing, world.vocabulary.keys.names.count)))
    }
    change(&counts[device][Int(key)])
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
