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
    var payload = collected(stored, registered)
    addRiders(to: &payload, &memory, clockMilliseconds)
    return payload
  }

  /// What a sender sends now, whose keys are those of `last`: the same as
  /// `payload(stored:registered:memory:clockMilliseconds:)`, and less work.
  /// - Parameter places: where the values are others, as `find` tells.
  public func payload(
    after last: SettingsPayload, differingAt places: ContiguousArray<Int32>,
    stored: ContiguousArray<Int32>, memory: inout SenderMemory, clockMilliseconds: Int64
  ) -> SettingsPayload {
    var payload = last.replacingValues(at: places) { stored[Int($0)] }
    addRiders(to: &payload, &memory, clockMilliseconds)
    return payload
  }

  /// Whether something may ride along with a payload of the keys of `last`, or did with that.
  public func mayCarryRiders(after last: SettingsPayload, _ memory: SenderMemory) -> Bool {
    policy.order == .numbered || last.hasRiders || memory.sent != last.keys
      || policy.clear == .explicit && !memory.removed.isEmpty
  }

  private func addRiders(
    to payload: inout SettingsPayload, _ memory: inout SenderMemory, _ clockMilliseconds: Int64
  ) {
    memory.note(sending: payload.keys)
    let removed = policy.clear == .explicit ? memory.removed.filter(sends) : []
    var numbers: (number: Int64?, installation: Int64?)
    if policy.order == .numbered { numbers = memory.nextNumber(clock: clockMilliseconds) }
    payload.ride(removed: removed, number: numbers.number, installation: numbers.installation)
  }

  private func collected(
    _ stored: ContiguousArray<Int32>, _ registered: ContiguousArray<Int32>
  ) -> SettingsPayload {
    var payload = SettingsPayload()
    payload.keys.reserveCapacity(sendKeys.count)
    payload.values.reserveCapacity(sendKeys.count)
    var registeredOnly: [Int32] = []
    for key in sendKeys {
      var value = Int(key) < stored.count ? stored[Int(key)] : 0
      if value == 0 {
        value = registeredValue(key, registered)
        if value == 0 { continue }
        registeredOnly.append(key)
      }
      payload.keys.append(key)
      payload.values.append(value)
    }
    payload.registeredOnly = registeredOnly
    return payload
  }

  /// Finds where the values that a sender sends now differ from those of an earlier payload, as
  /// indices of its keys, each once; false where it sends other keys now.
  /// - Parameters:
  ///   - last: an earlier payload of this sender.
  ///   - changed: the keys whose stored value may have changed since `last` was made, by this very
  ///     rule and of the same registered values.
  ///   - stored: as for `payload`.
  ///
  /// Complexity: O(changed * log keys).
  public func find(
    _ places: inout ContiguousArray<Int32>, after last: SettingsPayload,
    among changed: ArraySlice<Int32>, stored: ContiguousArray<Int32>
  ) -> Bool {
    places.empty()
    let lastRegistered = last.registeredOnly
    return last.withMembers { keys, values in
      for key in changed where sends(key) {
        let value = Int(key) < stored.count ? stored[Int(key)] : 0
        guard value != 0, let place = SettingsPayload.index(of: key, in: keys),
          lastRegistered.isEmpty || !lastRegistered.contains(key)
        else { return false }
        let isNoted = values[place] == value || places.contains(Int32(place))
        if !isNoted { places.append(Int32(place)) }
      }
      return true
    }
  }

  /// Finds the same where any key may have changed; false also where a value that is only
  /// registered is another. Complexity: O(keys sent).
  public func find(
    _ places: inout ContiguousArray<Int32>, after last: SettingsPayload,
    stored: ContiguousArray<Int32>, registered: ContiguousArray<Int32>
  ) -> Bool {
    places.empty()
    return last.withMembers { keys, values in
      var place = 0
      var registeredPlace = 0
      let lastRegistered = last.registeredOnly
      for key in sendKeys {
        let isSent = place < keys.count && keys[place] == key
        let value = Int(key) < stored.count ? stored[Int(key)] : 0
        if value == 0 {
          let registered = registeredValue(key, registered)
          if registered == 0 && !isSent { continue }
          guard isSent, registeredPlace < lastRegistered.count,
            lastRegistered[registeredPlace] == key, values[place] == registered
          else { return false }
          registeredPlace += 1
        } else {
          guard isSent else { return false }
          if values[place] != value { places.append(Int32(place)) }
        }
        place += 1
      }
      return place == keys.count && registeredPlace == lastRegistered.count
    }
  }

  /// The value that travels for a key that is not stored; 0 = none.
  private func registeredValue(_ key: Int32, _ registered: ContiguousArray<Int32>) -> Int32 {
    guard Int(key) < registered.count, policy.registeredDefaults == .sent else { return 0 }
    return registered[Int(key)]
  }
}
