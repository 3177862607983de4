import ReelEvents
public import ReelPolicies

extension World {
  /// Has the receiver apply a message. One that is like the message before takes only a look at
  /// what changed since.
  func apply(_ settings: SharedPayload, on event: ResolvedEvent, _ receiver: DeviceState) {
    receiver.reserve(keyCount: vocabulary.keys.names.count)
    lastOutcome.applied = settings
    lastOutcome.isCutShort = event.message.isInterrupted
    if !event.message.isInterrupted, gatherChangedKeys(for: settings, on: receiver) {
      applyToChangedKeys(settings, on: receiver, at: event.number)
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
      for change in lastOutcome.changes.reversed() { stored[Int(change.key)] = change.old }
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

  /// Gathers the keys that what was applied last does not settle, ascending, some of them twice:
  /// those with another value now, and those whose stored value has changed. False where that is
  /// not known.
  private func gatherChangedKeys(for settings: SharedPayload, on receiver: DeviceState) -> Bool {
    guard let last = receiver.lastApply, last.rule == receiver.ruleNumber, !receiver.isLocked,
      last.settings.payload.keys == settings.payload.keys,
      let changed = receiver.changes(after: last.changeCount)
    else { return false }
    changedKeys.empty()
    changedKeys.append(contentsOf: changed)
    if last.settings !== settings {
      settings.payload.withMembers { keys, values in
        last.settings.payload.withMembers { _, before in
          for place in 0..<min(values.count, before.count) where values[place] != before[place] {
            changedKeys.append(keys[place])
          }
        }
      }
    }
    changedKeys.sort()
    return true
  }

  private func applyToChangedKeys(
    _ settings: SharedPayload, on receiver: DeviceState, at event: Int64
  ) {
    let rule = receiver.rule
    settings.payload.withMembers { keys, values in
      var last: Int32 = -1
      for key in changedKeys where key != last {
        last = key
        let arrived = SettingsPayload.index(of: key, in: keys).map { values[$0] } ?? 0
        let write = rule.write(key, arrived: arrived, before: receiver.stored[Int(key)])
        if let write { put(key, write.value, on: receiver, by: .sync, at: event) }
      }
    }
    receiver.noteAppliedAgain(settings, at: event)
  }
}
