import ReelEvents
import ReelPolicies

extension World {
  func stepListEdit(_ event: ResolvedEvent, _ list: Int32) {
    let device = state(event.device)
    outcome.list = list
    outcome.isUndecided = !device.isKnown
    var copy = device.lists[list] ?? SyncedList()
    if device.isLocked && device.destroyedStores.insert(list).inserted { copy.marks = MarkedSet() }
    let before = device.isListed(event.item, in: list)
    let policy = device.policy.dismissals
    let circumstances = circumstances(of: event)
    if event.kind == .storeSet {
      copy.add(event.item, under: policy, in: circumstances)
    } else {
      copy.remove(event.item, under: policy, in: circumstances)
    }
    device.lists[list] = copy
    let after = device.isListed(event.item, in: list)
    if before != after { outcome.listChanges = [ListChange(id: event.item, isListed: after)] }
  }

  func circumstances(of event: ResolvedEvent) -> SyncedList.Circumstances {
    let device = state(event.device)
    return SyncedList.Circumstances(
      clock: event.at.milliseconds, installedAt: device.installedAt,
      isGateOpen: device.isGateOpen, isLocked: device.isLocked)
  }

  func stepPush(_ event: ResolvedEvent) {
    let message = event.message
    let device = state(event.device)
    outcome.list = message.list
    outcome.isUndecided = !device.isKnown
    let made = ledger.begin(event, of: device, &vocabulary.payloads).takeUnretainedValue()
    made.list = message.list
    made.senderInstall = device.installEvent
    let position = messages.positions.upperBound
    if case .recorded = mode {
      made.blob = message.blob
      made.blobBytes = Self.textSize(message.blob)
      made.isAsRecorded = true
      made.fate = message.suppressed.map { .suppressed($0) } ?? .sent
    } else {
      var copy = device.lists[message.list] ?? SyncedList()
      switch copy.push(under: device.policy.dismissals, in: circumstances(of: event)) {
      case .suppressed(let reason): made.fate = .suppressed(reason)
      case .sent(let blob):
        made.blob = blob
        made.blobBytes = Self.textSize(blob)
        decideFate(made, recorded: message)
      }
      device.lists[message.list] = copy
    }
    outcome.blob = made.blob
    outcome.blobBytes = Int64(made.blobBytes)
    switch made.fate {
    case .sent:
      outcome.isKnownToFail = isKnownToFail(made, position: position)
      if !outcome.isKnownToFail && !fates.arrivingLater.contains(position) {
        arrive(made, position: position, at: event.number)
      }
    case .suppressed(let reason): outcome.suppressed = reason
    case .failed(let error):
      outcome.failure = error
      device.lists[message.list]?.notePushFailed()
    }
    if made.isUndelivered { undelivered.append(event.number) }
    ledger.appendBegun()
  }

  private func isKnownToFail(_ message: MessageState, position: Int) -> Bool {
    guard let error = fates.failing[position] else { return false }
    return message.isAsRecorded || !Platform.isSizeError(error)
  }

  /// A push over the quota fails, unless the recording saw this very blob and tells its fate.
  private func decideFate(_ made: MessageState, recorded: ResolvedMessage) {
    made.isAsRecorded = recorded.blob != nil && recorded.blob == made.blob
    outcome.cloudSize = cloudSize(after: made)
    outcome.load = PayloadLoad(outcome.cloudSize, limit: Platform.payloadSizeMax(.kvs))
    if !made.isAsRecorded && outcome.load == .tooLarge {
      made.fate = .failed(Platform.sizeError(.kvs))
    }
  }

  /// The quota counts the values of all keys of an account together (KV-01).
  private func cloudSize(after push: MessageState) -> Int64 {
    let others = (cloud[push.account] ?? [:]).filter { $0.key != push.list }
    let bytes = others.values.reduce(push.blobBytes) { $0 + Self.textSize($1.value) }
    return Int64(bytes)
  }

  private static func textSize(_ value: Value?) -> Int { value?.canonicalBytes.count ?? 0 }

  private func arrive(_ message: MessageState, position: Int, at event: Int64) {
    outcome.cloudBefore = cloud[message.account]?[message.list]
    cloud[message.account, default: [:]][message.list] = CloudSlot(
      value: message.blob, message: position, event: event)
    lastAccount[message.list] = message.account
  }

  func failPush(_ message: MessageState, position: Int) {
    if cloud[message.account]?[message.list]?.message == position {
      cloud[message.account]?[message.list] = nil
    }
    state(message.sender).lists[message.list]?.notePushFailed()
  }

  func stepPull(_ event: ResolvedEvent) {
    let message = event.message
    if vocabulary.deviceName(event.device) == .cloud {
      stepArrival(event)
      return
    }
    let device = state(event.device)
    outcome.list = message.list
    outcome.isUndecided = !device.isKnown
    if case .recorded = mode {
      outcome.suppressed = message.suppressed
      return
    }
    guard device.isGateOpen else {
      outcome.suppressed = .gate
      return
    }
    handOverPull(event)
    let before = device.listed(message.list)
    var copy = device.lists[message.list] ?? SyncedList()
    outcome.suppressed = copy.pull(
      outcome.pulled, under: device.policy.dismissals, in: circumstances(of: event))
    device.lists[message.list] = copy
    outcome.listChanges = Self.changes(from: before, to: device.listed(message.list))
  }

