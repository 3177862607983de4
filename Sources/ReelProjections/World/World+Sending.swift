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
      lastOutcome.change = event.message.change
      weigh(made, last: link.recordedContext)
    } else if sender.isLocked && sender.rule.policy.locked == .hold {
      made.fate = .suppressed(.locked)
    } else {
      let last = link.made
      let settings = makePayload(event, link, sender)
      made.settings = settings
      link.made = settings
      weigh(made, last: last)
      decideFate(made, event.message, link)
    }
    lastOutcome.settings = made.settings
    noteFate(made)
    if made.channel == .context { note(made, on: event.message, link) }
  }

  /// What the sender sends now: the very payload of last time where nothing has changed since.
  private func makePayload(
    _ event: ResolvedEvent, _ link: LinkState, _ sender: DeviceState
  ) -> SharedPayload {
    let making = LinkState.Making(
      changeCount: sender.changeCount, rule: sender.rule, process: event.process,
      registrationCount: registrationCount)
    let stored = sender.isLocked ? emptyCells : sender.stored
    let registered = registered[Int(event.process)]
    guard let last = link.made else {
      link.making = sender.isLocked ? nil : making
      let payload = sender.rule.payload(
        stored: stored, registered: registered, memory: &link.memory,
        clockMilliseconds: event.at.milliseconds)
      return SharedPayload(withoutStored(payload, sender))
    }
    var changed: ArraySlice<Int32>?
    if let before = link.making, before.isLike(making), !sender.isLocked {
      changed = sender.changes(after: before.changeCount)
    }
    link.making = sender.isLocked ? nil : making
    let payload = sender.rule.payload(
      after: last.payload, changed: changed, stored: stored, registered: registered,
      memory: &link.memory, clockMilliseconds: event.at.milliseconds, change: &lastOutcome.change)
    if lastOutcome.change.hasSameKeys {
      lastOutcome.settingsBefore = last
      if last.payload.registeredOnly.isEmpty { return payload.map { SharedPayload($0) } ?? last }
    }
    let whole = withoutStored(payload ?? last.payload, sender)
    let isSame =
      last.payload == whole && last.payload.registeredOnly == whole.registeredOnly
    return isSame ? last : SharedPayload(whole)
  }

  /// `payload`, of whose registered values only those count that never were stored ones.
  private func withoutStored(_ payload: SettingsPayload, _ sender: DeviceState) -> SettingsPayload {
    var payload = payload
    payload.keys = vocabulary.shared(payload.keys)
    payload.registeredOnly.removeAll { sender.history(of: $0).wasStored }
    return payload
  }

  /// Asks the recording, where it saw the same payload after the same one before, else the
  /// platform.
  private func decideFate(
    _ made: MessageState, _ recording: ResolvedMessage, _ link: LinkState
  ) {
    let isContext = recording.channel == .context
    let recorded =
      recording.settings ?? (recording.suppressed == .equal ? link.recordedContext : nil)
    let isSame = recording.hasOutcome && recorded == made.settings
    if isSame && (link.wasAsRecorded || !isContext) {
      made.isAsRecorded = true
      if recording.suppressed == .equal { made.fate = .suppressed(.equal) }
    } else if lastOutcome.load == .tooLarge {
      made.fate = .failed(Platform.sizeError(recording.channel))
    } else if isContext, let before = link.context, ledger[before]?.settings == made.settings {
      made.fate = .suppressed(.equal)
    }
    let wasSent = recording.hasOutcome && recording.suppressed == nil
    if made.fate == .sent && recording.hasOutcome && !wasSent { made.isUndelivered = true }
    if isContext { link.wasAsRecorded = isSame }
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

  private func note(_ made: MessageState, on recording: ResolvedMessage, _ link: LinkState) {
    let position = ledger.next
    if let recorded = recording.settings {
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

  /// Notes how large the payload of `made` is.
  private func weigh(_ made: MessageState, last: SharedPayload?) {
    guard let settings = made.settings else { return }
    if let last, settings !== last, lastOutcome.settingsBefore === last {
      vocabulary.weigh(settings, last: last, differingAt: lastOutcome.change.places)
    } else if settings !== last {
      vocabulary.weigh(settings)
    }
    lastOutcome.load = vocabulary.load(
      of: settings, last: last, limit: Platform.payloadSizeMax(made.channel))
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
