import ReelEvents
import ReelPolicies
import ReelProjections

extension Differ {
  /// Compares the cell that an edit wrote, and the others that it changed where the device was
  /// locked.
  func compareEdit(_ event: ResolvedEvent) {
    guard event.store == .defaults else { return compareItems(event) }
    // Both wrote the same.
    if openCells.isOpen(event.key, on: event.device) {
      settleCell(event.key, event, because: { [] })
    }
    if from.isLocked(event.device) || to.isLocked(event.device) {
      compareChanges(event, because: { _ in [] })
    }
  }

  /// Compares every cell and item that either world changed.
  func compareChanges(_ event: ResolvedEvent, because: (Int32) -> [Int64]) {
    let (mine, theirs) = (from.changes, to.changes)
    if mine.isEmpty && theirs.isEmpty { return compareItems(event) }
    if openCells.count(on: event.device) > 0 || !same(mine, theirs),
      let one = from.device(event.device), let other = to.device(event.device)
    {
      for change in mine where isNew(change.key, event.device, one, other) {
        settleCell(change.key, event, because: { because(change.key) })
      }
      for change in theirs where isNew(change.key, event.device, one, other) {
        settleCell(change.key, event, because: { because(change.key) })
      }
    }
    compareItems(event)
  }

  /// Whether a cell is apart and was not before, or the other way round.
  private func isNew(
    _ key: Int32, _ device: Int32, _ one: DeviceState, _ other: DeviceState
  ) -> Bool {
    (one.storedValue(key) != other.storedValue(key)) != openCells.isOpen(key, on: device)
  }

  /// Whether the same keys changed to the same values. Where nothing was apart before, nothing is
  /// now.
  private func same(_ mine: [CellChange], _ theirs: [CellChange]) -> Bool {
    guard mine.count == theirs.count else { return false }
    for index in mine.indices where mine[index].key != theirs[index].key { return false }
    for index in mine.indices where mine[index].new != theirs[index].new { return false }
    return true
  }

  private func settleCell(_ key: Int32, _ event: ResolvedEvent, because: () -> [Int64]) {
    let one = from.storedValue(of: key, on: event.device)
    let other = to.storedValue(of: key, on: event.device)
    let place = openCells.place(of: key, on: event.device)
    if let place, one == other {
      openCells.close(key, on: event.device)
      meet(place, at: event.number)
    } else if place == nil && one != other {
      let parting = Parting(
        kind: .store, event: event, key: name(ofKey: key), values: (shown(one), shown(other)),
        because: because())
      openCells.open(key, on: event.device, part(parting))
    }
  }

  func compareRead(_ event: ResolvedEvent) {
    guard !from.isUndecided, !to.isUndecided else { return }
    guard event.store == .defaults else { return compareItemRead(event) }
    let (one, other) = (from.readValue, to.readValue)
    if one == other && openReads[event.process]?[event.key] == nil { return }
    settle(
      &openReads[event.process, default: OpenPlaces()], event.key, differs: one != other, event
    ) {
      Parting(
        kind: .answer, event: event, key: name(ofKey: event.key),
        values: (shown(one), shown(other)), because: causes(of: [event.key], on: event.device))
    }
  }

  func compareAnswer(_ event: ResolvedEvent) {
    guard let rule = from.vocabulary.catalogRule(event.key),
      !from.isUndecided, !to.isUndecided
    else { return }
    let (one, other) = (from.givenAnswer, to.givenAnswer)
    if one == other && openAnswers[event.process]?[event.key] == nil { return }
    settle(
      &openAnswers[event.process, default: OpenPlaces()], event.key, differs: one != other, event
    ) {
      Parting(
        kind: .answer, event: event, key: from.vocabulary.rules[event.key],
        values: (one.map { .bool($0) }, other.map { .bool($0) }),
        because: causes(of: rule.keys, on: event.device))
    }
  }

  /// The events that led to the cells of `keys` that are apart on `device`.
  private func causes(of keys: [Int32], on device: Int32) -> [Int64] {
    keys.flatMap { key in
      let place = openCells.place(of: key, on: device) ?? -1
      return place >= 0 ? divergences[Int(place)].because : []
    }
  }

  func name(ofKey key: Int32) -> String { from.vocabulary.keys.names[Int(key)] }
}

extension Differ {
  func compareSent(_ event: ResolvedEvent) {
    if event.message.channel == .kvs {
      comparePush(event)
      return
    }
    if from.isUndecided || to.isUndecided { return }
    compareFates(event)
    guard let one = from.sentSettings, let other = to.sentSettings else { return }
    comparePayloads(one, other, event)
  }

  /// Compares two payloads key by key. Of payloads whose keys are those of the last ones compared,
  /// only the values that changed since need a look.
  private func comparePayloads(
    _ one: SharedPayload, _ other: SharedPayload, _ event: ResolvedEvent
  ) {
    let open = openPayloads(event.device, event.message.to)
    let isNext =
      open.from != nil && open.from === from.settingsBefore && open.to === to.settingsBefore
    if isNext {
      compareChanges(of: one.payload, other.payload, &open.places, event)
    } else {
      compareAll(of: one.payload, other.payload, &open.places, event)
    }
    open.from = one
    open.to = other
  }

  private func openPayloads(_ sender: Int32, _ receiver: Int32) -> OpenPayloads {
    if let known = openPayloads[sender, receiver] { return known }
    let open = OpenPayloads()
    openPayloads[sender, receiver] = open
    return open
  }

