import ReelEvents
import ReelPolicies
import ReelProjections

extension Differ {
  func noteAct(_ event: ResolvedEvent, _ list: Int32) {
    let item = Item(place: .list, list: list, id: event.item)
    lastActs[item] = (lastActs[item] ?? []).suffix(3) + [event.number]
  }

  func compareItems(_ event: ResolvedEvent) {
    let list = max(from.changedList, to.changedList)
    if list < 0 { return }
    guard let mine = from.device(event.device), let theirs = to.device(event.device)
    else { return }
    let ids = Set((from.outcome.listChanges + to.outcome.listChanges).map(\.id))
    for id in ids.sorted(by: utf8Precedes) {
      let (one, other) = (mine.isListed(id, in: list), theirs.isListed(id, in: list))
      settle(Item(place: .copy(device: event.device), list: list, id: id), one != other, event) {
        Parting(
          kind: .dismissals, event: event, key: id, values: (.bool(one), .bool(other)),
          because: acts(on: id, in: list) + [from, to].compactMap(pushEvent))
      }
    }
  }

  func compareItemRead(_ event: ResolvedEvent) {
    let (one, other) = (from.readValue, to.readValue)
    var list: Int32 = -1
    if case .list(let number) = event.store { list = number }
    let item = Item(place: .read(process: event.process), list: list, id: event.item)
    settle(item, one != other, event) {
      Parting(
        kind: .answer, event: event, key: event.item, values: (shown(one), shown(other)),
        because: [])
    }
  }

  /// Notes whether an item is apart.
  private func settle(
    _ item: Item, _ differs: Bool, _ event: ResolvedEvent, _ parting: () -> Parting
  ) {
    switch (openItems[item], differs) {
    case (nil, false), (_?, true): break
    case (let place?, false):
      openItems[item] = nil
      meet(Int32(place), at: event.number)
    case (nil, true): openItems[item] = Int(part(parting()))
    }
  }

  private func acts(on id: String, in list: Int32) -> [Int64] {
    lastActs[Item(place: .list, list: list, id: id)] ?? []
  }

  private func pushEvent(_ world: World) -> Int64? {
    guard case .message(let position) = world.handed else { return nil }
    return world.message(at: position)?.sentEvent
  }

  /// A push differs item by item: listed, removed with a mark, or not in the blob at all.
  func comparePush(_ event: ResolvedEvent) {
    compareFates(event)
    guard let one = contents(from.outcome.blob), let other = contents(to.outcome.blob) else {
      return
    }
    let (mine, theirs) = (states(one), states(other))
    let ids = Set(mine.keys).union(theirs.keys).map(\.text).sorted(by: utf8Precedes)
    let list = event.message.list
    let place = Item.Place.push(device: event.device, to: event.message.to)
    for id in ids {
      let (here, there) = (mine[KeyText(id)], theirs[KeyText(id)])
      settle(Item(place: place, list: list, id: id), here != there, event) {
        Parting(
          kind: .payload, event: event, key: id,
          values: (here.map { .string($0) }, there.map { .string($0) }),
          because: acts(on: id, in: list))
      }
    }
  }

  private func contents(_ blob: Value?) -> MarkedSet? {
    guard case .list(let set, _) = Blob.read(blob) else { return nil }
    return set
  }

  private func states(_ set: MarkedSet) -> [KeyText: String] {
    var states: [KeyText: String] = [:]
    for entry in set.entries {
      states[KeyText(entry.id)] = entry.mark.isLive(.removed) ? "listed" : "removed"
    }
    return states
  }
}
