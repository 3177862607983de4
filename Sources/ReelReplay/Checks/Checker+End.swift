import ReelEvents
import ReelPolicies
import ReelProjections

extension Checker {
  /// Notes what shows only at the end of a recording. Call it once, after the last `observe`.
  public func finish() {
    for (sender, receiver) in links.pairs where links[sender, receiver].hasAttempt {
      let link = Direction(sender: sender, receiver: receiver)
      let history = links[sender, receiver]
      guard let message = world.message(at: history.lastAttempt),
        world.device(sender)?.isKnown == true, world.device(receiver)?.isKnown == true
      else { continue }
      if !checkSent(link, message) { checkConverged(link, history, message) }
    }
    for device in devices.numbers where !devices[device].senders.isEmpty { checkFrozen(device) }
    checkListsConverged()
    undecided += world.undeliveredSentences
  }

  /// Notes values of the last attempt that never went out; false where there are none.
  private func checkSent(_ link: Direction, _ message: MessageState) -> Bool {
    switch message.fate {
    case .failed, .suppressed(.equal): break
    case .sent, .suppressed: return false
    }
    guard let settings = message.settings?.payload, let receiver = world.device(link.receiver)
    else { return false }
    let lacking = zip(settings.keys, settings.values).filter { key, value in
      receiver.rule.accepts(key) && receiver.storedValue(key) != value
    }
    guard let first = lacking.first else { return false }
    note(
      .messageNeverSent, message.sentEvent, link.sender, .device,
      "the last message to \(name(link.receiver)) did not go out, and \(lacking.count) of its "
        + "values are missing there, \(key(first.0)) for one")
    return true
  }

  private func checkConverged(_ link: Direction, _ history: LinkHistory, _ message: MessageState) {
    guard let sender = world.device(link.sender), let receiver = world.device(link.receiver) else {
      return
    }
    let registered = world.registered[Int(history.process)]
    let differing = sender.rule.sendKeys.filter { key in
      guard isCatalogSynced(key) else { return false }
      var value = sender.isLocked ? 0 : sender.storedValue(key)
      if value == 0 && sender.rule.policy.registeredDefaults == .sent {
        value = Int(key) < registered.count ? registered[Int(key)] : 0
      }
      return receiver.storedValue(key) != value
    }
    guard !differing.isEmpty else { return }
    let lastChange = max(facts.byDevice[link.sender], facts.byDevice[link.receiver])
    let isQuiet =
      message.isSent && history.hasArrived && history.queuedCount == 0
      && lastChange < message.sentEvent
    guard isQuiet else {
      undecided.append(
        "whether \(name(link.receiver)) ends like \(name(link.sender)): the session ends before "
          + "its last change has arrived")
      return
    }
    for key in differing {
      note(
        .notConverged, facts.event, link.receiver, .key(key),
        "all is delivered and \(self.key(key)) still differs from what \(name(link.sender)) "
          + "would send")
    }
  }

  private func checkFrozen(_ device: Int32) {
    guard let state = world.device(device) else { return }
    let senders = devices[device].senders
    for (index, stored) in state.stored.enumerated() where stored != 0 {
      let key = Int32(index)
      guard !senders.contains(where: { world.device($0)?.rule.sends(key) == true }),
        !state.rule.clears(key), putByStranger(key, state, device)
      else { continue }
      note(
        .frozenKey, facts.event, device, .key(key),
        "\(self.key(key)) stays for ever: no sender sends it and nothing here clears it")
    }
  }

  /// Whether sync, or an app outside the key's audience, put the value there.
  private func putByStranger(_ key: Int32, _ state: DeviceState, _ device: Int32) -> Bool {
    switch state.history(of: key).writer {
    case .sync: return true
    case .unknown: return false
    case .app:
      guard Int(key) < world.vocabulary.keys.catalogCount else { return false }
      return !world.vocabulary.keys.audiences[Int(key)].includes(DeviceName(name(device)))
    }
  }

  private func checkListsConverged() {
    for list in world.vocabulary.lists.names.indices.map(Int32.init) {
      var others: [String: [Int32]] = [:]
      for device in world.devices.indices.map(Int32.init) {
        guard copies[Copy(device: device, list: list)] != nil, let state = world.device(device),
          state.isKnown, state.isGateOpen
        else { continue }
        checkConverged(device, with: others[state.account] ?? [], in: list)
        others[state.account, default: []].append(device)
      }
    }
  }

  /// Compares a device's list with those of the same account's devices before it.
  private func checkConverged(_ device: Int32, with others: [Int32], in list: Int32) {
    guard let ids = world.device(device)?.listed(list) else { return }
    let differing = others.filter { other in
      !World.sameIDs(ids, world.device(other)?.listed(list) ?? [])
    }
    guard let first = differing.first else { return }
    if let other = differing.first(where: { hasSettled($0, list) }), hasSettled(device, list) {
      note(
        .notConverged, facts.event, device, .device,
        "\(name(device)) and \(name(other)) have seen what the cloud holds and list different items"
      )
    } else {
      undecided.append(
        "whether \(name(device)) and \(name(first)) come to list the same: the session ends "
          + "before both have seen what the cloud holds")
    }
  }

  /// Whether a device has pulled or pushed what the cloud holds, and has not acted since.
  private func hasSettled(_ device: Int32, _ list: Int32) -> Bool {
    guard let history = copies[Copy(device: device, list: list)],
      let account = world.device(device)?.account
    else { return false }
    return history.seen == world.cloud[account]?[list]?.event ?? 0 && !history.hasActedSince
  }
}

extension World {
  /// What messages leave open, as sentences: those that only this rule sends, and those that
  /// came too late for it to know them.
  var undeliveredSentences: [String] { onlyMineSentences + missedSentences }

  private var missedSentences: [String] {
    let count = messages.missedCount
    if count == 0 { return [] }
    return [
      "\(count) receipt\(count == 1 ? "" : "s") of messages sent so long before that they are not "
        + "kept: the last \(MessageLedger.messagesKeptMax) are, fewer where they are large"
    ]
  }

  private var onlyMineSentences: [String] {
    guard let first = undelivered.first else { return [] }
    let (verb, onwards) = undelivered.count == 1 ? ("has", "") : ("have", " on")
    let messages = undelivered.count == 1 ? "1 message" : "\(undelivered.count) messages"
    return [
      "\(messages) that only this rule sends \(verb) no receipt in the recording, from event "
        + "\(first)\(onwards)"
    ]
  }
}
