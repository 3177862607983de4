import ReelEvents
import ReelPolicies

extension World {
  func stepSent(_ event: ResolvedEvent) {
    if event.message.channel == .kvs {
      stepPush(event)
    } else {
      meet(event.message.to)
      stepSettingsSent(event)
    }
  }

  private func stepSettingsSent(_ event: ResolvedEvent) {
    let sender = state(event.device)
    let made = MessageState(event, account: sender.account)
    defer { ledger.append(made) }
    if sender.isWatch { return }
    lastOutcome.isUndecided = !sender.isKnown
    let link = link(made.sender, made.to)
    if case .recorded = mode {
      made.settings = event.message.settings
      made.fate = event.message.suppressed.map { .suppressed($0) } ?? .sent
      made.isAsRecorded = true
      lastOutcome.settingsBefore = event.message.settingsBefore
      lastOutcome.places = event.message.places
      if let settings = made.settings {
        weigh(settings, last: link.recordedContext, made.channel)
      }
    } else if sender.isLocked && sender.rule.policy.locked == .hold {
      made.fate = .suppressed(.locked)
    } else {
      let last = link.made
      let settings = makePayload(event, link, sender)
      weigh(settings, last: last, made.channel)
      let said = decideFate(made, settings, event, link)
      made.settings = said
      link.made = said
    }
    lastOutcome.settings = made.settings
    noteFate(made)
    if made.channel == .context { note(made, event, link) }
  }

  /// What the sender sends now: the very payload of last time where nothing has changed since, or
  /// the recorded one where that says the same.
  private func makePayload(
    _ event: ResolvedEvent, _ link: LinkState, _ sender: DeviceState
  ) -> SharedPayload {
    let rule = sender.rule
    let before = link.making
    link.making = making(event, sender)
    let changeCount = before.isLike(link.making) ? before.changeCount : nil
    if let last = link.made, hasSameKeys(as: last, rule, changeCount, event, sender) {
      lastOutcome.settingsBefore = last
      return successor(of: last, rule, event, link, sender)
    }
    let payload = withoutStored(
      rule.payload(
        stored: readable(sender), registered: registered[Int(event.process)],
        memory: &link.memory, clockMilliseconds: event.at.milliseconds), sender)
    return link.made.flatMap { $0.says(payload) ? $0 : nil } ?? SharedPayload(payload)
  }

  /// Whether what is sent now has the keys of `last`, and where it differs then. `last` was made
  /// when so many stored values had changed; nil where that is not known.
  private func hasSameKeys(
    as last: SharedPayload, _ rule: SettingsRule, _ changeCount: Int?, _ event: ResolvedEvent,
    _ sender: DeviceState
  ) -> Bool {
    if let changeCount, let changed = sender.changes(after: changeCount) {
      return rule.find(
        &lastOutcome.places, after: last.payload, among: changed, stored: sender.stored)
    }
    return rule.find(
      &lastOutcome.places, after: last.payload, stored: readable(sender),
      registered: registered[Int(event.process)])
  }

  /// The stored values as the sender's app reads them.
  private func readable(_ sender: DeviceState) -> ContiguousArray<Int32> {
    sender.isLocked ? emptyCells : sender.stored
  }

  /// What the sender sends now, with the keys of `last` and other values where that was found.
  private func successor(
    of last: SharedPayload, _ rule: SettingsRule, _ event: ResolvedEvent, _ link: LinkState,
    _ sender: DeviceState
  ) -> SharedPayload {
    let places = lastOutcome.places
    let stored = readable(sender)
    if !rule.mayCarryRiders(after: last.payload, link.memory) {
      if places.isEmpty { return last }
      if event.message.settingsBefore === last, let recorded = event.message.settings,
        event.message.places.count == places.count,
        places.allSatisfy({ place in
          recorded.payload.values[Int(place)] == stored[Int(last.payload.keys[Int(place)])]
        })
      {
        return recorded
      }
    }
    var payload = rule.payload(
      after: last.payload, differingAt: places, stored: stored, memory: &link.memory,
      clockMilliseconds: event.at.milliseconds)
    if payload.hasRiders {
      payload = withoutStored(payload, sender)
      if last.says(payload) { return last }
    }
    return SharedPayload(payload)
  }

  private func making(_ event: ResolvedEvent, _ sender: DeviceState) -> LinkState.Making {
    LinkState.Making(
      changeCount: sender.isLocked ? -1 : sender.changeCount, rule: sender.ruleNumber,
      process: event.process, registrationCount: registrationCount)
  }

