import ReelEvents
import ReelPolicies

extension World {
  func stepSent(_ event: ResolvedEvent, _ sender: DeviceState) {
    if event.message.channel == .kvs { return stepPush(event) }
    meet(event.message.to)
    let made = ledger.begin(event, of: sender, &vocabulary.payloads)
    if !sender.isWatch {
      let link = link(event.device, event.message.to)
      made.use { made in link.use { send(made, event, $0, sender) } }
    }
    ledger.appendBegun()
  }

  private func send(
    _ made: MessageState, _ event: ResolvedEvent, _ link: LinkState, _ sender: DeviceState
  ) {
    lastOutcome.isUndecided = !sender.isKnown
    if case .recorded = mode {
      sendAsRecorded(made, event, link)
    } else if sender.isOnHold {
      made.fate = .suppressed(.locked)
    } else {
      Unmanaged.passUnretained(sender.rule).use { sendNow(made, $0, event, link, sender) }
    }
    lastOutcome.sent = made.settings.lent
    noteFate(made)
    if made.channel == .context { note(made, event, link) }
  }

  private func sendAsRecorded(_ made: MessageState, _ event: ResolvedEvent, _ link: LinkState) {
    made.settings = event.message.settings
    made.fate = event.message.suppressed.map { .suppressed($0) } ?? .sent
    made.isAsRecorded = true
    lastOutcome.sentBefore = event.message.settingsBefore.lent?.use { $0.number } ?? 0
    _ = places.refill(atMost: event.message.places.count) { room in
      event.message.places.withUnsafeBufferPointer { room.update(fromContentsOf: $0) }
    }
    if let settings = made.settings {
      let last = link.recordedContext
      weigh(
        settings, last: last, isSuccessor: last != nil && event.message.settingsBefore === last,
        made.channel)
    }
  }

  /// Sends what the sender's rule makes of its settings now.
  private func sendNow(
    _ made: MessageState, _ rule: SettingsRule, _ event: ResolvedEvent, _ link: LinkState,
    _ sender: DeviceState
  ) {
    guard let last = link.made.lent else {
      return sendWhole(made, after: nil, rule, event, link, sender)
    }
    last.use { last in
      guard hasSameKeys(as: last, rule, event, link, sender) else {
        return sendWhole(made, after: last, rule, event, link, sender)
      }
      link.making = making(event, sender)
      let settings = successor(of: last, rule, event, link, sender)
      weigh(settings, last: last, isSuccessor: true, made.channel)
      lastOutcome.sentBefore = last.number
      settle(made, consume settings, event, link)
    }
  }

  /// Sends what is worked out key by key.
  private func sendWhole(
    _ made: MessageState, after last: SharedPayload?, _ rule: SettingsRule,
    _ event: ResolvedEvent, _ link: LinkState, _ sender: DeviceState
  ) {
    link.making = making(event, sender)
    let settings = wholePayload(after: last, rule, event, link, sender)
    weigh(settings, last: last, isSuccessor: false, made.channel)
    settle(made, consume settings, event, link)
  }

  /// Decides what becomes of `settings`, and takes down what the world speaks of from now on.
  private func settle(
    _ made: MessageState, _ settings: consuming SharedPayload, _ event: ResolvedEvent,
    _ link: LinkState
  ) {
    let said = decideFate(made, consume settings, event, link)
    made.settings = said
    link.made = consume said
  }

  /// Whether what is sent now has the keys of `last`, and where it differs then.
  private func hasSameKeys(
    as last: SharedPayload, _ rule: SettingsRule, _ event: ResolvedEvent, _ link: LinkState,
    _ sender: DeviceState
  ) -> Bool {
    if link.making.isLike(making(event, sender)),
      let changed = sender.changes(after: link.making.changeCount)
    {
      return places.refill(atMost: changed.count) {
        rule.find(
          $0, after: last.form, of: last.values, among: changed, stored: sender.cells.values)
      }
    }
    return places.refill(atMost: last.values.count) {
      rule.find(
        $0, after: last.form, of: last.values, stored: readable(sender),
        registered: registered[Int(event.process)])
    }
  }

  /// The stored values as the sender's app reads them, until one changes.
  private func readable(_ sender: DeviceState) -> UnsafeBufferPointer<Int32> {
    sender.isLocked ? UnsafeBufferPointer(start: nil, count: 0) : sender.cells.values
  }

  /// What the sender sends now, worked out key by key.
  private func wholePayload(
    after last: SharedPayload?, _ rule: SettingsRule, _ event: ResolvedEvent, _ link: LinkState,
    _ sender: DeviceState
  ) -> SharedPayload {
    let payload = withoutStored(
      rule.payload(
        stored: sender.isLocked ? emptyCells : sender.stored,
        registered: registered[Int(event.process)], memory: &link.memory,
        clockMilliseconds: event.at.milliseconds), sender)
    link.memory.share(payload.keys)
    if let last, last.says(payload) { return last }
    return vocabulary.payloads.make(payload)
  }

