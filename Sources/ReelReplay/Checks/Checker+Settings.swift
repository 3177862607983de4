import ReelEvents
import ReelPolicies
import ReelProjections

extension Checker {
  func observeEdit(_ event: ResolvedEvent) {
    switch event.store {
    case .defaults:
      if passesOverEdit(event) { return }
      if world.isLocked(event.device) { noteLockedWrite(event) }
      noteStoreSize(event)
    case .list(let list):
      if world.isLocked(event.device) { noteLockedWrite(event) }
      observeAct(event, list)
    case .kvs: break
    }
  }

  /// Whether an edit of settings needs no look.
  @inline(__always)
  func passesOverEdit(_ event: ResolvedEvent) -> Bool {
    !world.isLocked(event.device) && !world.hasMetLargeStore
  }

  @inline(never)
  func noteLockedWrite(_ event: ResolvedEvent) {
    note(
      .writeWhileLocked, event.number, event.device, .device,
      "a store was written while \(name(event.device)) was locked, which destroys what it held")
  }

  @inline(__always)
  func noteStoreSize(_ event: ResolvedEvent) {
    if world.hasMetLargeStore { noteSize(ofStore: event.device, event) }
  }

  @inline(never)
  private func noteSize(ofStore device: Int32, _ event: ResolvedEvent) {
    let size = world.storeSize(device)
    let before = devices[event.device].storeSeverity
    let severity: Severity? =
      size >= Platform.storeSizeMax ? .error : size > Platform.storeSizeWarning ? .warning : nil
    guard severity != before else { return }
    devices[event.device].storeSeverity = severity
    guard let severity, before.map({ $0 < severity }) ?? true else { return }
    note(
      .budgetExceeded, as: severity, event.number, event.device, .device,
      "the settings store holds \(size) bytes; the platform refuses "
        + "\(Platform.storeSizeMax), and \(Platform.storeSizeWarning) is already slow")
  }

  func observeSent(_ event: ResolvedEvent) {
    let position = world.sentPosition
    queued[position] = false
    if event.message.channel == .kvs { return observePush(event) }
    let isSent = world.suppressed == nil && world.failure == nil
    if isSent && world.isLocked(event.device) { noteBlindSend(event) }
    let isRequest = !world.hasSentSettings && world.suppressed == nil
    if isRequest { return }
    let (sender, receiver) = (event.device, event.message.to)
    if links[sender, receiver].attempt(position, by: event.process) {
      devices[receiver].senders.append(sender)
    }
    notePayloadSize(event)
    guard isSent else { return }
    switch event.message.channel {
    case .context: spendContext(event)
    case .userInfo, .complication, .message:
      note(position, on: Direction(sender: sender, receiver: receiver), isQueued: true)
      if event.message.channel == .complication { spendComplication(event) }
    case .kvs: break
    }
  }

  @inline(never)
  private func noteBlindSend(_ event: ResolvedEvent) {
    note(
      .writeWhileLocked, event.number, event.device, .device,
      "a message left while \(name(event.device)) was locked and read nothing")
  }

  /// Takes down that a queued message was sent, or waits in no queue any more.
  private func note(_ position: Int, on way: Direction, isQueued: Bool) {
    guard queued[position] != isQueued else { return }
    queued[position] = isQueued
    links[way.sender, way.receiver].queuedCount += isQueued ? 1 : -1
  }

  @inline(__always)
  private func noteUnqueued(_ message: Postmark) {
    guard queued[message.position] else { return }
    note(
      message.position, on: Direction(sender: message.sender, receiver: message.to),
      isQueued: false)
  }

  @inline(__always)
  func notePayloadSize(_ event: ResolvedEvent) {
    switch world.load {
    case .small: break
    case .large: notePayloadSize(event, .warning)
    case .tooLarge: notePayloadSize(event, .error)
    }
  }

