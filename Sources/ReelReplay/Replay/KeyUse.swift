import ReelEvents
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
  /// The counts by device, then by key number.
  public private(set) var counts: [Int32: [Int32: Counts]] = [:]
  /// The last answer of each rule, by device or process, then by rule number; nil = unknown.
  public private(set) var answers: [Int32: [Int32: Bool?]] = [:]

  /// The use of keys in `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event did.
  public func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove:
      if event.store == .defaults {
        counts[event.device, default: [:]][event.key, default: Counts()].writes += 1
      }
    case .storeRead:
      if event.store == .defaults {
        counts[event.device, default: [:]][event.key, default: Counts()].reads += 1
      }
    case .entitlementRead, .ruleRead:
      answers[event.process, default: [:]][event.key] = .some(world.outcome.answer)
      for key in world.vocabulary.catalogRule(event.key)?.keys ?? [] {
        counts[event.device, default: [:]][key, default: Counts()].reads += 1
      }
    case .messageReceived:
      for change in world.outcome.changes {
        counts[event.device, default: [:]][change.key, default: Counts()].synced += 1
      }
    case .storeLoaded, .storeRegister, .storeCleared, .storeApplied, .messageSent, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