  private func compareChanges(
    of one: SettingsPayload, _ other: SettingsPayload, _ open: inout OpenPlaces,
    _ event: ResolvedEvent
  ) {
    from.withChangedPlaces { for place in $0 { keysInQuestion.append(one.keys[Int(place)]) } }
    to.withChangedPlaces { for place in $0 { keysInQuestion.append(other.keys[Int(place)]) } }
    keysInQuestion.sort()
    one.withMembers { myKeys, myValues in
      other.withMembers { theirKeys, theirValues in
        var (mine, theirs) = (0, 0)
        for key in keysInQuestion {
          while mine < myKeys.count && myKeys[mine] < key { mine += 1 }
          while theirs < theirKeys.count && theirKeys[theirs] < key { theirs += 1 }
          let my = mine < myKeys.count && myKeys[mine] == key ? myValues[mine] : 0
          let their = theirs < theirKeys.count && theirKeys[theirs] == key ? theirValues[theirs] : 0
          if (my != their) != open.isOpen(key) { settleMember(&open, key, my, their, event) }
        }
      }
    }
    keysInQuestion.empty()
  }

  private func compareAll(
    of one: SettingsPayload, _ other: SettingsPayload, _ open: inout OpenPlaces,
    _ event: ResolvedEvent
  ) {
    if open.count == 0 && one.values == other.values && one.keys == other.keys { return }
    Self.eachMember(of: one, and: other) { key, mine, theirs in
      if (mine != theirs) != open.isOpen(key) { settleMember(&open, key, mine, theirs, event) }
    }
  }

  /// Goes through the keys of both payloads with the value in each.
  @inline(__always)
  private static func eachMember(
    of one: SettingsPayload, and other: SettingsPayload,
    _ body: (_ key: Int32, _ mine: Int32, _ theirs: Int32) -> Void
  ) {
    one.withMembers { myKeys, myValues in
      other.withMembers { theirKeys, theirValues in
        var (mine, theirs) = (0, 0)
        while mine < myKeys.count || theirs < theirKeys.count {
          let myKey = mine < myKeys.count ? myKeys[mine] : .max
          let theirKey = theirs < theirKeys.count ? theirKeys[theirs] : .max
          let key = min(myKey, theirKey)
          body(
            key, myKey == key ? myValues[mine] : 0, theirKey == key ? theirValues[theirs] : 0)
          if myKey == key { mine += 1 }
          if theirKey == key { theirs += 1 }
        }
      }
    }
  }

  private func settleMember(
    _ open: inout OpenPlaces, _ key: Int32, _ mine: Int32, _ theirs: Int32, _ event: ResolvedEvent
  ) {
    settle(&open, key, differs: mine != theirs, event) {
      Parting(
        kind: .payload, event: event, key: name(ofKey: key), values: (shown(mine), shown(theirs)),
        because: writes(of: key, on: event.device, before: event.number))
    }
  }

  /// The events that last wrote `key` on `device` in either world, if before `event`.
  private func writes(of key: Int32, on device: Int32, before event: Int64) -> [Int64] {
    [from, to].compactMap { world in
      world.device(device)?.history(of: key).writtenAt
    }.filter { $0 < event }
  }

  /// Whether a message leaves in one world and not in the other. One that has no receipt because
  /// only the other rule sends it is no difference: what hangs on it is undecided.
  func compareFates(_ event: ResolvedEvent) {
    let differs =
      from.suppressed != to.suppressed
      || (from.suppressed == nil && from.failure != to.failure)
    let (sender, receiver) = (event.device, event.message.to)
    if !differs && openSends[sender, receiver]?[0] == nil { return }
    openSends.change(sender, receiver, first: OpenPlaces()) { open in
      settle(&open, 0, differs: differs, event) {
        Parting(
          kind: .delivery, event: event, key: nil,
          values: (.string(from.fateWords), .string(to.fateWords)), because: [])
      }
    }
  }
}

extension Differ {
  func compareReceived(_ event: ResolvedEvent) {
    if from.isUndecided || to.isUndecided { return }
    let differs = !handOverSame()
    if differs || openReceipts[event.device]?[0] != nil {
      settle(
        &openReceipts[event.device, default: OpenPlaces()], 0, differs: differs, event
      ) {
        Parting(
          kind: .delivery, event: event, key: nil,
          values: (.string(handed(from)), .string(handed(to))), because: sentEvents)
      }
    }
    compareChanges(
      event,
      because: { key in
        sentEvents
          + [from, to].flatMap { world in
            world.handedMessage.map {
              writes(of: key, on: $0.sender, before: $0.sentEvent)
            } ?? []
          }
      })
  }

  /// Whether both worlds handed over the same, and applied it or not for the same reason.
  private func handOverSame() -> Bool {
    guard reason(from) == reason(to) else { return false }
    if from.handed == to.handed { return true }
    guard case .message = from.handed, case .message = to.handed else {
      return false
    }
    return from.handedMessage?.sentEvent == to.handedMessage?.sentEvent
  }

  private var sentEvents: [Int64] {
    [from, to].compactMap { $0.handedMessage?.sentEvent }
  }

  private func reason(_ world: World) -> Suppression? {
    world.suppressed == .undecodable ? nil : world.suppressed
  }

  private func handed(_ world: World) -> String {
    let what = world.handedWords
    return reason(world).map { "\(what), suppressed \($0.rawValue)" } ?? what
  }
}
