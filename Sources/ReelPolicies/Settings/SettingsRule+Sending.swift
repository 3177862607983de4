extension SettingsRule {
  /// What a sender sends now.
  /// - Parameters:
  ///   - stored: the stored value of each key, 0 = absent; shorter than the keys where the rest is
  ///     absent.
  ///   - registered: the registered value of each key in the sending process, likewise.
  ///   - memory: what the sender remembers of earlier sends; brought up to date.
  ///   - clockMilliseconds: the sender's clock, which the number of a numbered message follows.
  ///   - last: an earlier payload of this sender, whose arrays are shared as far as they hold.
  ///   - changed: the keys whose stored value may have changed since `last` was made, by this very
  ///     rule and of the same registered values; nil = any.
  ///
  /// Complexity: O(keys sent).
  public func payload(
    stored: ContiguousArray<Int32>, registered: ContiguousArray<Int32>,
    memory: inout SenderMemory, clockMilliseconds: Int64, last: SettingsPayload? = nil,
    changed: ArraySlice<Int32>? = nil
  ) -> SettingsPayload {
    var payload =
      last.flatMap { last in
        changed.flatMap { patched(last, $0, stored) } ?? renewed(last, stored, registered)
      } ?? collected(stored, registered)
    payload.number = nil
    payload.installation = nil
    let removals = memory.removals(sending: payload.keys)
    payload.removed = policy.clear == .explicit ? removals.filter(sends) : []
    if policy.order == .numbered {
      (payload.number, payload.installation) = memory.nextNumber(clock: clockMilliseconds)
    }
    return payload
  }

  private func collected(
    _ stored: ContiguousArray<Int32>, _ registered: ContiguousArray<Int32>
  ) -> SettingsPayload {
    var payload = SettingsPayload()
    payload.keys.reserveCapacity(sendKeys.count)
    payload.values.reserveCapacity(sendKeys.count)
    for key in sendKeys {
      var value = Int(key) < stored.count ? stored[Int(key)] : 0
      if value == 0 {
        value = registeredValue(key, registered)
        if value == 0 { continue }
        payload.registeredOnly.append(key)
      }
      payload.keys.append(key)
      payload.values.append(value)
    }
    return payload
  }

  /// `last` with the values of now, where no other than those of `changed` can differ; nil where
  /// other keys are to be sent than then. Complexity: O(changed * log keys).
  private func patched(
    _ last: SettingsPayload, _ changed: ArraySlice<Int32>, _ stored: ContiguousArray<Int32>
  ) -> SettingsPayload? {
    var payload = last
    for key in changed where sends(key) {
      let value = Int(key) < stored.count ? stored[Int(key)] : 0
      guard value != 0, let index = last.index(of: key),
        last.registeredOnly.isEmpty || !last.registeredOnly.contains(key)
      else { return nil }
      if payload.values[index] != value { payload.values[index] = value }
    }
    return payload
  }

  /// `last` with the values of now; nil where other keys are to be sent than then.
  private func renewed(
    _ last: SettingsPayload, _ stored: ContiguousArray<Int32>,
    _ registered: ContiguousArray<Int32>
  ) -> SettingsPayload? {
    var payload = last
    var place = 0
    var registeredPlace = 0
    let isWhole = last.withMembers { keys, values in
      for key in sendKeys {
        var value = Int(key) < stored.count ? stored[Int(key)] : 0
        let isSent = place < keys.count && keys[place] == key
        if value == 0 {
          value = registeredValue(key, registered)
          if value == 0 && !isSent { continue }
          guard registeredPlace < last.registeredOnly.count,
            last.registeredOnly[registeredPlace] == key
          else { return false }
          registeredPlace += 1
        }
        guard isSent && value != 0 else { return false }
        if values[place] != value { payload.values[place] = value }
        place += 1
      }
      return place == keys.count && registeredPlace == last.registeredOnly.count
    }
    return isWhole ? payload : nil
  }

  /// The value that travels for a key that is not stored; 0 = none.
  private func registeredValue(_ key: Int32, _ registered: ContiguousArray<Int32>) -> Int32 {
    guard Int(key) < registered.count, policy.registeredDefaults == .sent else { return 0 }
    return registered[Int(key)]
  }
}
