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
    lastOutcome.isUndecided = !receiver.isKnown
    var sender: Int32 = -1
    let settings: SharedPayload
    if let position = handOver(event) {
      lastOutcome.handed = .message(position)
      guard let message = ledger[position], let carried = message.settings else { return }
      sender = message.sender
      settings = carried
    } else if event.message.reference == .foreign, let recorded = event.message.settings {
      lastOutcome.handed = .foreign
      settings = recorded
    } else {
      if event.message.reference == .foreign { lastOutcome.isUndecided = true }
      return
    }
    if case .recorded = mode {
      lastOutcome.suppressed = event.message.suppressed
      return
    }
    if receiver.isLocked && receiver.rule.policy.locked == .hold {
      lastOutcome.suppressed = .locked
    } else if receiver.rule.policy.order == .numbered
      && !receiver.receiverMemory[sender, default: ReceiverMemory()].admits(settings.payload)
    {
      lastOutcome.suppressed = .older
    } else {
      apply(settings, on: event, receiver)
    }
  }

  /// The message that a receipt hands over: the linked one if this world sent it, else, from a
  /// slot, the newest one before it that was sent, unless that was handed over before.
  private func handOver(_ event: ResolvedEvent) -> Int? {
    guard case .sent(let named) = event.message.reference else { return nil }
    guard let linked = ledger[named] else {
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
    if position == named {
      linked.handedTo.insert(event.device)
    } else {
      ledger[position]?.handedTo.insert(event.device)
    }
    if linked.channel == .context { link(linked.sender, linked.to).handOver(position) }
    return position
  }

  private func apply(_ settings: SharedPayload, on event: ResolvedEvent, _ receiver: DeviceState) {
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

  /// Writes both halves in one pass; what is cleared and set changes once. The receiver has room for
  /// all keys.
  private func writeEffect(on receiver: DeviceState, at event: Int64) {
    let effect = lastOutcome.effect
    receiver.withCells { stored, history in
      effect.withWrites { writes in
        for write in writes {
          let key = Int(write.key)
          let old = stored[key]
          if old != write.value {
            noteChange(write.key, from: old, by: history[key].writer, to: write.value, on: receiver)
            stored[key] = write.value
          }
          history[key].writtenAt = event
          history[key].writer = .sync
        }
      }
    }
  }
}
