import ReelEvents
import ReelPolicies
import ReelProjections

/// What happened on one direction between two devices.
final class LinkHistory {
  /// The position of the last attempt that carried settings.
  @exclusivity(unchecked) var lastAttempt = -1
  /// The process that made it.
  @exclusivity(unchecked) var process: Int32 = 0
  /// Whether the last attempt arrived and was applied uncut.
  @exclusivity(unchecked) var hasArrived = false
  /// The event that sent the newest message applied since the receiver's install.
  @exclusivity(unchecked) var lastApplied: Int64 = 0
  /// Positions of queued messages that were sent and did not arrive so far.
  @exclusivity(unchecked) var queued: Set<Int> = []
}

/// What a device spent of the platform's budgets.
final class BudgetHistory {
  @exclusivity(unchecked) var complications = SpentTimes()
  @exclusivity(unchecked) var contexts = SpentTimes()
}

/// When something was spent, ascending; what lies further back than the window is let go.
struct SpentTimes {
  private var times: ContiguousArray<Int64> = []
  private var first = 0

  /// Spends one more at `now` and tells how many were spent since `window` before.
  mutating func spend(at now: Int64, window: Int64) -> Int {
    while first < times.count && now - times[first] >= window { first += 1 }
    if first > times.count / 2 {
      times.removeFirst(first)
      first = 0
    }
    var place = times.count
    while place > first && times[place - 1] > now { place -= 1 }
    times.insert(now, at: place)
    return times.count - first
  }
}

