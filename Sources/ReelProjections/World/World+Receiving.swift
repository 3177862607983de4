import ReelEvents
import ReelPolicies

extension World {
  func stepReceived(_ event: ResolvedEvent, _ receiver: DeviceState) {
    if event.message.channel == .kvs { return stepPull(event) }
    lastOutcome.receiver = event.device
    lastOutcome.isUndecided = !receiver.isKnown
    switch event.message.reference {
    case .sent(let named):
      guard let position = handOver(named, to: event.device) else { return }
      lastOutcome.handed = .message(position)
      ledger.message(at: position)?.use { message in
        if message.isEmptied { noteMissed() }
        message.settings.lent?.use { receive($0, from: message.sender, event, receiver) }
      }
    case .foreign:
      guard let recorded = event.message.settings.lent else {
        lastOutcome.isUndecided = true
        return
      }
      lastOutcome.handed = .foreign
      foreign = event.message.settings
      recorded.use { receive($0, from: -1, event, receiver) }
    case .nothing, .cloud: break
    }
  }

  /// Settings arrive, of `sender` or of somebody that nobody recorded.
  private func receive(
    _ settings: SharedPayload, from sender: Int32, _ event: ResolvedEvent, _ receiver: DeviceState
  ) {
    if case .recorded = mode {
      lastOutcome.suppressed = event.message.suppressed
    } else if receiver.isOnHold {
      lastOutcome.suppressed = .locked
    } else if receiver.isNumbered
      && !receiver.receiverMemory[sender, default: ReceiverMemory()].admits(settings.payload)
    {
      lastOutcome.suppressed = .older
    } else {
      apply(settings, on: event, receiver)
    }
  }

  /// Takes down that a message was handed over: if the recording did not send it, it has a receipt
  /// all the same.
  private func hand(_ message: MessageState, to device: Int32) {
    message.handedTo.insert(device)
    guard message.isUndelivered else { return }
    message.isUndelivered = false
    if let index = undelivered.lastIndex(of: message.sentEvent) { undelivered.remove(at: index) }
  }

  /// A receipt names what is not kept any more.
  func noteMissed() {
    ledger.missedCount += 1
    lastOutcome.isUndecided = true
  }

  /// The message that a receipt hands over: the linked one if this world sent it, else, from a
  /// slot, the newest one before it that was sent, unless that was handed over before.
  private func handOver(_ named: Int, to device: Int32) -> Int? {
    guard let linked = ledger.message(at: named) else {
      noteMissed()
      return nil
    }
    return linked.use { linked in
      guard linked.channel == .context else {
        if !linked.isSent { return nil }
        hand(linked, to: device)
        return named
      }
      return link(linked.sender, linked.to).use { link in
        guard let position = linked.isSent ? named : link.newestWaiting(before: named) else {
          return nil
        }
        ledger.message(at: position)?.use { hand($0, to: device) }
        link.handOver(position)
        return position
      }
    }
  }
}
