/// A settings policy made ready for one catalog: which keys it sends, clears and accepts.
///
/// Keys are numbers of `SettingsKeys`; values are small numbers too, equal for equal values, 0 for
/// absent. Live service, replay and simulation all call these functions.
public struct SettingsRule: Sendable {
  /// The policy it was made from.
  public let policy: SettingsPolicy
  /// The keys a sender sends, ascending.
  public let sendKeys: [Int32]
  /// The keys a receiver clears on its own account, ascending; empty for `none` and `explicit`.
  public let clearKeys: [Int32]
  private let sends: [Bool]
  private let clears: [Bool]
  private let syncs: [Bool]

  /// Compiles `policy`. A policy's own list may name keys that the catalog does not know; they are
  /// numbered in `keys`.
  public init(_ policy: SettingsPolicy, keys: inout SettingsKeys) {
    self.policy = policy
    var omitted = Set<Int32>()
    switch policy.omit {
    case .keys(let names): omitted = Set(names.compactMap { keys.number(of: $0) })
    case .entitlementKeys: omitted = Set(keys.entitlementKeys)
    }
    let catalogKeys = (0..<keys.catalogCount).map(Int32.init)
    let synced = catalogKeys.filter { keys.isSynced[Int($0)] && !omitted.contains($0) }
    switch policy.send {
    case .all: sendKeys = catalogKeys.filter { !omitted.contains($0) }
    case .synced: sendKeys = synced
    case .list(let names):
      sendKeys = Set(names.map { keys.numberAdding($0) }).subtracting(omitted).sorted()
    }
    switch policy.clear {
    case .all: clearKeys = catalogKeys
    case .synced: clearKeys = synced
    case .none, .explicit: clearKeys = []
    }
    sends = Self.mask(sendKeys, count: keys.names.count)
    clears = Self.mask(clearKeys, count: keys.names.count)
    syncs = Self.mask(synced, count: keys.names.count)
  }

  /// Whether a sender under this rule sends `key`.
  public func sends(_ key: Int32) -> Bool { Int(key) < sends.count && sends[Int(key)] }

  /// Whether a receiver under this rule may clear `key` without being told to.
  public func clears(_ key: Int32) -> Bool { Int(key) < clears.count && clears[Int(key)] }

  /// Whether a receiver under this rule stores `key` when it arrives.
  public func accepts(_ key: Int32) -> Bool {
    switch policy.accept {
    case .all: true
    case .synced: Int(key) < syncs.count && syncs[Int(key)]
    }
  }

  private static func mask(_ keys: [Int32], count: Int) -> [Bool] {
    var mask = [Bool](repeating: false, count: count)
    for key in keys { mask[Int(key)] = true }
    return mask
  }
}

extension SettingsRule {
  /// What a sender sends now.
  /// - Parameters:
  ///   - stored: the stored value of each key, 0 = absent; shorter than the keys where the rest is
  ///     absent.
  ///   - registered: the registered value of each key in the sending process, likewise.
  ///   - memory: what the sender remembers of earlier sends; brought up to date.
  ///   - clockMilliseconds: the sender's clock, which the number of a numbered message follows.
  ///
  /// Complexity: O(keys sent).
  public func payload(
    stored: ContiguousArray<Int32>, registered: ContiguousArray<Int32>,
    memory: inout SenderMemory, clockMilliseconds: Int64
  ) -> SettingsPayload {
    var payload = SettingsPayload()
    payload.keys.reserveCapacity(sendKeys.count)
    payload.values.reserveCapacity(sendKeys.count)
    let sendsRegistered = policy.registeredDefaults == .sent
    for key in sendKeys {
      let index = Int(key)
      var value = index < stored.count ? stored[index] : 0
      if value == 0 && sendsRegistered {
        value = index < registered.count ? registered[index] : 0
        if value != 0 { payload.registeredOnly.append(key) }
      }
      if value != 0 {
        payload.keys.append(key)
        payload.values.append(value)
      }
    }
    let removals = memory.removals(sending: payload.keys)
    if policy.clear == .explicit { payload.removed = removals.filter(sends) }
    if policy.order == .numbered {
      (payload.number, payload.installation) = memory.nextNumber(clock: clockMilliseconds)
    }
    return payload
  }

  /// What applying `payload` does to a receiver's store, put into `effect`, whose buffers are
  /// reused.
  ///
  /// Only what really changes is listed, half by half and ascending: under `clearFirst` a key that
  /// is cleared and set again is in both halves. Complexity: O(keys cleared + keys received).
  public func effect(
    of payload: SettingsPayload, on stored: ContiguousArray<Int32>,
    into effect: inout SettingsEffect
  ) {
    effect.reset(order: policy.apply)
    switch policy.clear {
    case .none: break
    case .explicit:
      for key in payload.removed where accepts(key) { clear(key, payload, stored, &effect) }
    case .all, .synced:
      for key in clearKeys { clear(key, payload, stored, &effect) }
    }
    for index in payload.keys.indices where accepts(payload.keys[index]) {
      let (key, value) = (payload.keys[index], payload.values[index])
      let before = isCleared(key, payload) || Int(key) >= stored.count ? 0 : stored[Int(key)]
      if before != value { effect.applied.append(SettingsEffect.Setting(key: key, value: value)) }
    }
  }

  /// Clears a stored key; one that arrives too is left alone where setting comes first.
  private func clear(
    _ key: Int32, _ payload: SettingsPayload, _ stored: ContiguousArray<Int32>,
    _ effect: inout SettingsEffect
  ) {
    guard Int(key) < stored.count, stored[Int(key)] != 0 else { return }
    if policy.apply == .setFirst && payload.sets(key) && accepts(key) { return }
    effect.cleared.append(key)
  }

  /// Whether the first half of an apply has cleared `key` before the second sets it.
  private func isCleared(_ key: Int32, _ payload: SettingsPayload) -> Bool {
    guard policy.apply == .clearFirst else { return false }
    return policy.clear == .explicit ? payload.removed.contains(key) : clears(key)
  }

  /// What applying `payload` does to a receiver's store.
  public func effect(
    of payload: SettingsPayload, on stored: ContiguousArray<Int32>
  ) -> SettingsEffect {
    var effect = SettingsEffect(order: policy.apply)
    self.effect(of: payload, on: stored, into: &effect)
    return effect
  }
}