  private func handOverPull(_ event: ResolvedEvent) {
    let message = event.message
    switch message.reference {
    case .nothing: break
    case .foreign:
      outcome.pulled = message.blob
      outcome.handed = message.blob == nil ? .nothing : .foreign
      if message.blob == nil { outcome.isUndecided = true }
    case .cloud:
      guard let slot = cloud[state(event.device).account]?[message.list] else { return }
      outcome.pulled = slot.value
      outcome.handed = slot.message.map { .message($0) } ?? .outside
      slot.message.map { noteHanded($0, to: event.device) }
    case .sent(let named):
      guard let linked = messages[named] else { return noteMissed() }
      guard let position = linked.isSent ? named : newestPush(before: named, like: linked, event)
      else { return }
      if messages[position]?.isEmptied == true { return noteMissed() }
      outcome.pulled = messages[position]?.blob
      outcome.handed = .message(position)
      noteHanded(position, to: event.device)
    }
  }

  /// The newest push before `named` of the same list and account, if the device has not had it: the
  /// ones before were replaced by it.
  private func newestPush(
    before named: Int, like linked: MessageState, _ event: ResolvedEvent
  ) -> Int? {
    let newest = messages.positions.last { position in
      guard position < named, let other = messages[position] else { return false }
      return other.isSent && other.channel == .kvs && other.list == linked.list
        && other.account == linked.account
    }
    guard let newest, messages[newest]?.handedTo.contains(event.device) == false else { return nil }
    return newest
  }

  private func noteHanded(_ position: Int, to device: Int32) {
    messages[position]?.handedTo.insert(device)
  }

  /// A push reached the cloud at a time of its own.
  private func stepArrival(_ event: ResolvedEvent) {
    guard case .sent(let position) = event.message.reference, let message = messages[position]
    else { return }
    if !fates.isKnown { sawLateFate = true }
    guard message.isSent else { return }
    if message.isEmptied { return noteMissed() }
    arrive(message, position: position, at: event.number)
    outcome.handed = .message(position)
  }

  /// What the outside world did to the cloud's own copy.
  func stepOutside(_ event: ResolvedEvent) {
    let list = vocabulary.lists.number(adding: event.item)
    let value = event.kind == .storeSet ? vocabulary.values.value(of: event.value) : nil
    setCloud(list, value, event)
  }

  func loadCloud(_ values: ValueDictionary, _ event: ResolvedEvent) {
    for member in values.members {
      setCloud(vocabulary.lists.number(adding: member.key), member.value, event)
    }
  }

  private func setCloud(_ list: Int32, _ value: Value?, _ event: ResolvedEvent) {
    let named = state(event.device).account
    let account = named.isEmpty ? lastAccount[list] ?? "" : named
    cloud[account, default: [:]][list] =
      value.map { CloudSlot(value: $0, message: nil, event: event.number) }
    lastAccount[list] = account
  }

  /// The content of a list as found; items that are new get the time of the finding as their stamp.
  func loadList(_ values: ValueDictionary, _ list: Int32, _ event: ResolvedEvent) {
    let device = state(event.device)
    outcome.list = list
    let before = device.listed(list)
    var copy = device.lists[list] ?? SyncedList()
    let found = values.members.filter { if case .bool(true) = $0.value { true } else { false } }
    for id in before where values[id] == nil { copy.marks[id] = nil }
    for member in found where copy.marks[member.key]?.isLive(device.policy.dismissals.tie) != true {
      copy.add(member.key, under: device.policy.dismissals, in: circumstances(of: event))
    }
    device.lists[list] = copy
    device.isKnown = true
    outcome.listChanges = Self.changes(from: before, to: device.listed(list))
  }

  func setListed(_ id: String, _ isListed: Bool, in list: Int32, on event: ResolvedEvent) {
    let device = state(event.device)
    outcome.list = list
    guard device.isListed(id, in: list) != isListed else { return }
    var copy = device.lists[list] ?? SyncedList()
    copy.marks[id] = isListed ? Mark(added: event.at.milliseconds) : nil
    device.lists[list] = copy
    outcome.listChanges.append(ListChange(id: id, isListed: isListed))
  }

  /// The items that differ between two ordered lists, in order.
  static func changes(from before: [String], to after: [String]) -> [ListChange] {
    var changes: [ListChange] = []
    var old = 0
    var new = 0
    while old < before.count || new < after.count {
      if new == after.count || (old < before.count && utf8Precedes(before[old], after[new])) {
        changes.append(ListChange(id: before[old], isListed: false))
        old += 1
      } else if old == before.count || utf8Precedes(after[new], before[old]) {
        changes.append(ListChange(id: after[new], isListed: true))
        new += 1
      } else {
        old += 1
        new += 1
      }
    }
    return changes
  }
}

extension World {
  /// Whether two ordered lists of ids are the same, byte for byte.
  public static func sameIDs(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