  @inline(never)
  private func notePayloadSize(_ event: ResolvedEvent, _ severity: Severity) {
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

  private func spendComplication(_ event: ResolvedEvent) {
    let spent = devices[event.device].complications.spend(
      at: event.at.microseconds, window: 86_400_000_000)
    let most = Platform.complicationTransfersPerDayMax
    guard spent > most else { return }
    noteSpent("\(spent) complication transfers within 24 hours; the system grants \(most)", event)
  }

  @inline(__always)
  private func spendContext(_ event: ResolvedEvent) {
    let spent = devices[event.device].contexts.spend(
      at: event.at.microseconds, window: 10_000_000)
    guard spent > Platform.contextsPerTenSecondsMax else { return }
    noteSpent("\(spent) contexts within ten seconds, which delays every channel", event)
  }

  @inline(never)
  private func noteSpent(_ sentence: @autoclosure () -> String, _ event: ResolvedEvent) {
    note(.budgetExceeded, event.number, event.device, .device, sentence())
  }

  func observeReceived(_ event: ResolvedEvent) {
    if case .nothing = world.handed { return }
    let message = world.handedPostmark
    if let message { noteArrival(event, message) }
    if message?.carriesSettings ?? (world.handed == .foreign) {
      devices[event.device].hasReceived = true
    }
    guard world.suppressed == nil, world.hasEffect else { return }
    if let message { devices[event.device].informedAt = message.sentEvent }
    if !world.hasKeysOfLastApply { devices[event.device].knowsUnsyncedKeys = false }
    noteStoreSize(event)
    if world.isUndecided { return }
    checkApplied(event, message)
  }

  @inline(__always)
  private func noteArrival(_ event: ResolvedEvent, _ message: Postmark) {
    if message.to == event.device { noteUnqueued(message) }
    let isApplied = world.suppressed == nil && !event.message.isInterrupted
    links[message.sender, event.device].noteArrival(of: message.position, isApplied: isApplied)
  }

  /// A transfer that failed waits in no queue.
  func observeFailed(_ event: ResolvedEvent) {
    guard case .sent(let position) = event.message.reference,
      let message = world.postmark(at: position), !message.isSent
    else { return }
    noteUnqueued(message)
  }

  @inline(__always)
  private func checkApplied(_ event: ResolvedEvent, _ message: Postmark?) {
    if world.isLocked(event.device) && world.effect?.isEmpty == false { noteLockedWrite(event) }
    checkChanges(event)
    if message != nil && world.hasAppliedRiders { checkRegistered(event) }
    if world.acceptsAll(event.device) { checkUnsynced(event) }
    guard let message else { return }
    let newest = links[message.sender, event.device].lastApplied
    if message.sentEvent < newest {
      noteStale(message, over: newest, event)
    } else {
      links[message.sender, event.device].lastApplied = message.sentEvent
    }
  }

  @inline(never)
  private func noteStale(_ message: Postmark, over newest: Int64, _ event: ResolvedEvent) {
    for change in world.changes {
      note(
        .staleOverwrite, event.number, event.device, .key(change.key),
        "a message sent at event \(message.sentEvent) was applied over one sent at event "
          + "\(newest) and changed \(key(change.key))")
    }
  }

  @inline(__always)
  private func checkChanges(_ event: ResolvedEvent) {
    for change in world.changes where change.oldWriter == .app { noteReverted(change, event) }
  }

  @inline(never)
  private func noteReverted(_ change: CellChange, _ event: ResolvedEvent) {
    note(
      isCatalogSynced(change.key) ? .writeReverted : .localKeyErased, event.number, event.device,
      .key(change.key),
      "sync \(change.new == 0 ? "removed" : "changed") \(key(change.key)), which the app on this "
        + "device had written")
  }

  /// Notes what gave way to a value that the sender had only registered.
  private func checkRegistered(_ event: ResolvedEvent) {
    guard let payload = world.appliedSettings else { return }
    for change in world.changes where change.old != 0 && change.new != 0 {
      guard payload.form.registeredOnly.contains(change.key),
        payload.value(of: change.key) == change.new
      else { continue }
      note(
        .defaultOutranksValue, event.number, event.device, .key(change.key),
        "a stored value of \(key(change.key)) gave way to one that the sender only registered")
    }
  }

  /// Notes what was set and is not synced. Most messages carry the keys of the one before.
  private func checkUnsynced(_ event: ResolvedEvent) {
    if !devices[event.device].knowsUnsyncedKeys { findUnsyncedKeys(event) }
    if devices[event.device].unsyncedKeys.isEmpty { return }
    let check = Check.unsyncedKeyStored
    let stored = unsyncedKeysStored(event)
    for key in log.noteAgain(check, check.severity, event.device, stored) {
      noteUnsynced(key, event)
    }
  }

  /// Works out what a message carries that is not synced, and whether the receiver's rule writes
  /// all of that at every message: while messages have the same keys, the rule is the same too.
  private func findUnsyncedKeys(_ event: ResolvedEvent) {
    let keys = (world.appliedSettings?.keys ?? []).filter { !isCatalogSynced($0) }
    let rule = world.device(event.device)?.rule
    devices[event.device].unsyncedKeys = keys
    devices[event.device].areUnsyncedKeysRewritten = keys.allSatisfy { rule?.rewrites($0) == true }
    devices[event.device].knowsUnsyncedKeys = true
  }

  /// What is not synced of the keys that the event set.
  private func unsyncedKeysStored(_ event: ResolvedEvent) -> [Int32] {
    guard let receiver = world.device(event.device) else { return [] }
    let isTold = receiver.rule.policy.clear == .explicit
    if isTold || receiver.isLocked || event.message.isInterrupted {
      return world.effect?.applied.map(\.key).filter { !isCatalogSynced($0) } ?? []
    }
    let keys = devices[event.device].unsyncedKeys
    if devices[event.device].areUnsyncedKeysRewritten { return keys }
    let rule = receiver.rule
    let changed = world.changes.filter { $0.new != 0 }.map(\.key)
    return keys.filter { rule.rewrites($0) || changed.contains($0) }
  }

  private func noteUnsynced(_ key: Int32, _ event: ResolvedEvent) {
    note(
      .unsyncedKeyStored, event.number, event.device, .key(key),
      "sync stored \(self.key(key)), which the catalog does not sync")
  }

  /// The halves of an apply of an app's own code, as recorded.
  func observeRecordedApply(_ event: ResolvedEvent) {
    guard case .recorded = world.mode else { return }
    checkChanges(event)
    for change in world.changes where change.new != 0 && !isCatalogSynced(change.key) {
      noteUnsynced(change.key, event)
    }
  }
}
