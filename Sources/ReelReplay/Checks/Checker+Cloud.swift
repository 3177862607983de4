import ReelEvents
import ReelPolicies
import ReelProjections

/// What a device's copy of a list went through, since its install.
struct CopyHistory {
  /// Whether a pull brought a value since the install, the account change or the opening of the
  /// gate.
  var hasPulledValue = false
  /// The event that put the cloud value there that the copy last pulled or pushed, 0 where it
  /// pulled nothing; nil = none so far.
  var seen: Int64?
  /// Whether the app changed the list since.
  var hasActedSince = false
  /// Whether something other than acts and pulls may have changed the list, unchecked so far.
  var isStale = false
  /// Whether every item was checked, and nothing but acts, pulls and pushes has happened since:
  /// then only those that these changed, and those that were wrong, need a look.
  var isSwept = false
  /// The items that were not as they should be when last checked.
  var wrong: Set<KeyText> = []
}

extension Checker {
  func observePush(_ event: ResolvedEvent) {
    let outcome = world.outcome
    let copy = Copy(device: event.device, list: event.message.list)
    // A push may stamp every item anew, and so change which are listed.
    if world.device(event.device)?.policy.dismissals.stamp == .restamped {
      copies[copy]?.isSwept = false
    }
    checkTouch(event, "a push")
    guard outcome.suppressed == nil, outcome.failure == nil, !outcome.isKnownToFail,
      let blob = outcome.blob
    else {
      notePayloadSize(event)
      return
    }
    if world.device(event.device)?.isLocked == true {
      note(
        .writeWhileLocked, event.number, event.device, .device,
        "a push left while \(name(event.device)) was locked and read nothing")
    }
    notePayloadSize(event)
    let position = world.messages.positions.upperBound - 1
    observeArrival(position, event)
    checkAccounts(blob, event)
    acts.notePush(
      position, at: place(event.device, event.message.list, account(event)),
      keepingFrom: world.messages.positions.lowerBound)
    copies[copy, default: CopyHistory()].seen = event.number
    copies[copy]?.hasActedSince = false
  }

  /// A push may have reached the cloud: with its own event, or with a later one.
  private func observeArrival(_ position: Int, _ event: ResolvedEvent) {
    guard let push = world.message(at: position), let blob = push.blob else { return }
    if let before = world.outcome.cloudBefore, let held = before.value {
      checkOver(held, before, blob, push, event.number)
    }
    guard event.number != push.sentEvent else { return }
    for copy in copies.keys where copy.list == push.list && copies[copy]?.seen == push.sentEvent {
      copies[copy]?.seen = event.number
    }
  }

  private func account(_ event: ResolvedEvent) -> String {
    world.device(event.device)?.account ?? ""
  }

  private func checkTouch(_ event: ResolvedEvent, _ act: String) {
    guard world.suppressed == nil, let device = world.device(event.device),
      device.entitlement.lastKnown != true
    else { return }
    note(
      .freeTouchesICloud, event.number, event.device, .device,
      "\(act) while the last known answer to pro is not yes")
  }

  /// A push that arrives over a value that the cloud held.
  private func checkOver(
    _ held: Value, _ slot: CloudSlot, _ blob: Value, _ push: MessageState, _ event: Int64
  ) {
    let copy = copies[Copy(device: push.sender, list: push.list)] ?? CopyHistory()
    let author = slot.message.flatMap { world.message(at: $0) }
    let isAuthor =
      author?.sender == push.sender && author?.senderInstall == push.senderInstall
    if !isAuthor && !copy.hasPulledValue {
      note(
        .pushBeforePull, event, push.sender, .device,
        "a push over a value that this installation has neither written nor pulled")
    }
    let content = Blob.read(held)
    if content == .unreadable {
      note(
        .blobOverwritten, event, push.sender, .device,
        "a push over a blob that this version cannot read")
    }
    if held == blob || (sameList(content, Blob.read(blob), push.sender) && !knowsMore(push, slot)) {
      note(.echoWrite, event, push.sender, .device, "a push of what the cloud holds already")
    }
  }

  private func knowsMore(_ push: MessageState, _ slot: CloudSlot) -> Bool {
    acts.knowsMore(than: slot.message, at: place(push.sender, push.list, push.account))
  }

  private func sameList(
    _ one: Blob.Content, _ other: Blob.Content, _ device: Int32
  ) -> Bool {
    guard case .list(let held, _) = one, case .list(let pushed, _) = other,
      let tie = world.device(device)?.policy.dismissals.tie
    else { return false }
    return World.sameIDs(held.live(tie), pushed.live(tie))
  }

  private func checkAccounts(_ blob: Value, _ event: ResolvedEvent) {
    let account = account(event)
    if acts.isAlone(account, in: event.message.list) { return }
    guard case .list(let set, _) = Blob.read(blob) else { return }
    for entry in set.entries {
      let accounts = acts.accounts(of: entry.id, in: event.message.list)
      if !accounts.isEmpty && !accounts.contains(account) {
        note(
          .accountCrossed, event.number, event.device, .item(entry.id),
          "a push under one account carries \(entry.id), acted on only under another")
      }
    }
  }

  func observePull(_ event: ResolvedEvent) {
    if world.vocabulary.deviceName(event.device) == .cloud {
      if case .message(let position) = world.handed { observeArrival(position, event) }
      return
    }
    checkTouch(event, "a pull")
    let outcome = world.outcome
    guard outcome.suppressed == nil || outcome.suppressed == .undecodable else { return }
    let list = event.message.list
    let copy = Copy(device: event.device, list: list)
    if outcome.pulled != nil { copies[copy, default: CopyHistory()].hasPulledValue = true }
    switch outcome.handed {
    case .message(let position):
      copies[copy, default: CopyHistory()].seen = slotEvent(position, event)
    case .outside, .foreign:
      copies[copy, default: CopyHistory()].seen = world.cloud[account(event)]?[list]?.event ?? 0
    case .nothing:
      copies[copy, default: CopyHistory()].seen = 0
    }
    copies[copy]?.hasActedSince = false
    if outcome.suppressed == nil { checkStamps(event) }
    if !outcome.listChanges.isEmpty && world.device(event.device)?.isLocked == true {
      noteLockedWrite(event)
    }
    observeKnowledge(event)
  }

  /// The event that put a pulled push into the cloud: its own, or that of a later arrival.
  private func slotEvent(_ position: Int, _ event: ResolvedEvent) -> Int64 {
    let slot = world.cloud[account(event)]?[event.message.list]
    if slot?.message == position { return slot?.event ?? 0 }
    return world.message(at: position)?.sentEvent ?? 0
  }

  private func checkStamps(_ event: ResolvedEvent) {
    guard case .list(let set, _) = Blob.read(world.outcome.pulled) else { return }
    let latest = event.at.milliseconds + Platform.stampToleranceMilliseconds
    for entry in set.entries where entry.mark.latest > latest {
      note(
        .futureStamp, event.number, event.device, .item(entry.id),
        "the stamp of \(entry.id) is more than a minute ahead of this device's clock")
    }
  }
}
