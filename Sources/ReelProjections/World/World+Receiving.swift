import ReelEvents
import ReelPolicies

extension World {
  func stepReceived(_ event: ResolvedEvent) {
    if event.message.channel == .kvs {
      stepPull(event)
    } else {
      stepSettingsReceived(event)
    }
  }

  private func stepSettingsReceived(_ event: ResolvedEvent) {
    let receiver = state(event.device)
    outcome.isUndecided = !receiver.isKnown
    var sender: Int32 = -1
    let settings: SharedPayload
    if let position = handOver(event) {
      outcome.handed = .message(position)
      guard let message = ledger[position], let carried = message.settings else { return }
      sender = message.sender
      settings = carried
    } else if event.message.reference == .foreign, let recorded = event.message.settings {
      outcome.handed = .foreign
      settings = recorded
    } else {
      if event.message.reference == .foreign { outcome.isUndecided = true }
      return
    }
    if case .recorded = mode {
      outcome.suppressed = event.message.suppressed
      return
    }
    if receiver.isLocked && receiver.rule.policy.locked == .hold {
      outcome.suppressed = .locked
    } else if receiver.rule.policy.order == .numbered
      && !receiver.receiverMemory[sender, default: ReceiverMemory()].admits(settings.payload)
    {
      outcome.suppressed = .older
    } else {
      apply(settings, on: event)
    }
  }

  /// The message that a receipt hands over: the linked one if this world sent it, else, from a
  /// slot, the newest one before it that was sent, unless that was handed over before.
  private func handOver(_ event: ResolvedEvent) -> Int? {
    guard case .sent(let named) = event.message.reference else { return nil }
    guard let linked = messages[named] else {
      ledger.missedCount += 1
      return nil
    }
    let position: Int?
    if linked.isSent {
      position = named
    } else if linked.channel == .context {
      position = link(linked.sender, linked.to).newestWaiting(before: named)
    } else {
      position = nil
    }
    guard let position else { return nil }
    messages[position]?.handedTo.insert(event.device)
    if linked.channel == .context { link(linked.sender, linked.to).handOver(position) }
    return position
  }

  private func apply(_ settings: SharedPayload, on event: ResolvedEvent) {
    let receiver = state(event.device)
    receiver.reserve(keyCount: vocabulary.keys.names.count)
    receiver.rule.effect(
      of: settings.payload, on: receiver.isLocked ? emptyCells : receiver.stored,
      into: &lastOutcome.effect)
    lastOutcome.hasEffect = true
    if event.message.isInterrupted { lastOutcome.effect.cutShort() }
    if receiver.isLocked && !lastOutcome.effect.isEmpty {
      destroyOnce(
        receiver, sparing: lastOutcome.effect.applied.map(\.key), at: event.number, by: .sync)
    }
    writeEffect(on: receiver, at: event.number)
  }

  /// Writes both halves in one pass over their keys, which are ascending; what is cleared and set
  /// changes once. The receiver has room for all keys.
  private func writeEffect(on receiver: DeviceState, at event: Int64) {
    let (cleared, applied) = (lastOutcome.effect.cleared, lastOutcome.effect.applied)
    var clearing = 0
    var setting = 0
    receiver.withCells(cleared, applied) { cleared, applied, stored, history in
      while clearing < cleared.count || setting < applied.count {
        let clearedKey = clearing < cleared.count ? cleared[clearing] : .max
        let appliedKey = setting < applied.count ? applied[setting].key : .max
        let key = min(clearedKey, appliedKey)
        let value = appliedKey == key ? applied[setting].value : 0
        if clearedKey == key { clearing += 1 }
        if appliedKey == key { setting += 1 }
        let old = stored[Int(key)]
        if old != value {
          noteChange(key, from: old, by: history[Int(key)].writer, to: value, on: receiver)
          stored[Int(key)] = value
        }
        history[Int(key)].writtenAt = event
        history[Int(key)].writer = .sync
      }
    }
  }
}
