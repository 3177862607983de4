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
    let payload: SettingsPayload
    if let position = handOver(event) {
      outcome.handed = .message(position)
      guard let message = messages[position], let settings = message.settings else { return }
      sender = message.sender
      payload = settings
    } else if event.message.reference == .foreign, let recorded = event.message.settings {
      outcome.handed = .foreign
      payload = recorded
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
      && !receiver.receiverMemory[sender, default: ReceiverMemory()].admits(payload)
    {
      outcome.suppressed = .older
    } else {
      apply(payload, on: event)
    }
  }

  /// The message that a receipt hands over: the linked one if this world sent it, else, from a slot,
  /// the newest one before it that was sent and never handed to that device.
  private func handOver(_ event: ResolvedEvent) -> Int? {
    guard case .sent(let named) = event.message.reference else { return nil }
    guard let linked = messages[named] else {
      messages.missedCount += 1
      return nil
    }
    let position: Int?
    if linked.isSent {
      position = named
    } else if linked.channel == .context {
      let waiting = links[linkKey(linked.sender, linked.to)]?.waiting ?? []
      position = waiting.last { $0 < named }
    } else {
      position = nil
    }
    guard let position else { return nil }
    messages.update(position) { message in
      if !message.handedTo.contains(event.device) { message.handedTo.append(event.device) }
    }
    links[linkKey(linked.sender, linked.to)]?.waiting.removeAll { $0 == position }
    return position
  }

  private func apply(_ payload: SettingsPayload, on event: ResolvedEvent) {
    let receiver = state(event.device)
    let effect = receiver.rule.effect(
      of: payload, on: receiver.isLocked ? emptyCells : receiver.stored)
    outcome.effect = effect
    let before = receiver.stored
    let writers = receiver.writers
    let halves: [SettingsPolicy.Apply] =
      effect.order == .clearFirst ? [.clearFirst, .setFirst] : [.setFirst, .clearFirst]
    for half in event.message.isInterrupted ? Array(halves.prefix(1)) : halves {
      switch half {
      case .clearFirst:
        for key in effect.cleared {
          write(key, 0, on: event.device, by: .sync, at: event.number)
        }
      case .setFirst:
        for setting in effect.applied {
          write(setting.key, setting.value, on: event.device, by: .sync, at: event.number)
        }
      }
    }
    if event.message.isInterrupted {
      if effect.order == .clearFirst {
        outcome.effect?.applied = []
      } else {
        outcome.effect?.cleared = []
      }
    }
    settleChanges(before: before, writers: writers, on: receiver)
  }

  /// Leaves in `outcome.changes` what differs after both halves, with whoever wrote it before them.
  private func settleChanges(
    before: ContiguousArray<Int32>, writers: ContiguousArray<Writer>, on receiver: DeviceState
  ) {
    var touched = outcome.changes.map(\.key)
    touched.sort()
    outcome.changes.removeAll(keepingCapacity: true)
    var last: Int32 = -1
    for key in touched where key != last {
      last = key
      let index = Int(key)
      let old = index < before.count ? before[index] : 0
      guard old != receiver.stored[index] else { continue }
      let writer = index < writers.count ? writers[index] : .unknown
      outcome.changes.append(
        CellChange(key: key, old: old, new: receiver.stored[index], oldWriter: writer))
    }
  }
}
