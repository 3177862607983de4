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
    after last: SettingsPayload, differingAt places: UnsafeBufferPointer<Int32>,
    stored: UnsafeBufferPointer<Int32>, memory: inout SenderMemory, clockMilliseconds: Int64
  ) -> SettingsPayload {
    var payload = last.replacingValues(at: places) { stored[Int($0)] }
    addRiders(to: &payload, &memory, clockMilliseconds)
    return payload
  }

  /// Whether something may ride along with a payload of the keys of `last`, or did with that. The
  /// memory stays as it is: it is not copied so.
  public func mayCarryRiders(after last: SettingsPayload, _ memory: inout SenderMemory) -> Bool {
    policy.order == .numbered || last.hasRiders || memory.sent != last.keys
      || policy.clear == .explicit && !memory.removed.isEmpty
  }

  private func addRiders(
    to payload: inout SettingsPayload, _ memory: inout SenderMemory, _ clockMilliseconds: Int64
  ) {
    memory.note(sending: payload.keys)
    if policy.clear != .explicit && policy.order != .numbered && !payload.hasRiders { return }
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
  /// indices of its keys, each once; gives how many, and nil where it sends other keys now.
  /// - Parameters:
  ///   - places: where to write them: room for as many as `changed`.
  ///   - last: an earlier payload of this sender; its values do not count.
  ///   - values: the values of `last`, by its keys.
  ///   - changed: the keys whose stored value may have changed since `last` was made, by this very
  ///     rule and of the same registered values.
  ///   - stored: as for `payload`.
  ///
  /// Complexity: O(changed * log keys).
  public func find(
    _ places: UnsafeMutableBufferPointer<Int32>, after last: SettingsPayload,
    of values: UnsafeBufferPointer<Int32>, among changed: UnsafeBufferPointer<Int32>,
    stored: UnsafeBufferPointer<Int32>
  ) -> Int? {
    let mayBeRegistered = last.hasRiders
    return last.keys.withUnsafeBufferPointer { keys in
      sendPlaces.withUnsafeBufferPointer { sendPlaces in
        let missing = sendKeys.count - keys.count
        var count = 0
        var noted: UInt64 = 0
        for key in changed where Int(key) < sendPlaces.count && sendPlaces[Int(key)] >= 0 {
          let most = Int(sendPlaces[Int(key)])
          let value = Int(key) < stored.count ? stored[Int(key)] : 0
          guard value != 0,
            let place = SettingsPayload.index(
              of: key, in: keys, from: max(0, most - missing),
              through: min(most, keys.count - 1)),
            !mayBeRegistered || !last.registeredOnly.contains(key)
          else { return nil }
          // Of places that share a bit, a look tells whether one was noted.
          let bit: UInt64 = 1 << UInt64(place & 63)
          if values[place] == value || noted & bit != 0 && Self.has(places, count, place) {
            continue
          }
          noted |= bit
          places[count] = Int32(truncatingIfNeeded: place)
          count &+= 1
        }
        return count
      }
    }
  }

  /// Whether `place` is among the first `count` places.
  private static func has(
    _ places: UnsafeMutableBufferPointer<Int32>, _ count: Int, _ place: Int
  ) -> Bool {
    places[..<count].contains { $0 == place }
  }

  /// Finds the same where any key may have changed, with room for all keys of `last`; nil also
  /// where a value that is only registered is another. Complexity: O(keys sent).
  public func find(
    _ places: UnsafeMutableBufferPointer<Int32>, after last: SettingsPayload,
    of values: UnsafeBufferPointer<Int32>, stored: UnsafeBufferPointer<Int32>,
    registered: ContiguousArray<Int32>
  ) -> Int? {
    last.keys.withUnsafeBufferPointer { keys in
      var count = 0
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
          else { return nil }
          registeredPlace += 1
        } else {
          guard isSent else { return nil }
          if values[place] != value {
            places[count] = Int32(place)
            count += 1
          }
        }
        place += 1
      }
      return place == keys.count && registeredPlace == lastRegistered.count ? count : nil
    }
  }

  /// The value that travels for a key that is not stored; 0 = none.
  private func registeredValue(_ key: Int32, _ registered: ContiguousArray<Int32>) -> Int32 {
    guard Int(key) < registered.count, policy.registeredDefaults == .sent else { return 0 }
    return registered[Int(key)]
  }
}
