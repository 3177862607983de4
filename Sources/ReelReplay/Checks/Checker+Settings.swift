import ReelEvents
import ReelPolicies
import ReelProjections

/// What happened on one direction between two devices.
struct LinkHistory {
  /// The position of the last attempt that carried settings.
  var lastAttempt = -1
  /// The process that made it.
  var process: Int32 = 0
  /// Whether the last attempt arrived and was applied uncut.
  var hasArrived = false
  /// The event that sent the newest message applied since the receiver's install.
  var lastApplied: Int64 = 0
  /// Positions of queued messages that were sent and did not arrive so far.
  var queued: Set<Int> = []
}

/// What a device spent of the platform's budgets.
struct BudgetHistory {
  var complications: [Int64] = []
  var contexts: [Int64] = []
  var storeSeverity: Severity?
}

extension Checker {
  func observeEdit(_ event: ResolvedEvent) {
    guard event.store != .kvs else { return }
    lastFact[event.device] = event.number
    if world.device(event.device)?.isLocked == true { noteLockedWrite(event) }
    switch event.store {
    case .defaults:
      entitlements.lastFacts[event.key] = event.number
      noteStoreSize(event)
    case .list(let list): observeAct(event, list)
    case .kvs: break
    }
  }

  func noteLockedWrite(_ event: ResolvedEvent) {
    note(
      .writeWhileLocked, event.number, event.device, nil,
      "a store was written while \(name(event.device)) was locked, which destroys what it held")
  }

  func noteStoreSize(_ event: ResolvedEvent) {
    guard let size = world.device(event.device)?.storeSize else { return }
    if Int64(size) <= Platform.storeSizeWarning && budgets.isEmpty { return }
    let severity: Severity? =
      Int64(size) >= Platform.storeSizeMax
      ? .error : Int64(size) > Platform.storeSizeWarning ? .warning : nil
    let before = budgets[event.device]?.storeSeverity
    guard severity != before else { return }
    budgets[event.device, default: BudgetHistory()].storeSeverity = severity
    guard let severity, before.map({ $0 < severity }) ?? true else { return }
    note(
      .budgetExceeded, as: severity, event.number, event.device, nil,
      "the settings store holds \(size) bytes; the platform refuses "
        + "\(Platform.storeSizeMax), and \(Platform.storeSizeWarning) is already slow")
  }

  func observeSent(_ event: ResolvedEvent) {
    let link = Link(sender: event.device, receiver: event.message.to)
    let position = world.messages.positions.upperBound - 1
    guard let message = world.messages[position] else { return }
    if world.device(event.device)?.isLocked == true && message.isSent {
      note(
        .writeWhileLocked, event.number, event.device, nil,
        "a message left while \(name(event.device)) was locked and read nothing")
    }
    let isRequest = message.settings == nil && world.outcome.suppressed == nil
    if isRequest { return }
    if !(senders[link.receiver] ?? []).contains(link.sender) {
      senders[link.receiver, default: []].append(link.sender)
    }
    var history = links[link] ?? LinkHistory()
    history.lastAttempt = position
    history.process = event.process
    history.hasArrived = false
    if message.isSent && !message.channel.isSlot { history.queued.insert(position) }
    links[link] = history
    notePayloadSize(event)
    if message.isSent { spend(event) }
  }

  func notePayloadSize(_ event: ResolvedEvent) {
    guard let size = world.outcome.payloadSize else { return }
    let limit = Platform.payloadSizeMax(event.message.channel)
    note(
      .payloadTooLarge, as: size > limit ? .error : .warning, event.number, event.device, nil,
      event.message.channel == .kvs
        ? "with this push the cloud holds \(size) bytes; its quota is \(limit)"
        : "the payload has \(size) bytes; \(event.message.channel.rawValue) takes \(limit)")
  }