extension Checker {
  func observeEdit(_ event: ResolvedEvent) {
    guard event.store != .kvs else { return }
    lastFact[event.device] = event.number
    if world.isLocked(event.device) { noteLockedWrite(event) }
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
      .writeWhileLocked, event.number, event.device, .device,
      "a store was written while \(name(event.device)) was locked, which destroys what it held")
  }

  func noteStoreSize(_ event: ResolvedEvent) {
    let size = world.storeSize(event.device)
    if Int64(size) <= Platform.storeSizeWarning && storeSeverities.isEmpty { return }
    let before = storeSeverities[event.device]
    let severity: Severity? =
      Int64(size) >= Platform.storeSizeMax
      ? .error : Int64(size) > Platform.storeSizeWarning ? .warning : nil
    guard severity != before else { return }
    storeSeverities[event.device] = severity
    guard let severity, before.map({ $0 < severity }) ?? true else { return }
    note(
      .budgetExceeded, as: severity, event.number, event.device, .device,
      "the settings store holds \(size) bytes; the platform refuses "
        + "\(Platform.storeSizeMax), and \(Platform.storeSizeWarning) is already slow")
  }

  func observeSent(_ event: ResolvedEvent) {
    let (sender, receiver) = (event.device, event.message.to)
    let position = world.messages.positions.upperBound - 1
    guard let message = world.message(at: position) else { return }
    if world.isLocked(event.device) && message.isSent {
      note(
        .writeWhileLocked, event.number, event.device, .device,
        "a message left while \(name(event.device)) was locked and read nothing")
    }
    let isRequest = message.settings == nil && world.suppressed == nil
    if isRequest { return }
    if !(senders[receiver] ?? []).contains(sender) {
      senders[receiver, default: []].append(sender)
    }
    let link = link(sender, receiver)
    link.lastAttempt = position
    link.process = event.process
    link.hasArrived = false
    if message.isSent && !message.channel.isSlot { link.queued.insert(position) }
    notePayloadSize(event)
    if message.isSent { spend(event) }
  }

  func notePayloadSize(_ event: ResolvedEvent) {
    let severity: Severity
    switch world.load {
    case .small: return
    case .large: severity = .warning
    case .tooLarge: severity = .error
    }
    note(
      .payloadTooLarge, as: severity, event.number, event.device, .device,
      sizeSentence(event.message.channel))
  }

  private func sizeSentence(_ channel: Channel) -> String {
    let (size, limit) = (world.payloadSize, Platform.payloadSizeMax(channel))
    return channel == .kvs
      ? "with this push the cloud holds \(size) bytes; its quota is \(limit)"
      : "the payload has \(size) bytes; \(channel.rawValue) takes \(limit)"
  }

  private func spend(_ event: ResolvedEvent) {
    let now = event.at.microseconds
    switch event.message.channel {
    case .complication:
      let spent = budget(of: event.device).complications.spend(
        at: now, window: 86_400_000_000)
      guard spent > Platform.complicationTransfersPerDayMax else { return }
      note(
        .budgetExceeded, event.number, event.device, .device,
        "\(spent) complication transfers within 24 hours; the system grants "
          + "\(Platform.complicationTransfersPerDayMax)")
    case .context:
      let spent = budget(of: event.device).contexts.spend(
        at: now, window: 10_000_000)
      guard spent > Platform.contextsPerTenSecondsMax else { return }
      note(
        .budgetExceeded, event.number, event.device, .device,
        "\(spent) contexts within ten seconds, which delays every channel")
    case .userInfo, .message, .kvs: break
    }
  }

  private func link(_ sender: Int32, _ receiver: Int32) -> LinkHistory {
    if let link = links[sender, receiver] { return link }
    let link = LinkHistory()
    links[sender, receiver] = link
    return link
  }

  private func budget(of device: Int32) -> BudgetHistory {
    if let budget = budgets[device] { return budget }
    let budget = BudgetHistory()
    budgets[device] = budget
    return budget
  }

  func observeReceived(_ event: ResolvedEvent) {
    let message = world.handedMessage
    if let message, case .message(let position) = world.handed {
      noteArrival(event, message, position)
    }
    guard world.handed != .nothing else { return }
    if message?.settings != nil || world.handed == .foreign {
      entitlements.hasReceived[event.device] = true
    }
    guard world.suppressed == nil, world.hasEffect else { return }
    if let message { entitlements.informedAt[event.device] = message.sentEvent }
    noteStoreSize(event)
    if world.isUndecided { return }
    checkApplied(event, message)
  }

  private func noteArrival(_ event: ResolvedEvent, _ message: MessageState, _ position: Int) {
    guard let link = links[message.sender, event.device] else { return }
    link.queued.remove(position)
    if link.lastAttempt == position {
      link.hasArrived = world.suppressed == nil && !event.message.isInterrupted
    }
  }

  /// A transfer that failed waits in no queue.
  func observeFailed(_ event: ResolvedEvent) {
    guard case .sent(let position) = event.message.reference,
      let message = world.message(at: position), !message.isSent
    else { return }
    links[message.sender, message.to]?.queued.remove(position)
  }

  private func checkApplied(_ event: ResolvedEvent, _ message: MessageState?) {
    if world.isLocked(event.device) && world.effect?.isEmpty == false { noteLockedWrite(event) }
    check(world.changes, event, message)
    if let receiver = world.device(event.device), receiver.rule.policy.accept == .all {
      checkUnsynced(event, message, receiver)
    }
    guard let message else { return }
    let link = link(message.sender, event.device)
    let newest = link.lastApplied
    guard message.sentEvent < newest else {
      link.lastApplied = message.sentEvent
      return
    }
    for change in world.changes {
      note(
        .staleOverwrite, event.number, event.device, .key(change.key),
        "a message sent at event \(message.sentEvent) was applied over one sent at event "
          + "\(newest) and changed \(key(change.key))")
    }
  }

  private func check(_ changes: [CellChange], _ event: ResolvedEvent, _ message: MessageState?) {
    for change in changes where change.oldWriter == .app {
      note(
        isCatalogSynced(change.key) ? .writeReverted : .localKeyErased, event.number, event.device,
        .key(change.key),
        "sync \(change.new == 0 ? "removed" : "changed") \(key(change.key)), which the app on this "
          + "device had written")
    }
    guard let settings = message?.settings, settings.payload.hasRiders else { return }
    let payload = settings.payload
    for change in changes where change.old != 0 && change.new != 0 {
      guard payload.registeredOnly.contains(change.key), payload.value(of: change.key) == change.new
      else { continue }
      note(
        .defaultOutranksValue, event.number, event.device, .key(change.key),
        "a stored value of \(key(change.key)) gave way to one that the sender only registered")
    }
  }

  /// Notes what was set and is not synced. Most messages carry the keys of the one before.
  private func checkUnsynced(
    _ event: ResolvedEvent, _ message: MessageState?, _ receiver: DeviceState
  ) {
    let keys = (message?.settings ?? event.message.settings)?.payload.keys ?? []
    if keys != lastKeys.all { lastKeys = (keys, keys.filter { !isCatalogSynced($0) }) }
    if lastKeys.unsynced.isEmpty { return }
    var applied: [Int32]
    let isTold = receiver.rule.policy.clear == .explicit
    if isTold || receiver.isLocked || event.message.isInterrupted {
      applied = world.effect?.applied.map(\.key).filter { !isCatalogSynced($0) } ?? []
    } else {
      let changed = world.changes.filter { $0.new != 0 }.map(\.key)
      applied = lastKeys.unsynced
      applied.removeAll { !receiver.rule.rewrites($0) && !changed.contains($0) }
    }
    let check = Check.unsyncedKeyStored
    for key in log.noteAgain(check, check.severity, event.device, applied) {
      noteUnsynced(key, event)
    }
  }

  private func noteUnsynced(_ key: Int32, _ event: ResolvedEvent) {
    note(
      .unsyncedKeyStored, event.number, event.device, .key(key),
      "sync stored \(self.key(key)), which the catalog does not sync")
  }

  /// The halves of an apply of an app's own code, as recorded.
  func observeRecordedApply(_ event: ResolvedEvent) {
    guard case .recorded = world.mode else { return }
    check(world.changes, event, nil)
    for change in world.changes where change.new != 0 && !isCatalogSynced(change.key) {
      noteUnsynced(change.key, event)
    }
  }
}