  /// What the sender sends now, with the keys of `last` and other values at `places`: that very
  /// payload where nothing has changed since, or the recorded one where that says the same.
  private func successor(
    of last: SharedPayload, _ rule: SettingsRule, _ event: ResolvedEvent, _ link: LinkState,
    _ sender: DeviceState
  ) -> SharedPayload {
    if !rule.mayCarryRiders(after: last.form, &link.memory) {
      return plainSuccessor(of: last, event, sender)
    }
    var payload = rule.payload(
      after: last.payload, differingAt: places.values, stored: readable(sender),
      memory: &link.memory, clockMilliseconds: event.at.milliseconds)
    if payload.hasRiders {
      payload = withoutStored(payload, sender)
      if last.says(payload) { return last }
    }
    return vocabulary.payloads.make(payload)
  }

  /// A successor with which nothing rides along.
  private func plainSuccessor(
    of last: SharedPayload, _ event: ResolvedEvent, _ sender: DeviceState
  ) -> SharedPayload {
    if places.count == 0 { return last }
    if event.message.settingsBefore === last, let recorded = event.message.settings.lent,
      recorded.use({ hasValuesSent($0, event, sender) })
    {
      return recorded.takeUnretainedValue()
    }
    let stored = readable(sender)
    return vocabulary.payloads.makeSuccessor(of: last, at: places.values) {
      stored[Int($0)]
    }
  }

  /// Whether the recorded payload has the values that are sent now at `places`, and differs from
  /// the one before in as many.
  private func hasValuesSent(
    _ recorded: SharedPayload, _ event: ResolvedEvent, _ sender: DeviceState
  ) -> Bool {
    guard event.message.places.count == places.count else { return false }
    let stored = readable(sender)
    return recorded.withMembers { keys, values in
      places.values.allSatisfy { values[Int($0)] == stored[Int(keys[Int($0)])] }
    }
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
    _ made: MessageState, _ settings: consuming SharedPayload, _ event: ResolvedEvent,
    _ link: LinkState
  ) -> SharedPayload {
    let isContext = event.message.channel == .context
    let reason = event.message.suppressed
    let hasOutcome = event.message.hasOutcome
    let recorded =
      event.message.settings.lent ?? (reason == .equal ? link.recordedContext.lent : nil)
    let isSame = hasOutcome && recorded?.use({ $0 == settings }) == true
    if isSame && (link.wasAsRecorded || !isContext) {
      made.isAsRecorded = true
      if reason == .equal { made.fate = .suppressed(.equal) }
    } else if lastOutcome.load == .tooLarge {
      made.fate = .failed(Platform.sizeError(made.channel))
    } else if isContext && isInForce(settings, link) {
      made.fate = .suppressed(.equal)
    }
    let wasSent = hasOutcome && reason == nil
    if made.isSent && hasOutcome && !wasSent { made.isUndelivered = true }
    if isContext { link.wasAsRecorded = isSame }
    guard isSame, let recorded, !settings.form.hasRiders,
      recorded.toOpaque() != Unmanaged.passUnretained(settings).toOpaque()
    else { return settings }
    return recorded.use {
      $0.takeSizes(of: settings)
      return $0
    }
  }

  /// Whether the context in force says the same as `settings`.
  private func isInForce(_ settings: SharedPayload, _ link: LinkState) -> Bool {
    guard let position = link.context, let message = ledger.message(at: position),
      let inForce = message.use({ $0.settings.lent })
    else { return false }
    return inForce.use {
      let differs = lastOutcome.sentBefore == $0.number && places.count > 0
      return !differs && $0 == settings
    }
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
    if event.message.settings != nil {
      swap(&link.recordedBefore, &link.recordedContext)
      link.recordedContext = event.message.settings
      link.recordedPosition = position
    }
    if made.isSent {
      made.contextBefore = link.context ?? -1
      link.context = position
      link.wait(position)
    }
  }

  /// Notes how large a payload is that comes after `last` on its way; a successor has its keys and
  /// other values at `places`.
  private func weigh(
    _ settings: SharedPayload, last: SharedPayload?, isSuccessor: Bool, _ channel: Channel
  ) {
    if settings.textSize == 0 {
      if isSuccessor, let last {
        vocabulary.weigh(settings, last: last, differingAt: places.values)
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
    link(message.sender, message.to).use { fail(message, at: position, on: $0, with: error) }
  }

  private func fail(
    _ message: MessageState, at position: Int, on link: LinkState, with error: String
  ) {
    takeBackRecorded(link, position: position)
    if Platform.isSizeError(error) && !message.isAsRecorded { return }
    guard message.isSent else { return }
    if message.channel == .kvs {
      if !fates.isKnown { sawLateFate = true }
      failPush(message, position: position)
    } else if message.channel == .context {
      link.waitNoMore(position)
    }
    message.fate = .failed(error)
    lastOutcome.failure = error
    if message.channel == .context && link.context == position {
      link.context = newestSent(from: message.contextBefore)
    }
  }

  /// The newest context that has not failed, from the one at `position` back; nil for none.
  private func newestSent(from position: Int) -> Int? {
    var position = position
    while position >= 0, let message = ledger.message(at: position),
      !message.use({ $0.isSent })
    {
      position = message.use { $0.contextBefore }
    }
    return position >= 0 ? position : nil
  }

  /// A context that failed in the recording leaves the one before it in force there.
  private func takeBackRecorded(_ link: LinkState, position: Int) {
    guard link.recordedPosition == position else { return }
    link.recordedContext = link.recordedBefore
    link.recordedPosition = -1
  }
}
