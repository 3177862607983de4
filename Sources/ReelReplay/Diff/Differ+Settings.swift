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
      settleCell(event.key, event, because: .itself)
    }
    if from.isLocked(event.device) || to.isLocked(event.device) {
      compareChanges(event, because: .itself)
    }
  }

  /// Compares every cell and item that either world changed.
  func compareChanges(_ event: ResolvedEvent, because cause: Cause) {
    if !hasSameChanges() {
      settleChanges(of: from, event, because: cause)
      settleChanges(of: to, event, because: cause)
    } else if openCells.count(on: event.device) > 0 {
      settleOpen(event, because: cause)
    }
    if from.changedList >= 0 || to.changedList >= 0 { compareItems(event) }
  }

  @inline(never)
  private func settleChanges(of world: World, _ event: ResolvedEvent, because cause: Cause) {
    for change in world.changes { settleCell(change.key, event, because: cause) }
  }

  /// Looks at the changes that both worlds had: only what was apart before is another thing now.
  @inline(__always)
  private func settleOpen(_ event: ResolvedEvent, because cause: Cause) {
    for change in from.changes where openCells.isOpen(change.key, on: event.device) {
      settleCell(change.key, event, because: cause)
    }
  }

  /// Whether the same keys changed to the same values.
  @inline(__always)
  private func hasSameChanges() -> Bool {
    let (mine, theirs) = (from.changes, to.changes)
    guard mine.count == theirs.count else { return false }
    for index in mine.indices {
      if mine[index].key != theirs[index].key || mine[index].new != theirs[index].new {
        return false
      }
    }
    return true
  }

  /// Notes whether a cell is apart that was not before, or the other way round.
  private func settleCell(_ key: Int32, _ event: ResolvedEvent, because cause: Cause) {
    let one = from.storedValue(of: key, on: event.device)
    let other = to.storedValue(of: key, on: event.device)
    settle(&openCells, key, on: event.device, differs: one != other, event) {
      Parting(
        kind: .store, event: event, key: name(ofKey: key), values: (shown(one), shown(other)),
        because: causes(of: key, cause))
    }
  }

  private func causes(of key: Int32, _ cause: Cause) -> [Int64] {
    switch cause {
    case .itself: []
    case .message:
      sentEvents
        + [from, to].flatMap { world in
          world.handedPostmark.map {
            writes(of: key, on: $0.sender, before: $0.sentEvent)
          } ?? []
        }
    }
  }

  func compareRead(_ event: ResolvedEvent) {
    guard !from.isUndecided, !to.isUndecided else { return }
    guard event.store == .defaults else { return compareItemRead(event) }
    let (one, other) = (from.readValue, to.readValue)
    settle(&openReads, event.key, on: event.process, differs: one != other, event) {
      Parting(
        kind: .answer, event: event, key: name(ofKey: event.key),
        values: (shown(one), shown(other)), because: causes(of: [event.key], on: event.device))
    }
  }

  func compareAnswer(_ event: ResolvedEvent) {
    guard from.vocabulary.hasCatalogRule(event.key), !from.isUndecided, !to.isUndecided
    else { return }
    let (one, other) = (from.givenAnswer, to.givenAnswer)
    settle(&openAnswers, event.key, on: event.process, differs: one != other, event) {
      Parting(
        kind: .answer, event: event, key: from.vocabulary.rules[event.key],
        values: (one.map { .bool($0) }, other.map { .bool($0) }),
        because: causes(
          of: from.vocabulary.catalogRule(event.key)?.keys ?? [], on: event.device))
    }
  }

  /// The events that led to the cells of `keys` that are apart on `device`.
  private func causes(of keys: [Int32], on device: Int32) -> [Int64] {
    keys.flatMap { key in
      let place = openCells[device, key] ?? -1
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
    if from.sentNumber == 0 || to.sentNumber == 0 { return }
    comparePayloads(&links[event.device, event.message.to], event)
  }

  /// Compares two payloads key by key. Of payloads whose keys are those of the last ones compared,
  /// only the values that changed since need a look.
  @inline(__always)
  private func comparePayloads(_ link: inout Link, _ event: ResolvedEvent) {
    let number = number(of: &link)
    let isNext =
      link.from != 0 && link.from == from.sentBeforeNumber && link.to == to.sentBeforeNumber
    if !isNext { link.hasPartners = false }
    if from.sentNumber == to.sentNumber && openMembers.count(on: number) == 0 {
      // Nothing was apart, and nothing is.
    } else if isNext {
      compareChanges(&link, event)
    } else {
      compareAll(on: number, event)
    }
    link.from = from.sentNumber
    link.to = to.sentNumber
  }

  /// Compares payloads of the keys of the last ones: each place is one of those of `partners`.
  private func compareChanges(_ link: inout Link, _ event: ResolvedEvent) {
    if !link.hasPartners {
      link.partnersOfFrom = partners(of: from, in: to)
      link.partnersOfTo = partners(of: to, in: from)
      link.hasPartners = true
    }
    let number = link.number
    let isSame = link.partnersOfFrom.withUnsafeBufferPointer {
      gatherKeys(of: from, besides: to, $0, on: number)
    }
    if !isSame {
      link.partnersOfTo.withUnsafeBufferPointer {
        _ = gatherKeys(of: to, besides: from, $0, on: number)
      }
    }
    if keysInQuestion.isEmpty { return }
    guard let one = from.sentSettings, let other = to.sentSettings else { return }
    keysInQuestion.sort()
    for key in keysInQuestion {
      settleMember(link.number, key, one.value(of: key), other.value(of: key), event)
    }
    keysInQuestion.removeAll(keepingCapacity: true)
  }

  /// Finds where the key at each place of what `world` sends is in what `other` sends.
  private func partners(of world: World, in other: World) -> ContiguousArray<Int32> {
    var partners: ContiguousArray<Int32> = []
    world.withSentMembers { keys, _ in
      other.withSentMembers { others, _ in
        for key in keys {
          let partner = SettingsPayload.index(of: key, in: others)
          partners.append(partner.map { Int32($0) } ?? -1)
        }
      }
    }
    return partners
  }

  /// Gathers the keys that changed in `world` and are apart now and were not before, or the other
  /// way round. True where those that changed in `other` are the same.
  private func gatherKeys(
    of world: World, besides other: World, _ partners: UnsafeBufferPointer<Int32>,
    on link: Int32
  ) -> Bool {
    let (places, theirs) = (world.changedPlaces, other.changedPlaces)
    var isSame = places.count == theirs.count
    world.withSentMembers { keys, values in
      other.withSentMembers { _, others in
        for index in places.indices {
          let (key, value) = (keys[Int(places[index])], values[Int(places[index])])
          let partner = partners[Int(places[index])]
          let differs = value != (partner < 0 ? 0 : others[Int(partner)])
          if differs != openMembers.isOpen(key, on: link) { keysInQuestion.append(key) }
          isSame = isSame && theirs[index] == partner
        }
      }
    }
    return isSame
  }

  private func compareAll(on link: Int32, _ event: ResolvedEvent) {
    guard let one = from.sentSettings, let other = to.sentSettings else { return }
    let isOpen = openMembers.count(on: link) > 0
    if !isOpen && one.hasValues(of: other) && one.keys == other.keys { return }
    Self.eachMember(of: one, and: other) { settleMember(link, $0, $1, $2, event) }
  }

  /// Goes through the keys of both payloads with the value in each.
  @inline(__always)
  private static func eachMember(
    of one: SharedPayload, and other: SharedPayload,
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
    _ link: Int32, _ key: Int32, _ mine: Int32, _ theirs: Int32, _ event: ResolvedEvent
  ) {
    settle(&openMembers, key, on: link, differs: mine != theirs, event) {
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
    settle(&openSends, event.message.to, on: event.device, differs: differs, event) {
      Parting(
        kind: .delivery, event: event, key: nil,
        values: (.string(from.fateWords), .string(to.fateWords)), because: [])
    }
  }
}

extension Differ {
  func compareReceived(_ event: ResolvedEvent) {
    if from.isUndecided || to.isUndecided { return }
    let differs = !handOverSame()
    settle(&openReceipts, 0, on: event.device, differs: differs, event) {
      Parting(
        kind: .delivery, event: event, key: nil,
        values: (.string(handed(from)), .string(handed(to))), because: sentEvents)
    }
    compareChanges(event, because: .message)
  }

  /// Whether both worlds handed over the same, and applied it or not for the same reason.
  private func handOverSame() -> Bool {
    guard reason(from) == reason(to) else { return false }
    if from.handed == to.handed { return true }
    guard case .message = from.handed, case .message = to.handed else {
      return false
    }
    return from.handedPostmark?.sentEvent == to.handedPostmark?.sentEvent
  }

  private var sentEvents: [Int64] {
    [from, to].compactMap { $0.handedPostmark?.sentEvent }
  }

  private func reason(_ world: World) -> Suppression? {
    world.suppressed == .undecodable ? nil : world.suppressed
  }

  private func handed(_ world: World) -> String {
    let what = world.handedWords
    return reason(world).map { "\(what), suppressed \($0.rawValue)" } ?? what
  }
}
