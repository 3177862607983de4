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
    lastOutcome.receiver = event.device
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
}
