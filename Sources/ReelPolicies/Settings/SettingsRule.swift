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
    payload.values.reserveCapacity(sendKeys.count)
    let sendsRegistered = policy.registeredDefaults == .sent
    var keys: [Int32] = []
    keys.reserveCapacity(sendKeys.count)
    stored.withUnsafeBufferPointer { stored in
      for key in sendKeys {
        let index = Int(key)
        var value = index < stored.count ? stored[index] : 0
        if value == 0 {
          guard sendsRegistered && index < registered.count && registered[index] != 0 else {
            continue
          }
          value = registered[index]
          payload.registeredOnly.append(key)
        }
        keys.append(key)
        payload.values.append(value)
      }
    }
    // Most payloads have the keys of the one before; they share its array.
    payload.keys = keys == memory.sent ? memory.sent : keys
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
    stored.withUnsafeBufferPointer { stored in
      switch policy.clear {
      case .none: break
      case .explicit: clear(payload.removed.filter(accepts), payload, stored, &effect)
      case .all, .synced: clear(clearKeys, payload, stored, &effect)
      }
      for index in payload.keys.indices {
        let key = payload.keys[index]
        guard accepts(key) else { continue }
        let value = payload.values[index]
        let old = Int(key) < stored.count ? stored[Int(key)] : 0
        if old == value && !isCleared(key, payload) { continue }
        effect.applied.append(SettingsEffect.Setting(key: key, value: value))
      }
    }
  }

  /// Clears those of `keys` that are stored; one that arrives too is left alone where setting comes
  /// first.
  private func clear(
    _ keys: [Int32], _ payload: SettingsPayload, _ stored: UnsafeBufferPointer<Int32>,
    _ effect: inout SettingsEffect
  ) {
    let setsFirst = policy.apply == .setFirst
    for key in keys where Int(key) < stored.count && stored[Int(key)] != 0 {
      if setsFirst && payload.sets(key) && accepts(key) { continue }
      effect.cleared.append(key)
    }
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
