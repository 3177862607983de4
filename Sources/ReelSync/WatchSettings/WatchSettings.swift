public import ReelEvents
public import ReelPolicies
public import ReelSeams

/// The settings of one device's app, and how they come from a phone to its watch: what a real app
/// links.
///
/// Which keys travel, are cleared and are accepted is a policy, and the functions that obey it are
/// those that replay and the simulator call. Edits go to the store as ever; nothing has to be told
/// here but when to send.
public final class WatchSettings: @unchecked Sendable {
  // Unchecked: a defaults store is safe to call from any thread, and what changes is touched in
  // steps of the witness only, which wait for each other.

  /// Where an app keeps its settings, and with whom it shares them.
  public struct Place {
    /// The store.
    public var defaults: any DefaultsStore
    /// The domain that the store writes to: the suite's name, or the app's bundle identifier.
    public var domain: String
    /// The device that this is.
    public var device: DeviceName
    /// The device at the other end of the link.
    public var counterpart: DeviceName

    /// The settings in `domain` of `defaults`, on `device`.
    public init(
      defaults: any DefaultsStore, domain: String, device: DeviceName, counterpart: DeviceName
    ) {
      self.defaults = defaults
      self.domain = domain
      self.device = device
      self.counterpart = counterpart
    }
  }

  let place: Place
  let witness: any SyncWitness
  let rule: SettingsRule
  let legacyRule: SettingsRule
  /// The catalog's keys, and those that were sent when an earlier catalog had them.
  private(set) var keys: SettingsKeys
  private var isLocked = false
  private var memory: SettingsMemory?
  private var isMemorySaved = true

  /// The settings at `place`.
  /// - Parameters:
  ///   - catalog: the keys and what they mean.
  ///   - policy: how settings travel; every policy will do.
  ///   - witness: whoever records, or `Unwitnessed`.
  public init(
    _ place: Place, catalog: Catalog, policy: SettingsPolicy, witness: any SyncWitness
  ) {
    self.place = place
    self.witness = witness
    var keys = SettingsKeys(catalog)
    rule = SettingsRule(policy, keys: &keys)
    legacyRule = SettingsRule(BuiltInPolicies.wipeThenApply, keys: &keys)
    self.keys = keys
  }

  /// The store.
  public var defaults: any DefaultsStore { place.defaults }

  /// Whether a rule waits because the device is locked.
  func isOnHold(under rule: SettingsRule) -> Bool { isLocked && rule.policy.locked == .hold }

  /// To be called when the system takes protected data away, and every store reads as absent.
  public func deviceLocked() { setLocked(true, .deviceLocked) }

  /// To be called when protected data is back.
  public func deviceUnlocked() { setLocked(false, .deviceUnlocked) }

  private func setLocked(_ isLocked: Bool, _ action: Action) {
    witness.asOneStep { _ in
      self.isLocked = isLocked
      witness.record(action)
      saveMemory()
    }
  }
}

extension WatchSettings {
  /// Gives `body` what the rules remember, and keeps what it makes of it.
  ///
  /// While the device is locked nothing is written: that would destroy the store.
  func remembering<Result>(_ body: (inout SettingsMemory) -> Result) -> Result {
    var current = memory ?? SettingsMemory(in: place, keys: &keys)
    let before = current
    let result = body(&current)
    if isLocked && memory == nil { return result }
    memory = current
    if current != before { isMemorySaved = false }
    saveMemory()
    return result
  }

  private func saveMemory() {
    if isLocked || isMemorySaved { return }
    memory?.save(in: place, names: keys.names)
    isMemorySaved = true
  }
}
