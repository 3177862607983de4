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
  /// The counts by device, then by key number, `width` keys a device.
  @exclusivity(unchecked) private var counts: ContiguousArray<Counts> = []
  @exclusivity(unchecked) private var width = 0
  @exclusivity(unchecked) private var lastAnswers = NumberTable<NumberTable<Bool?>>()

  /// The use of keys in `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// How often `key` was used on `device`.
  public func counts(of key: Int32, on device: Int32) -> Counts {
    let place = Int(device) * width + Int(key)
    return Int(key) < width && place < counts.count ? counts[place] : Counts()
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

  @inline(__always)
  private func count(_ key: Int32, on device: Int32, _ change: (inout Counts) -> Void) {
    if Int(key) >= width { widen(to: max(Int(key) + 1, world.vocabulary.keys.names.count)) }
    let place = Int(device) * width + Int(key)
    if place >= counts.count {
      let missing = (Int(device) + 1) * width - counts.count
      counts.append(contentsOf: repeatElement(Counts(), count: missing))
    }
    change(&counts[place])
  }

  /// Makes room for `count` keys a device.
  private func widen(to count: Int) {
    var wider: ContiguousArray<Counts> = []
    for start in stride(from: 0, to: counts.count, by: max(width, 1)) {
      wider += counts[start..<start + width]
      wider.append(contentsOf: repeatElement(Counts(), count: count - width))
    }
    (counts, width) = (wider, count)
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
