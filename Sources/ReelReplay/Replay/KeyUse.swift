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
  private let ruleKeys: RuleKeys
  /// By device, then by key.
  @exclusivity(unchecked) private var counts = PairTable(first: Counts())
  /// By process, then by rule; nil = never asked.
  @exclusivity(unchecked) private var lastAnswers = PairTable<Bool??>(first: nil)

  /// The use of keys in `world`, which is stepped elsewhere.
  public init(_ world: World) {
    self.world = world
    ruleKeys = RuleKeys(world.vocabulary)
  }

  /// How often `key` was used on `device`.
  public func counts(of key: Int32, on device: Int32) -> Counts { counts[device, key] }

  /// The last answer of each rule on each device or process that asked it; nil = unknown.
  public var answers: [(process: Int32, rule: Int32, answer: Bool?)] {
    lastAnswers.pairs.compactMap { process, rule in
      lastAnswers[process, rule].map { (process: process, rule: rule, answer: $0) }
    }
  }

  /// Counts what the event did.
  public func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove:
      if event.store == .defaults { counts[event.device, event.key].writes += 1 }
    case .storeRead:
      if event.store == .defaults { counts[event.device, event.key].reads += 1 }
    case .entitlementRead, .ruleRead:
      lastAnswers[event.process, event.key] = .some(world.givenAnswer)
      for place in ruleKeys.places(of: event.key) {
        counts[event.device, ruleKeys[place]].reads += 1
      }
    case .messageReceived:
      for change in world.changes { counts[event.device, change.key].synced += 1 }
    case .storeLoaded, .storeRegister, .storeCleared, .storeApplied, .messageSent, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
