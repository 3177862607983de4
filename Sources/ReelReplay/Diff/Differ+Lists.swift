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
  /// Complexity: O(items).
  func comparePush(_ event: ResolvedEvent) {
    compareFates(event)
    guard let one = contents(from.outcome.blob), let other = contents(to.outcome.blob) else {
      return
    }
    let list = event.message.list
    let place = Item.Place.push(device: event.device, to: event.message.to)
    Self.eachItem(of: one, and: other) { id, here, there in
      if here == there && openItems.isEmpty { return }
      settle(Item(place: place, list: list, id: id), here != there, event) {
        Parting(
          kind: .payload, event: event, key: id,
          values: (here.map(Self.shown), there.map(Self.shown)), because: acts(on: id, in: list))
      }
    }
  }

  /// Goes through the items of both sets, in their order, with whether each is listed there, or
  /// removed; nil where a set does not name it.
  private static func eachItem(
    of one: MarkedSet, and other: MarkedSet,
    _ body: (_ id: String, _ here: Bool?, _ there: Bool?) -> Void
  ) {
    var (mine, theirs) = (one.entries[...], other.entries[...])
    while let id = [mine.first?.id, theirs.first?.id].compactMap(\.self).min(by: utf8Precedes) {
      let here = take(id, from: &mine)
      let there = take(id, from: &theirs)
      body(id, here, there)
    }
  }

  /// Whether `id` is listed, if it is the next of `entries`.
  private static func take(_ id: String, from entries: inout ArraySlice<MarkedSet.Entry>) -> Bool? {
    guard let entry = entries.first, utf8Equal(entry.id, id) else { return nil }
    entries.removeFirst()
    return entry.mark.isLive(.removed)
  }

  private static func shown(_ isListed: Bool) -> Value { .string(isListed ? "listed" : "removed") }

  private func contents(_ blob: Value?) -> MarkedSet? {
    guard case .list(let set, _) = Blob.read(blob) else { return nil }
    return set
  }
}