  /// `payload`, of whose registered values only those count that never were stored ones.
  private func withoutStored(_ payload: SettingsPayload, _ sender: DeviceState) -> SettingsPayload {
    var payload = payload
    payload.keys = vocabulary.shared(payload.keys)
    payload.registeredOnly.removeAll { sender.history(of: $0).wasStored }
    return payload
  }

  /// Asks the recording, where it saw the same payload after the same one before, else the
  /// platform. Gives what the world speaks of from now on: the recorded payload in place of its own
  /// that says the same, for then the next ones are soon found the same too.
  private func decideFate(
    _ made: MessageState, _ settings: SharedPayload, _ event: ResolvedEvent, _ link: LinkState
  ) -> SharedPayload {
    let isContext = event.message.channel == .context
    let reason = event.message.suppressed
    let hasOutcome = event.message.hasOutcome
    let recorded = event.message.settings ?? (reason == .equal ? link.recordedContext : nil)
    let isSame = hasOutcome && recorded == settings
    if isSame && (link.wasAsRecorded || !isContext) {
      made.isAsRecorded = true
      if reason == .equal { made.fate = .suppressed(.equal) }
    } else if lastOutcome.load == .tooLarge {
      made.fate = .failed(Platform.sizeError(made.channel))
    } else if isContext && isInForce(settings, link) {
      made.fate = .suppressed(.equal)
    }
    let wasSent = hasOutcome && reason == nil
    if made.fate == .sent && hasOutcome && !wasSent { made.isUndelivered = true }
    if isContext { link.wasAsRecorded = isSame }
    guard isSame, let recorded, !settings.payload.hasRiders else { return settings }
    recorded.takeSizes(of: settings)
    return recorded
  }

  /// Whether the context in force says the same as `settings`.
  private func isInForce(_ settings: SharedPayload, _ link: LinkState) -> Bool {
    guard let position = link.context, let inForce = ledger[position]?.settings
    else { return false }
    let differs = lastOutcome.settingsBefore === inForce && !lastOutcome.places.isEmpty
    return !differs && inForce == settings
  }

  private func noteFate(_ made: MessageState) {
    switch made.fate {
    case .sent: break
    case .suppressed(let reason): lastOutcome.suppressed = reason
    case .failed(let error): lastOutcome.failure = error
    }
    if made.isUndelivered {
      undelivered.append(made.sentEvent)
      lastOutcome.isUndecided = true
    }
  }

  private func note(_ made: MessageState, _ event: ResolvedEvent, _ link: LinkState) {
    let position = ledger.next
    if let recorded = event.message.settings {
      link.recordedBefore = link.recordedContext
      link.recordedContext = recorded
      link.recordedPosition = position
    }
    if made.isSent {
      link.contextBefore = link.context
      link.context = position
      link.wait(position)
    }
  }

  /// Notes how large a payload is that comes after `last` on its way.
  private func weigh(_ settings: SharedPayload, last: SharedPayload?, _ channel: Channel) {
    if settings.textSize == 0 {
      if let last, lastOutcome.settingsBefore === last {
        vocabulary.weigh(settings, last: last, differingAt: lastOutcome.places)
      } else {
        vocabulary.weigh(settings)
      }
    }
    lastOutcome.load = vocabulary.load(
      of: settings, last: last, limit: Platform.payloadSizeMax(channel))
  }

  /// A message failed for a cause that the recording knows.
  func stepFailed(_ event: ResolvedEvent) {
    guard case .messageFailed(_, let error)? = event.action,
      case .sent(let position) = event.message.reference, let message = ledger[position]
    else { return }
    let link = link(message.sender, message.to)
    takeBackRecorded(link, position: position)
    if Platform.isSizeError(error) && !message.isAsRecorded { return }
    guard message.isSent else { return }
    if message.channel == .kvs {
      if !fates.isKnown { sawLateFate = true }
      failPush(message, position: position)
    } else if message.channel == .context {
      if link.context == position {
        link.context = link.contextBefore
        link.contextBefore = nil
      }
      link.waitNoMore(position)
    }
    message.fate = .failed(error)
    lastOutcome.failure = error
  }

  /// A context that failed in the recording leaves the one before it in force there.
  private func takeBackRecorded(_ link: LinkState, position: Int) {
    guard link.recordedPosition == position else { return }
    link.recordedContext = link.recordedBefore
    link.recordedPosition = -1
  }
}
