extension SettingsRule {
  /// What applying `payload` does to a receiver's store.
  ///
  /// Only what really changes is listed, half by half: under `clearFirst` a key that is cleared and
  /// set again is in both halves, and where setting comes first, one that arrives is not cleared.
  /// Complexity: O(keys cleared + keys received).
  public func effect(
    of payload: SettingsPayload, on stored: ContiguousArray<Int32>
  ) -> SettingsEffect {
    let told = policy.clear == .explicit ? payload.removed.filter(accepts) : clearKeys
    let capacity = told.count + payload.keys.count
    let writes = ContiguousArray<SettingsEffect.Write>(unsafeUninitializedCapacity: capacity) {
      writes, count in
      count = stored.withUnsafeBufferPointer { stored in
        told.withUnsafeBufferPointer { told in
          payload.withMembers { keys, values in
            roles.withUnsafeBufferPointer { roles in
              merge(Members(told, keys, values, roles), stored, into: writes)
            }
          }
        }
      }
    }
    return SettingsEffect(order: policy.apply, writes: writes)
  }

  /// What comes together in an apply.
  private struct Members {
    /// The keys that may be cleared, ascending.
    let told: UnsafeBufferPointer<Int32>
    /// The keys that arrived, ascending, and their values.
    let keys: UnsafeBufferPointer<Int32>
    let values: UnsafeBufferPointer<Int32>
    let roles: UnsafeBufferPointer<Roles>

    init(
      _ told: UnsafeBufferPointer<Int32>, _ keys: UnsafeBufferPointer<Int32>,
      _ values: UnsafeBufferPointer<Int32>, _ roles: UnsafeBufferPointer<Roles>
    ) {
      (self.told, self.keys, self.values, self.roles) = (told, keys, values, roles)
    }
  }

  /// Goes through the keys that may be cleared and those that arrived in one pass, and writes down
  /// what becomes of those that change; gives how many they are.
  private func merge(
    _ members: Members, _ stored: UnsafeBufferPointer<Int32>,
    into writes: UnsafeMutableBufferPointer<SettingsEffect.Write>
  ) -> Int {
    let (told, keys, values, roles) = (
      members.told, members.keys, members.values, members.roles
    )
    let acceptsAll = policy.accept == .all
    let toldCount = told.count
    var clearing = 0
    var count = 0
    for index in 0..<min(keys.count, values.count) {
      let key = keys[index]
      while clearing < toldCount && told[clearing] < key {
        count &+= clear(told, &clearing, stored, writes, count)
      }
      let isTold = clearing < toldCount && told[clearing] == key
      while clearing < toldCount && told[clearing] == key { clearing &+= 1 }
      let place = Int(key)
      let isAccepted = acceptsAll || place < roles.count && roles[place].contains(.accepts)
      let write = write(
        key, arrived: isAccepted ? values[index] : 0, isTold: isTold,
        before: place < stored.count ? stored[place] : 0)
      if let write {
        writes.initializeElement(at: count, to: write)
        count &+= 1
      }
    }
    while clearing < toldCount { count &+= clear(told, &clearing, stored, writes, count) }
    return count
  }

  /// What becomes of one key; nil where nothing does.
  /// - Parameters:
  ///   - arrived: the value that arrived and is accepted; 0 = none.
  ///   - isTold: whether the key is one of those to be cleared.
  ///   - before: what is stored; 0 = nothing.
  @inline(__always)
  private func write(
    _ key: Int32, arrived: Int32, isTold: Bool, before: Int32
  ) -> SettingsEffect.Write? {
    let clearsFirst = policy.apply == .clearFirst
    let isCleared = isTold && before != 0 && (clearsFirst || arrived == 0)
    let isSet = arrived != 0 && (arrived != before || isTold && clearsFirst)
    return isSet || isCleared
      ? SettingsEffect.Write(key: key, value: isSet ? arrived : 0, isCleared: isCleared) : nil
  }

  /// What applying a message does to one key, under a rule that is not told what to clear; nil
  /// where it does nothing to it. Complexity: O(1).
  /// - Parameters:
  ///   - arrived: the value that arrived, accepted or not; 0 = none.
  ///   - before: what is stored; 0 = nothing.
  public func write(_ key: Int32, arrived: Int32, before: Int32) -> SettingsEffect.Write? {
    write(key, arrived: accepts(key) ? arrived : 0, isTold: clears(key), before: before)
  }

  /// Whether `key` is written by every message that carries it, be its value another or not.
  public func rewrites(_ key: Int32) -> Bool {
    policy.apply == .clearFirst && clears(key) && accepts(key)
  }

  /// Clears the next of the keys to be cleared, one that did not arrive; gives 1 if it was stored.
  @inline(__always)
  private func clear(
    _ told: UnsafeBufferPointer<Int32>, _ clearing: inout Int,
    _ stored: UnsafeBufferPointer<Int32>,
    _ writes: UnsafeMutableBufferPointer<SettingsEffect.Write>, _ count: Int
  ) -> Int {
    let key = told[clearing]
    while clearing < told.count && told[clearing] == key { clearing &+= 1 }
    guard Int(key) < stored.count, stored[Int(key)] != 0 else { return 0 }
    writes.initializeElement(
      at: count, to: SettingsEffect.Write(key: key, value: 0, isCleared: true))
    return 1
  }
}
