import ReelEvents
public import ReelPolicies

extension World {
  /// Has the receiver apply a message. One that is like the message before takes only a look at
  /// what changed since.
  func apply(_ settings: SharedPayload, on event: ResolvedEvent, _ receiver: DeviceState) {
    receiver.reserve(keyCount: vocabulary.keys.names.count)
    lastOutcome.lentApplied = Unmanaged.passUnretained(settings)
    lastOutcome.isCutShort = event.message.isInterrupted
    if !event.message.isInterrupted, gatherArrivals(of: settings, on: receiver) {
      lastOutcome.hasKeysOfLastApply = true
      Unmanaged.passUnretained(receiver.rule).use {
        applyArrivals($0, on: receiver, at: event.number)
      }
      receiver.noteAppliedAgain(settings, at: event.number)
    } else {
      applyWhole(settings, on: receiver, event)
    }
  }

  /// What applying a message did to the store, half by half; nil where none was applied.
  /// Complexity: O(keys).
  public var effect: SettingsEffect? {
    guard let applied = lastOutcome.applied, let receiver = device(lastOutcome.receiver) else {
      return nil
    }
    var stored = receiver.isLocked ? emptyCells : receiver.stored
    if !receiver.isLocked {
      for change in changed.values.reversed() { stored[Int(change.key)] = change.old }
    }
    var effect = receiver.rule.effect(of: applied.payload, on: stored)
    if lastOutcome.isCutShort { effect.cutShort() }
    return effect
  }

  private func applyWhole(
    _ settings: SharedPayload, on receiver: DeviceState, _ event: ResolvedEvent
  ) {
    receiver.forgetLastApply()
    let rule = receiver.rule
    var effect = rule.effect(
      of: settings.payload, on: receiver.isLocked ? emptyCells : receiver.stored)
    if event.message.isInterrupted { effect.cutShort() }
    if receiver.isLocked && !effect.isEmpty {
      destroyOnce(receiver, sparing: effect.applied.map(\.key), at: event.number, by: .sync)
    }
    for write in effect.writes {
      put(write.key, write.value, on: receiver, by: .sync, at: event.number)
    }
    if !event.message.isInterrupted && !receiver.isLocked && rule.policy.clear != .explicit {
      receiver.noteApplied(settings, at: event.number)
    }
  }

  /// Gathers the keys that what was applied last does not settle, ascending, with what arrives for
  /// each: those with another value now, and those whose stored value has changed. False where
  /// that is not known.
  private func gatherArrivals(of settings: SharedPayload, on receiver: DeviceState) -> Bool {
    guard !receiver.isLocked, receiver.appliedRule == receiver.ruleNumber,
      let last = receiver.applied.lent,
      let changed = receiver.changes(after: receiver.appliedChangeCount)
    else { return false }
    return last.use { last in
      guard last.sharesKeys(with: settings) || last.keys == settings.keys else { return false }
      changedKeys.empty()
      for key in changed { changedKeys.append(key) }
      changedKeys.sortUnique()
      differences.empty()
      if last !== settings { findDifferences(of: settings.values, from: last.values) }
      settings.withMembers { joinArrivals(in: $0, $1) }
      return true
    }
  }

  /// Finds the places where two payloads of the same keys have other values. It takes no branch for
  /// a value: which ones are others is anybody's guess.
  private func findDifferences(
    of values: UnsafeBufferPointer<Int32>, from before: UnsafeBufferPointer<Int32>
  ) {
    _ = differences.refill(atMost: values.count) { room in
      var count = 0
      for place in 0..<min(values.count, before.count) {
        room[count] = Int32(truncatingIfNeeded: place)
        // 1 where they differ: a comparison would become a branch.
        count &+= Int((0 &- UInt64(UInt32(bitPattern: values[place] ^ before[place]))) >> 63)
      }
      return count
    }
  }

  /// Joins `changedKeys` and the keys at `differences`.
  private func joinArrivals(
    in keys: UnsafeBufferPointer<Int32>, _ values: UnsafeBufferPointer<Int32>
  ) {
    arrivals.empty()
    var next = 0
    for place in differences.values {
      let key = keys[Int(place)]
      while next < changedKeys.count && changedKeys[next] < key {
        arrivals.append(Arrival(of: changedKeys[next], in: keys, values))
        next &+= 1
      }
      if next < changedKeys.count && changedKeys[next] == key { next &+= 1 }
      arrivals.append(Arrival(key: key, value: values[Int(place)]))
    }
    while next < changedKeys.count {
      arrivals.append(Arrival(of: changedKeys[next], in: keys, values))
      next &+= 1
    }
  }

  private func applyArrivals(_ rule: SettingsRule, on receiver: DeviceState, at event: Int64) {
    for arrival in arrivals.values {
      let before = receiver.cells[Int(arrival.key)]
      guard let write = rule.write(arrival.key, arrived: arrival.value, before: before) else {
        continue
      }
      put(write.key, write.value, on: receiver, by: .sync, at: event)
    }
  }
}

/// What a message brings for a key.
struct Arrival: BitwiseCopyable {
  let key: Int32
  /// The value; 0 = none.
  let value: Int32

  init(key: Int32, value: Int32) { (self.key, self.value) = (key, value) }

  /// What members with ascending keys bring for `key`.
  init(
    of key: Int32, in keys: UnsafeBufferPointer<Int32>, _ values: UnsafeBufferPointer<Int32>
  ) {
    self.key = key
    value = SettingsPayload.index(of: key, in: keys).map { values[$0] } ?? 0
  }
}
