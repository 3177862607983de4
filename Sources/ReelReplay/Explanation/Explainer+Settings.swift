import ReelEvents
import ReelPolicies
import ReelProjections

extension Explainer {
  // MARK: What a message carries

  /// What a message carries for `key`, and why.
  func carrying(_ key: Int32, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    guard let sender = world.device(event.device) else { return Told.Side() }
    guard let payload = world.sentSettings?.payload, world.suppressed != .locked else {
      return sending(event, world)
    }
    let leaves = world.suppressed == nil && world.failure == nil
    var side = leaves ? Told.Side(causes: versionFacts(event.device, world)) : sending(event, world)
    side.causes += writer(of: key, on: event.device, world)
    if payload.sets(key) {
      let origin = payload.registeredOnly.contains(key) ? ", which is only registered" : ""
      side.sentences.append(
        "\(leaves ? "carries" : "it would carry") \(name(key)) = "
          + "\(text(payload.value(of: key)))\(origin)")
      if sender.storedValue(key) == 0 { side.causes += fact(facts.registration[event.process]) }
    } else if leaves {
      side.sentences.append("leaves \(name(key)) out: \(absence(of: key, event, world, sender))")
    }
    if payload.removed.contains(key) {
      side.sentences.append("lists \(name(key)) as removed")
    }
    return side
  }

  /// Why a message carries nothing for `key`.
  private func absence(
    of key: Int32, _ event: ResolvedEvent, _ world: World, _ sender: DeviceState
  ) -> String {
    if world.isAsRecorded { return "so it was recorded" }
    if let exclusion = sender.rule.exclusionFromSending(of: key, vocabulary.keys) {
      return words(of: exclusion)
    }
    if sender.isLocked { return "the device is locked, so its store reads as empty" }
    let registered = world.registered[Int(event.process)]
    if Int(key) < registered.count, registered[Int(key)] != 0 {
      return "it is only registered, and this policy withholds registered values"
    }
    return "it is neither stored nor registered"
  }

  private func words(of exclusion: SettingsRule.Exclusion) -> String {
    switch exclusion {
    case .omitted: "this policy takes it as not synced (settings.omit)"
    case .notSynced: "the catalog does not sync it"
    case .notListed: "this policy's list does not name it (settings.send)"
    case .unknown: "the catalog does not know it"
    }
  }

  // MARK: What a store holds

  /// What a settings store holds of `key` after the event, and why.
  func storing(_ key: Int32, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    switch event.kind {
    case .messageReceived: return applying(key, event, world)
    case .storeSet, .storeRemove:
      guard event.key != key else { return Told.Side() }
      let causes = fact(facts.lock[event.device])
      return Told.Side(
        sentences: [
          "\(name(key)) is \(text(world.storedValue(of: key, on: event.device))): "
            + "a write while the device is locked destroys what the store held"
        ], causes: causes)
    case .storeCleared, .storeApplied:
      return Told.Side(sentences: [afterwards(key, event, world)])
    case .storeLoaded, .storeRegister, .storeRead, .entitlementRead, .ruleRead, .messageSent,
      .messageFailed, .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note,
      .unknown:
      return Told.Side()
    }
  }

