import ReelEvents
import ReelPolicies
import ReelProjections

extension Differ {
  /// Compares every cell and item that either world changed.
  func compareChanges(_ event: ResolvedEvent, because: (Int32) -> [Int64]) {
    for change in from.outcome.changes {
      compareCell(change.key, event, because: because(change.key))
    }
    for change in to.outcome.changes {
      compareCell(change.key, event, because: because(change.key))
    }
    compareItems(event)
  }

  func compareCell(_ key: Int32, _ event: ResolvedEvent, because: @autoclosure () -> [Int64]) {
    guard let mine = from.device(event.device), let theirs = to.device(event.device) else { return }
    let (one, other) = (mine.storedValue(key), theirs.storedValue(key))
    if one == other && openCells[event.device, default: 0] == 0 { return }
    settle(
      Subject(kind: .store, device: event.device, key: key), differs: one != other, event,
      from.vocabulary.keys.names[Int(key)],
      values: { (shown(one), shown(other)) }, because: because)
  }

  func compareRead(_ event: ResolvedEvent) {
    guard !from.outcome.isUndecided, !to.outcome.isUndecided else { return }
    let (one, other) = (from.outcome.value, to.outcome.value)
    let isList = event.store != .defaults
    let key = isList ? event.item : from.vocabulary.keys.names[Int(event.key)]
    settle(
      Subject(
        kind: .answer, device: event.process, key: isList ? -1 : event.key, list: -2,
        item: isList ? key : ""),
      differs: one != other, event, key,
      values: { (shown(one), shown(other)) },
      because: { isList ? [] : causes(of: [event.key], on: event.device) })
  }

  func compareAnswer(_ event: ResolvedEvent) {
    guard let rule = from.vocabulary.catalogRule(event.key),
      !from.outcome.isUndecided, !to.outcome.isUndecided
    else { return }
    let (one, other) = (from.outcome.answer, to.outcome.answer)
    settle(
      Subject(kind: .answer, device: event.process, key: event.key), differs: one != other, event,
      from.vocabulary.rules[event.key],
      values: { (one.map { .bool($0) }, other.map { .bool($0) }) },
      because: { causes(of: rule.keys, on: event.device) })
  }

  /// The events that led to the cells of `keys` that are apart on `device`.
  private func causes(of keys: [Int32], on device: Int32) -> [Int64] {
    keys.flatMap { key in
      let place = open[Subject(kind: .store, device: device, key: key)] ?? -1
      return place >= 0 ? divergences[place].because : []
    }
  }

  func compareSent(_ event: ResolvedEvent) {
    if event.message.channel == .kvs {
      comparePush(event)
      return
    }
    if from.outcome.isUndecided || to.outcome.isUndecided { return }
    compareFates(event)
    guard let one = from.outcome.settings, let other = to.outcome.settings else { return }
    comparePayloads(one, other, event)
  }

  private func comparePayloads(
    _ one: SettingsPayload, _ other: SettingsPayload, _ event: ResolvedEvent
  ) {
    var mine = 0
    var theirs = 0
    while mine < one.keys.count || theirs < other.keys.count {
      let key = min(
        mine < one.keys.count ? one.keys[mine] : .max,
        theirs < other.keys.count ? other.keys[theirs] : .max)
      var values: (from: Int32, to: Int32) = (0, 0)
      if mine < one.keys.count && one.keys[mine] == key {
        values.from = one.values[mine]
        mine += 1
      }
      if theirs < other.keys.count && other.keys[theirs] == key {
        values.to = other.values[theirs]
        theirs += 1
      }
      settlePayload(key, values, event)
    }
  }

  private func settlePayload(
    _ key: Int32, _ values: (from: Int32, to: Int32), _ event: ResolvedEvent
  ) {
    if values.from == values.to && open.isEmpty { return }
    settle(
      Subject(kind: .payload, device: event.device, other: event.message.to, key: key),
      differs: values.from != values.to, event, from.vocabulary.keys.names[Int(key)],
      values: { (shown(values.from), shown(values.to)) },
      because: { writes(of: key, on: event.device, before: event.number) })
  }

  /// The events that last wrote `key` on `device` in either world, if before `event`.
  private func writes(of key: Int32, on device: Int32, before event: Int64) -> [Int64] {
    [from, to].compactMap { world in
      guard let state = world.device(device), Int(key) < state.writtenAt.count else { return nil }
      return state.writtenAt[Int(key)]
    }.filter { $0 < event }
  }

  /// Whether a message leaves in one world and not in the other. One that has no receipt because
  /// only the other rule sends it is no difference: what hangs on it is undecided.
  func compareFates(_ event: ResolvedEvent) {
    let (one, other) = (fate(from), fate(to))
    settle(
      Subject(kind: .delivery, device: event.device, other: event.message.to),
      differs: one != other,
      event, nil,
      values: { (.string(one), .string(other)) }, because: { [] })
  }

  private func fate(_ world: World) -> String {
    if let reason = world.outcome.suppressed { return "suppressed \(reason.rawValue)" }
    if let error = world.outcome.failure { return "failed \(error)" }
    return "sent"
  }

  func compareReceived(_ event: ResolvedEvent) {
    if from.outcome.isUndecided || to.outcome.isUndecided { return }
    let (one, other) = (handed(from), handed(to))
    let named = [from, to].compactMap(sentEvent)
    settle(
      Subject(kind: .delivery, device: event.device), differs: one != other, event, nil,
      values: { (.string(one), .string(other)) }, because: { named })
    compareChanges(
      event,
      because: { key in
        named
          + [from, to].flatMap { world -> [Int64] in
            guard case .message(let position) = world.outcome.handed,
              let message = world.messages[position]
            else { return [] }
            return writes(of: key, on: message.sender, before: message.sentEvent)
          }
      })
  }

  private func sentEvent(_ world: World) -> Int64? {
    guard case .message(let position) = world.outcome.handed else { return nil }
    return world.messages[position]?.sentEvent
  }

  private func handed(_ world: World) -> String {
    let what =
      switch world.outcome.handed {
      case .nothing: "nothing"
      case .message(let position):
        "the message of event \(world.messages[position]?.sentEvent ?? 0)"
      case .foreign: "a message from outside the recording"
      case .outside: "what the cloud was given from outside"
      }
    guard let reason = world.outcome.suppressed else { return what }
    return reason == .undecodable ? what : "\(what), suppressed \(reason.rawValue)"
  }
}
