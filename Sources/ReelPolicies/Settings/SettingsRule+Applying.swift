extension SettingsRule {
  /// What applying `payload` does to a receiver's store, put into `effect`, whose buffer is reused.
  ///
  /// Only what really changes is listed, half by half: under `clearFirst` a key that is cleared and
  /// set again is in both halves, and where setting comes first, one that arrives is not cleared.
  /// Complexity: O(keys cleared + keys received).
  public func effect(
    of payload: SettingsPayload, on stored: ContiguousArray<Int32>,
    into effect: inout SettingsEffect
  ) {
    effect.reset(order: policy.apply)
    let told = policy.clear == .explicit ? payload.removed.filter(accepts) : clearKeys
    let capacity = told.count + payload.keys.count
    withUnsafeTemporaryAllocation(of: SettingsEffect.Write.self, capacity: capacity) { writes in
      let count = stored.withUnsafeBufferPointer { stored in
        told.withUnsafeBufferPointer { told in
          payload.withMembers { keys, values in
            merge(told, keys, values, stored, into: writes)
          }
        }
      }
      effect.append(contentsOf: writes[..<count])
    }
  }

  /// Goes through the keys that may be cleared and those that arrived, both ascending, in one pass;
  /// gives how many of them change.
  private func merge(
    _ told: UnsafeBufferPointer<Int32>, _ keys: UnsafeBufferPointer<Int32>,
    _ values: UnsafeBufferPointer<Int32>, _ stored: UnsafeBufferPointer<Int32>,
    into writes: UnsafeMutableBufferPointer<SettingsEffect.Write>
  ) -> Int {
    let clearsFirst = policy.apply == .clearFirst
    var clearing = 0
    var count = 0
    func add(_ key: Int32, _ value: Int32, isCleared: Bool) {
      writes.initializeElement(
        at: count, to: SettingsEffect.Write(key: key, value: value, isCleared: isCleared))
      count &+= 1
    }
    func value(_ key: Int32) -> Int32 { Int(key) < stored.count ? stored[Int(key)] : 0 }
    func clear(upTo end: Int32) {
      while clearing < told.count && told[clearing] < end {
        let key = told[clearing]
        if value(key) != 0 { add(key, 0, isCleared: true) }
        while clearing < told.count && told[clearing] == key { clearing &+= 1 }
      }
    }
    eachArrival(keys, values) { key, arrived in
      clear(upTo: key)
      let isTold = clearing < told.count && told[clearing] == key
      while clearing < told.count && told[clearing] == key { clearing &+= 1 }
      let before = value(key)
      let isCleared = isTold && before != 0 && (clearsFirst || arrived == 0)
      let isSet = arrived != 0 && (arrived != before || isTold && clearsFirst)
      if isSet || isCleared { add(key, isSet ? arrived : 0, isCleared: isCleared) }
    }
    clear(upTo: .max)
    return count
  }

  /// Calls `body` with each key that arrived, and its value where that is accepted, else 0.
  @inline(__always)
  private func eachArrival(
    _ keys: UnsafeBufferPointer<Int32>, _ values: UnsafeBufferPointer<Int32>,
    _ body: (_ key: Int32, _ value: Int32) -> Void
  ) {
    let acceptsAll = policy.accept == .all
    roles.withUnsafeBufferPointer { roles in
      for index in 0..<min(keys.count, values.count) {
        let key = keys[index]
        let isAccepted = acceptsAll || Int(key) < roles.count && roles[Int(key)].contains(.accepts)
        body(key, isAccepted ? values[index] : 0)
      }
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
