/// A settings policy made ready for one catalog: which keys it sends, clears and accepts.
///
/// Keys are numbers of `SettingsKeys`; values are small numbers too, equal for equal values, 0 for
/// absent. Live service, replay and simulation all call these functions.
public final class SettingsRule: Sendable {
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
    var keys: [Int32] = []
    stored.withUnsafeBufferPointer { stored in
      (keys, payload.values) = Self.filled(sendKeys.count) { keys, values in
        var count = 0
        for key in sendKeys {
          var value = Int(key) < stored.count ? stored[Int(key)] : 0
          if value == 0 {
            value = registeredValue(key, registered)
            if value == 0 { continue }
            payload.registeredOnly.append(key)
          }
          keys[count] = key
          values[count] = value
          count += 1
        }
        return count
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

  /// The value that travels for a key that is not stored; 0 = none.
  private func registeredValue(_ key: Int32, _ registered: ContiguousArray<Int32>) -> Int32 {
    guard policy.registeredDefaults == .sent, Int(key) < registered.count else { return 0 }
    return registered[Int(key)]
  }

  /// Two arrays of at most `capacity` elements, which `fill` fills and counts.
  private static func filled(
    _ capacity: Int,
    _ fill: (UnsafeMutableBufferPointer<Int32>, UnsafeMutableBufferPointer<Int32>) -> Int
  ) -> (keys: [Int32], values: [Int32]) {
    var values: [Int32] = []
    let keys = [Int32](unsafeUninitializedCapacity: capacity) { keys, keyCount in
      values = [Int32](unsafeUninitializedCapacity: capacity) { values, count in
        count = fill(keys, values)
        keyCount = count
      }
    }
    return (keys, values)
  }

  /// What applying `payload` does to a receiver's store, put into `effect`.
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
      set(payload, stored, &effect)
    }
  }

  /// Clears those of `keys` that are stored; one that arrives too is left alone where setting comes
  /// first.
  private func clear(
    _ keys: [Int32], _ payload: SettingsPayload, _ stored: UnsafeBufferPointer<Int32>,
    _ effect: inout SettingsEffect
  ) {
    let setsFirst = policy.apply == .setFirst
    effect.cleared = [Int32](unsafeUninitializedCapacity: keys.count) { cleared, count in
      var total = 0
      for key in keys where Int(key) < stored.count && stored[Int(key)] != 0 {
        if setsFirst && payload.sets(key) && accepts(key) { continue }
        cleared[total] = key
        total += 1
      }
      count = total
    }
  }

  /// Sets what arrives and is accepted, where that changes what is stored once the first half of
  /// the apply is done.
  private func set(
    _ payload: SettingsPayload, _ stored: UnsafeBufferPointer<Int32>,
    _ effect: inout SettingsEffect
  ) {
    let acceptsAll = policy.accept == .all
    let clearsFirst = policy.apply == .clearFirst
    let isTold = policy.clear == .explicit
    let capacity = payload.keys.count
    effect.applied = Array(unsafeUninitializedCapacity: capacity) { applied, appliedCount in
      var count = 0
      for index in 0..<capacity {
        let (key, value) = (payload.keys[index], payload.values[index])
        guard acceptsAll || accepts(key) else { continue }
        let isSame = Int(key) < stored.count && stored[Int(key)] == value
        let isCleared = clearsFirst && (isTold ? payload.removed.contains(key) : clears(key))
        if isSame && !isCleared { continue }
        applied[count] = SettingsEffect.Setting(key: key, value: value)
        count += 1
      }
      appliedCount = count
    }
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