  private func spend(_ event: ResolvedEvent) {
    let now = event.at.microseconds
    switch event.message.channel {
    case .complication:
      let day: Int64 = 86_400_000_000
      var spent = (budgets[event.device]?.complications ?? []).filter { now - $0 < day }
      spent.append(now)
      budgets[event.device, default: BudgetHistory()].complications = spent
      guard spent.count > Platform.complicationTransfersPerDayMax else { return }
      note(
        .budgetExceeded, event.number, event.device, nil,
        "\(spent.count) complication transfers within 24 hours; the system grants "
          + "\(Platform.complicationTransfersPerDayMax)")
    case .context:
      var spent = (budgets[event.device]?.contexts ?? []).filter { now - $0 < 10_000_000 }
      spent.append(now)
      budgets[event.device, default: BudgetHistory()].contexts = spent
      guard spent.count > Platform.contextsPerTenSecondsMax else { return }
      note(
        .budgetExceeded, event.number, event.device, nil,
        "\(spent.count) contexts within ten seconds, which delays every channel")
    case .userInfo, .message, .kvs: break
    }
  }

  func observeReceived(_ event: ResolvedEvent) {
    let outcome = world.outcome
    var message: MessageState?
    if case .message(let position) = outcome.handed {
      message = world.messages[position]
      if let message { noteArrival(event, message, position) }
    }
    guard outcome.handed != .nothing else { return }
    if message?.settings != nil || outcome.handed == .foreign {
      entitlements.hasReceived.insert(event.device)
    }
    guard outcome.suppressed == nil, outcome.hasEffect else { return }
    if let message { entitlements.informedAt[event.device] = message.sentEvent }
    noteStoreSize(event)
    if outcome.isUndecided { return }
    checkApplied(event, message)
  }

  private func noteArrival(_ event: ResolvedEvent, _ message: MessageState, _ position: Int) {
    let link = Link(sender: message.sender, receiver: event.device)
    links[link]?.queued.remove(position)
    if links[link]?.lastAttempt == position {
      links[link]?.hasArrived =
        world.outcome.suppressed == nil && !event.message.isInterrupted
    }
  }

  /// A transfer that failed waits in no queue.
  func observeFailed(_ event: ResolvedEvent) {
    guard case .sent(let position) = event.message.reference,
      let message = world.messages[position], !message.isSent
    else { return }
    links[Link(sender: message.sender, receiver: message.to)]?.queued.remove(position)
  }

  private func checkApplied(_ event: ResolvedEvent, _ message: MessageState?) {
    let outcome = world.outcome
    if world.device(event.device)?.isLocked == true && !outcome.effect.isEmpty {
      noteLockedWrite(event)
    }
    for change in outcome.changes { check(change, event, message) }
    for setting in outcome.effect.applied { checkStored(setting.key, event) }
    guard let message else { return }
    let link = Link(sender: message.sender, receiver: event.device)
    let newest = links[link]?.lastApplied ?? 0
    if message.sentEvent < newest {
      for change in outcome.changes {
        note(
          .staleOverwrite, event.number, event.device, key(change.key),
          "a message sent at event \(message.sentEvent) was applied over one sent at event "
            + "\(newest) and changed \(key(change.key))")
      }
    } else {
      links[link, default: LinkHistory()].lastApplied = message.sentEvent
    }
  }

  private func check(_ change: CellChange, _ event: ResolvedEvent, _ message: MessageState?) {
    let name = key(change.key)
    if change.oldWriter == .app {
      let isSynced = world.vocabulary.keys.isCatalogSynced(change.key)
      note(
        isSynced ? .writeReverted : .localKeyErased, event.number, event.device, name,
        "sync \(change.new == 0 ? "removed" : "changed") \(name), which the app on this device "
          + "had written")
    }
    guard let settings = message?.settings, change.old != 0, change.new != 0,
      settings.registeredOnly.contains(change.key), settings.value(of: change.key) == change.new
    else { return }
    note(
      .defaultOutranksValue, event.number, event.device, name,
      "a stored value of \(name) gave way to one that the sender only registered")
  }

  private func checkStored(_ key: Int32, _ event: ResolvedEvent) {
    guard !world.vocabulary.keys.isCatalogSynced(key) else { return }
    note(
      .unsyncedKeyStored, event.number, event.device, self.key(key),
      "sync stored \(self.key(key)), which the catalog does not sync")
  }

  /// The halves of an apply of an app's own code, as recorded.
  func observeRecordedApply(_ event: ResolvedEvent) {
    guard case .recorded = world.mode else { return }
    for change in world.outcome.changes { check(change, event, nil) }
    for change in world.outcome.changes where change.new != 0 { checkStored(change.key, event) }
  }
}
