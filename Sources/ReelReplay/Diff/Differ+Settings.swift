import ReelEvents
import ReelPolicies
import ReelProjections

extension Differ {
  /// Compares every cell and item that either world changed.
  func compareChanges(_ event: ResolvedEvent, because: (Int32) -> [Int64]) {
    for change in from.outcome.changes {
      compareCell(change.key, event, because: { because(change.key) })
    }
    for change in to.outcome.changes {
      compareCell(change.key, event, because: { because(change.key) })
    }
    compareItems(event)
  }

  func compareCell(_ key: Int32, _ event: ResolvedEvent, because: () -> [Int64]) {
    guard let mine = from.device(event.device), let theirs = to.device(event.device) else { return }
    let (one, other) = (mine.storedValue(key), theirs.storedValue(key))
    if one == other && openCells[event.device]?[key] == nil { return }
    settle(
      &openCells[event.device, default: OpenPlaces()], key, differs: one != other, event
    ) {
      Parting(
        kind: .store, event: event, key: name(ofKey: key), values: (shown(one), shown(other)),
        because: because())
    }
  }

  func compareRead(_ event: ResolvedEvent) {
    guard !from.outcome.isUndecided, !to.outcome.isUndecided else { return }
    guard event.store == .defaults else { return compareItemRead(event) }
    let (one, other) = (from.outcome.value, to.outcome.value)
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
      !from.outcome.isUndecided, !to.outcome.isUndecided
    else { return }
    let (one, other) = (from.outcome.answer, to.outcome.answer)
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
      let place = openCells[device]?[key] ?? -1
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
    if from.outcome.isUndecided || to.outcome.isUndecided { return }
    compareFates(event)
    guard let one = from.outcome.settings, let other = to.outcome.settings else { return }
    let (sender, receiver) = (event.device, event.message.to)
    let isClosed = (openPayloads[sender, receiver]?.count ?? 0) == 0
    if isClosed && one.values == other.values && one.keys == other.keys { return }
    openPayloads.change(sender, receiver, first: OpenPlaces()) { open in
      comparePayloads(one, other, event, &open)
    }
  }

  /// Goes through the keys of both payloads, which are ascending.
  private func comparePayloads(
    _ one: SettingsPayload, _ other: SettingsPayload, _ event: ResolvedEvent,
    _ open: inout OpenPlaces
  ) {
    var mine = 0
    var theirs = 0
    while mine < one.keys.count || theirs < other.keys.count {
      let myKey = mine < one.keys.count ? one.keys[mine] : .max
      let theirKey = theirs < other.keys.count ? other.keys[theirs] : .max
      let key = min(myKey, theirKey)
      let values = (
        from: myKey == key ? one.values[mine] : 0, to: theirKey == key ? other.values[theirs] : 0
      )
      if myKey == key { mine += 1 }
      if theirKey == key { theirs += 1 }
      if values.from == values.to && open.count == 0 { continue }
      settle(&open, key, differs: values.from != values.to, event) {
        Parting(
          kind: .payload, event: event, key: name(ofKey: key),
          values: (shown(values.from), shown(values.to)),
          because: writes(of: key, on: event.device, before: event.number))
      }
    }
  }

  /// The events that last wrote `key` on `device` in either world, if before `event`.
  private func writes(of key: Int32, on device: Int32, before event: Int64) -> [Int64] {
    [from, to].compactMap { world in
      guard let state = world.device(device), Int(key) < state.history.count else { return nil }
      return state.history[Int(key)].writtenAt
    }.filter { $0 < event }
  }

  /// Whether a message leaves in one world and not in the other. One that has no receipt because
  /// only the other rule sends it is no difference: what hangs on it is undecided.
  func compareFates(_ event: ResolvedEvent) {
    let (one, other) = (from.outcome, to.outcome)
    let differs =
      one.suppressed != other.suppressed
      || (one.suppressed == nil && one.failure != other.failure)
    let (sender, receiver) = (event.device, event.message.to)
    if !differs && openSends[sender, receiver]?[0] == nil { return }
    openSends.change(sender, receiver, first: OpenPlaces()) { open in
      settle(&open, 0, differs: differs, event) {
        Parting(
          kind: .delivery, event: event, key: nil,
          values: (.string(fate(from)), .string(fate(to))), because: [])
      }
    }
  }

  private func fate(_ world: World) -> String {
    if let reason = world.outcome.suppressed { return "suppressed \(reason.rawValue)" }
    if let error = world.outcome.failure { return "failed \(error)" }
    return "sent"
  }
}

extension Differ {
  func compareReceived(_ event: ResolvedEvent) {
    if from.outcome.isUndecided || to.outcome.isUndecided { return }
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
            handedMessage(world).map {
              writes(of: key, on: $0.sender, before: $0.sentEvent)
            } ?? []
          }
      })
  }

  /// Whether both worlds handed over the same, and applied it or not for the same reason.
  private func handOverSame() -> Bool {
    guard reason(from) == reason(to) else { return false }
    if from.outcome.handed == to.outcome.handed { return true }
    guard case .message = from.outcome.handed, case .message = to.outcome.handed else {
      return false
    }
    return handedMessage(from)?.sentEvent == handedMessage(to)?.sentEvent
  }

  private func handedMessage(_ world: World) -> MessageState? {
    guard case .message(let position) = world.outcome.handed else { return nil }
    return world.messages[position]
  }

  private var sentEvents: [Int64] {
    [from, to].compactMap { handedMessage($0)?.sentEvent }
  }

  private func reason(_ world: World) -> Suppression? {
    world.outcome.suppressed == .undecodable ? nil : world.outcome.suppressed
  }

  private func handed(_ world: World) -> String {
    let what =
      switch world.outcome.handed {
      case .nothing: "nothing"
      case .message: "the message of event \(handedMessage(world)?.sentEvent ?? 0)"
      case .foreign: "a message from outside the recording"
      case .outside: "what the cloud was given from outside"
      }
    return reason(world).map { "\(what), suppressed \($0.rawValue)" } ?? what
  }
}
