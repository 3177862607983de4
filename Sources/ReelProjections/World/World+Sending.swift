public import ReelEvents
public import ReelPolicies

extension World {
  func stepSent(_ event: ResolvedEvent) {
    if event.message.channel == .kvs {
      stepPush(event)
    } else {
      meet(event.message.to)
      stepSettingsSent(event)
    }
  }

  /// Whether `device` is a watch: what a watch sends is a request and carries no settings.
  func isWatch(_ device: Int32) -> Bool {
    Audience.watch.includes(vocabulary.deviceName(device))
      && vocabulary.deviceName(device) != .cloud
  }

  private func stepSettingsSent(_ event: ResolvedEvent) {
    let message = event.message
    let sender = state(event.device)
    var made = MessageState(
      sentEvent: event.number, sender: event.device, to: message.to, channel: message.channel,
      list: -1, account: sender.account, fate: .sent)
    if isWatch(event.device) {
      messages.append(made)
      return
    }
    outcome.isUndecided = !sender.isKnown
    if case .recorded = mode {
      made.settings = message.settings
      made.fate = message.suppressed.map { .suppressed($0) } ?? .sent
      made.isAsRecorded = true
    } else if sender.isLocked && sender.rule.policy.locked == .hold {
      made.fate = .suppressed(.locked)
    } else {
      made.settings = makePayload(event)
      decideFate(&made, event)
    }
    outcome.settings = made.settings
    outcome.payloadSize = made.settings.flatMap { sizeIfLarge($0, channel: message.channel) }
    noteFate(made)
    note(made, on: message)
  }

  private func makePayload(_ event: ResolvedEvent) -> SettingsPayload {
    let sender = state(event.device)
    var memory = sender.senderMemory[event.message.to] ?? SenderMemory()
    var payload = sender.rule.payload(
      stored: sender.isLocked ? emptyCells : sender.stored,
      registered: registered[Int(event.process)], memory: &memory,
      clockMilliseconds: event.at.milliseconds)
    sender.senderMemory[event.message.to] = memory
    payload.registeredOnly.removeAll { sender.wasStored[Int($0)] }
    return payload
  }

  /// Asks the recording, where it saw the same payload after the same one before, else the platform.
  private func decideFate(_ made: inout MessageState, _ event: ResolvedEvent) {
    let message = event.message
    let key = linkKey(made.sender, made.to)
    let link = links[key] ?? LinkState()
    let recorded = message.suppressed == .equal ? link.recordedContext : message.settings
    let isSame = message.hasOutcome && recorded == made.settings
    if isSame && (link.wasAsRecorded || message.channel != .context) {
      made.isAsRecorded = true
      if message.suppressed == .equal { made.fate = .suppressed(.equal) }
    } else if let size = made.settings.flatMap({ sizeIfLarge($0, channel: message.channel) }),
      size > Platform.payloadSizeMax(message.channel)
    {
      made.fate = .failed(Platform.sizeError(message.channel))
    } else if message.channel == .context, let before = link.context,
      messages[before]?.settings == made.settings
    {
      made.fate = .suppressed(.equal)
    }
    let wasSent = message.hasOutcome && message.suppressed == nil
    if made.fate == .sent && message.hasOutcome && !wasSent { made.isUndelivered = true }
    if message.channel == .context { links[key, default: LinkState()].wasAsRecorded = isSame }
  }

  private func noteFate(_ made: MessageState) {
    switch made.fate {
    case .sent: break
    case .suppressed(let reason): outcome.suppressed = reason
    case .failed(let error): outcome.failure = error
    }
    if made.isUndelivered {
      undelivered.append(made.sentEvent)
      outcome.isUndecided = true
    }
  }

  private func note(_ made: MessageState, on message: ResolvedMessage) {
    let position = messages.positions.upperBound
    messages.append(made)
    guard message.channel == .context else { return }
    let key = linkKey(made.sender, made.to)
    var link = links[key] ?? LinkState()
    if let recorded = message.settings {
      link.recordedBefore = link.recordedContext
      link.recordedContext = recorded
      link.recordedPosition = position
    }
    if made.isSent {
      link.contextBefore = link.context
      link.context = position
      link.waiting.append(position)
      if link.waiting.count > MessageLedger.messagesKeptMax { link.waiting.removeFirst() }
    }
    links[key] = link
  }

  func linkKey(_ sender: Int32, _ to: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: sender)) << 32 | UInt64(UInt32(bitPattern: to))
  }

  /// The exact size of a payload, unless the sum of bounds says that it is under half the limit.
  private func sizeIfLarge(_ payload: SettingsPayload, channel: Channel) -> Int64? {
    var bound = BinaryPropertyList.baseMax + 256
    for (key, value) in zip(payload.keys, payload.values) {
      bound += vocabulary.values.propertyListMax(of: value)
      bound += Int64(vocabulary.keys.names[Int(key)].utf8.count) * 2 + 32
    }
    guard bound * 2 >= Platform.payloadSizeMax(channel) else { return nil }
    let size = binaryPropertyListSize(of: vocabulary.value(of: payload))
    return size * 2 >= Platform.payloadSizeMax(channel) ? size : nil
  }

  /// A message failed for a cause that the recording knows.
  func stepFailed(_ event: ResolvedEvent) {
    guard case .messageFailed(_, let error)? = event.action,
      case .sent(let position) = event.message.reference, let message = messages[position]
    else { return }
    takeBackRecorded(message, position: position)
    if Platform.isSizeError(error) && !message.isAsRecorded { return }
    guard message.isSent else { return }
    if message.channel == .kvs {
      if !fates.isKnown { sawLateFate = true }
      failPush(message, position: position)
    } else if message.channel == .context {
      let key = linkKey(message.sender, message.to)
      var link = links[key] ?? LinkState()
      if link.context == position {
        link.context = link.contextBefore
        link.contextBefore = nil
      }
      link.waiting.removeAll { $0 == position }
      links[key] = link
    }
    messages.update(position) { $0.fate = .failed(error) }
    outcome.failure = error
  }
}

extension World {
  /// A context that failed in the recording leaves the one before it in force there.
  private func takeBackRecorded(_ message: MessageState, position: Int) {
    let key = linkKey(message.sender, message.to)
    guard var link = links[key], link.recordedPosition == position else { return }
    link.recordedContext = link.recordedBefore
    link.recordedPosition = -1
    links[key] = link
  }
}

extension Vocabulary {
  /// The payload as a property list, riders included.
  public func value(of payload: SettingsPayload) -> Value {
    .dictionary(payload.members(names: keys.names) { values.value(of: $0) })
  }
}
