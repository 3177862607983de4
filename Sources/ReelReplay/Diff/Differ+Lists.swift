import ReelEvents
import ReelPolicies
import ReelProjections

extension Differ {
  func noteAct(_ event: ResolvedEvent, _ list: Int32) {
    let subject = Subject(kind: .dismissals, device: -1, list: list, item: event.item)
    lastActs[subject] = (lastActs[subject] ?? []).suffix(3) + [event.number]
  }

  func compareItems(_ event: ResolvedEvent) {
    let list = max(from.outcome.list, to.outcome.list)
    guard list >= 0, let mine = from.device(event.device), let theirs = to.device(event.device)
    else { return }
    let ids = Set((from.outcome.listChanges + to.outcome.listChanges).map(\.id))
    for id in ids.sorted(by: utf8Precedes) {
      let (one, other) = (mine.isListed(id, in: list), theirs.isListed(id, in: list))
      settle(
        Subject(kind: .dismissals, device: event.device, list: list, item: id),
        differs: one != other, event, id,
        values: { (.bool(one), .bool(other)) },
        because: { acts(on: id, in: list) + [from, to].compactMap(pushEvent) })
    }
  }

  private func acts(on id: String, in list: Int32) -> [Int64] {
    lastActs[Subject(kind: .dismissals, device: -1, list: list, item: id)] ?? []
  }

  private func pushEvent(_ world: World) -> Int64? {
    guard case .message(let position) = world.outcome.handed else { return nil }
    return world.messages[position]?.sentEvent
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
    for id in ids {
      let (here, there) = (mine[KeyText(id)], theirs[KeyText(id)])
      settle(
        Subject(
          kind: .payload, device: event.device, other: event.message.to, list: list, item: id),
        differs: here != there, event, id,
        values: { (here.map { .string($0) }, there.map { .string($0) }) },
        because: { acts(on: id, in: list) })
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
