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
  ///   - stored: the stored value of each key, 0 = absent; shorter than the keys where the rest is absent.
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
    if policy.clear == .explicit { payload.removed = memory.removals(sending: payload.keys) }
    if policy.order == .numbered {
      (payload.number, payload.installation) = memory.nextNumber(clock: clockMilliseconds)
    }
    return payload
  }

  /// What applying `payload` does to a receiver's store.
  ///
  /// Only what really changes is listed, half by half: under `clearFirst` a key that is cleared and
  /// set again is in both halves. Complexity: O(keys cleared + keys received).
  public func effect(
    of payload: SettingsPayload, on stored: ContiguousArray<Int32>
  ) -> SettingsEffect {
    var effect = SettingsEffect(order: policy.apply)
    let clearing = policy.clear == .explicit ? payload.removed.filter(accepts) : clearKeys
    let isStored = { (key: Int32) in Int(key) < stored.count && stored[Int(key)] != 0 }
    switch policy.apply {
    case .clearFirst:
      effect.cleared = clearing.filter(isStored)
    case .setFirst:
      effect.cleared = clearing.filter { isStored($0) && !(payload.sets($0) && accepts($0)) }
    }
    let clearsFirst = policy.apply == .clearFirst
    for (key, value) in zip(payload.keys, payload.values) where accepts(key) {
      let isCleared =
        clearsFirst && (policy.clear == .explicit ? clearing.contains(key) : clears(key))
      let before = isCleared || Int(key) >= stored.count ? 0 : stored[Int(key)]
      if before != value { effect.applied.append(SettingsEffect.Setting(key: key, value: value)) }
    }
    return effect
  }
}