  /// What a receipt made of `key`, and why.
  private func applying(_ key: Int32, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    var side = receiving(event, world)
    guard let effect = world.effect, let receiver = world.device(event.device) else {
      side.sentences.append(afterwards(key, event, world))
      side.causes += writer(of: key, on: event.device, world)
      return side
    }
    side.causes += versionFacts(event.device, world)
    if let message = world.handedMessage {
      side.ask(.carried(KeyText(name(key))), of: message.sentEvent)
    }
    let isCleared = effect.cleared.contains(key)
    let isApplied = effect.applied.contains { $0.key == key }
    let payload = world.handedMessage?.settings ?? event.message.settings
    let carried = payload?.value(of: key) ?? 0
    var reasons: [String] = []
    if isCleared { reasons.append("it clears \(clearedKeys(receiver))") }
    if isApplied { reasons.append("the message sets it") }
    if !isApplied && carried != 0 {
      if let exclusion = receiver.rule.exclusionFromAccepting(of: key, vocabulary.keys) {
        reasons.append("what arrives is not stored, since \(words(of: exclusion))")
      } else if world.storedValue(of: key, on: event.device) == carried {
        reasons.append("it was the same before")
      } else if event.message.isInterrupted {
        reasons.append("the process died before it was set")
      }
    }
    if carried == 0 { reasons.append("the message has no value for it") }
    if carried == 0 && !isCleared {
      let isAbsent = world.storedValue(of: key, on: event.device) == 0
      reasons.append(isAbsent ? "it was absent before" : "this policy does not clear it")
    }
    side.sentences.append(
      "\(afterwards(key, event, world)): \(reasons.joined(separator: "; "))")
    if !isCleared && !isApplied { side.causes += writer(of: key, on: event.device, world) }
    if receiver.isLocked { side.causes += fact(facts.lock[event.device]) }
    return side
  }

  private func afterwards(_ key: Int32, _ event: ResolvedEvent, _ world: World) -> String {
    "\(name(key)) is \(text(world.storedValue(of: key, on: event.device))) afterwards"
  }

  private func clearedKeys(_ receiver: DeviceState) -> String {
    switch receiver.rule.policy.clear {
    case .all: "every key of the catalog"
    case .synced: "every key that is synced"
    case .none: "nothing"
    case .explicit: "what the sender lists as removed"
    }
  }

  /// The question who last wrote `key` on `device`; none where nobody did.
  func writer(of key: Int32, on device: Int32, _ world: World) -> [Question] {
    guard let state = world.device(device) else { return [] }
    let writtenAt = state.history(of: key).writtenAt
    return writtenAt > 0 ? [Question(event: writtenAt, about: .stored(KeyText(name(key))))] : []
  }

  /// The event that gave a device the version which decides its policy.
  func versionFacts(_ device: Int32, _ world: World) -> [Question] {
    world.device(device)?.version == nil ? [] : fact(facts.version[device])
  }

  // MARK: What is answered

  /// What a read or a rule answers, and why.
  func answering(_ event: ResolvedEvent, _ world: World) -> Told.Side {
    guard event.kind != .storeRead else { return reading(event, world) }
    guard let rule = vocabulary.catalogRule(event.key) else { return Told.Side() }
    let reads = { key in
      world.reads(key, device: event.device, process: event.process)
    }
    let answer = world.givenAnswer.map { $0 ? "yes" : "no" } ?? "unknown"
    let deciding = rule.deciding(reading: reads, isTrue: { [self] in vocabulary.values.isTrue($0) })
    let readings = deciding.map { "\(name($0)) is \(text(reads($0)))" }
    var side = Told.Side(
      sentences: ["answers \(answer): \(readings.joined(separator: ", "))"])
    for key in rule.keys { side.causes += origin(of: key, event, world) }
    return side
  }

  private func reading(_ event: ResolvedEvent, _ world: World) -> Told.Side {
    guard event.store == .defaults else { return listing(event.item, event, world) }
    let value = world.readValue
    var side = Told.Side(sentences: ["reads \(text(value))"])
    side.causes = origin(of: event.key, event, world)
    return side
  }

  /// Where a reading comes from: who wrote the key, what locked the store, what was registered.
  private func origin(
    of key: Int32, _ event: ResolvedEvent, _ world: World
  ) -> [Question] {
    if world.isLocked(event.device) { return fact(facts.lock[event.device]) }
    let written = writer(of: key, on: event.device, world)
    let isStored = world.storedValue(of: key, on: event.device) != 0
    return isStored ? written : written + fact(facts.registration[event.process])
  }
}
