extension SettingsRule {
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
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: keys.count) { cleared in
      var count = 0
      for key in keys where Int(key) < stored.count && stored[Int(key)] != 0 {
        if setsFirst && payload.sets(key) && accepts(key) { continue }
        cleared.initializeElement(at: count, to: key)
        count += 1
      }
      effect.cleared.append(contentsOf: cleared[..<count])
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
    withUnsafeTemporaryAllocation(of: SettingsEffect.Setting.self, capacity: capacity) { applied in
      var count = 0
      eachMember(of: payload) { key, value, role in
        guard acceptsAll || role.contains(.accepts) else { return }
        let isSame = Int(key) < stored.count && stored[Int(key)] == value
        let isCleared =
          clearsFirst && (isTold ? payload.removed.contains(key) : role.contains(.clears))
        if isSame && !isCleared { return }
        applied.initializeElement(at: count, to: SettingsEffect.Setting(key: key, value: value))
        count += 1
      }
      effect.applied.append(contentsOf: applied[..<count])
    }
  }

  @inline(__always)
  private func eachMember(
    of payload: SettingsPayload, _ body: (_ key: Int32, _ value: Int32, _ role: Roles) -> Void
  ) {
    roles.withUnsafeBufferPointer { roles in
      payload.withMembers { keys, values in
        for index in 0..<min(keys.count, values.count) {
          let key = Int(keys[index])
          body(keys[index], values[index], key < roles.count ? roles[key] : [])
        }
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
