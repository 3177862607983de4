import ReelEvents
import ReelPolicies
import ReelProjections

extension Checker {
  func observeAct(_ event: ResolvedEvent, _ list: Int32) {
    guard let device = world.device(event.device) else { return }
    acts.act(
      on: event.item, isDismissal: event.kind == .storeSet,
      at: place(event.device, list, device.account))
    let copy = Copy(device: event.device, list: list)
    copies[copy, default: CopyHistory()].hasActedSince = true
    if device.isLocked || copies[copy]?.isStale == true {
      copies[copy]?.isStale = false
      copies[copy]?.isSwept = false
      checkAllListed(event, list)
    } else {
      checkListed(KeyText(event.item), event, list)
    }
  }

  func observeKnowledge(_ event: ResolvedEvent) {
    guard let device = world.device(event.device) else { return }
    let list = event.message.list
    let place = place(event.device, list, device.account)
    let copy = Copy(device: event.device, list: list)
    var items: Set<KeyText> = []
    if case .message(let position) = world.handed { items = acts.learn(from: position, at: place) }
    guard let history = copies[copy], history.isSwept, !device.isLocked else {
      checkAllListed(event, list)
      copies[copy]?.isSwept = device.isKnown && !device.isLocked
      return
    }
    items.formUnion(history.wrong)
    for change in world.outcome.listChanges { items.insert(KeyText(change.id)) }
    for item in items.sorted(by: { utf8Precedes($0.text, $1.text) }) {
      checkListed(item, event, list)
    }
  }

  /// Checks every item, after what may have changed any: a pull, a write to a locked store.
  private func checkAllListed(_ event: ResolvedEvent, _ list: Int32) {
    guard let device = world.device(event.device) else { return }
    for item in acts.items(knownAt: place(event.device, list, device.account)) {
      checkListed(KeyText(item), event, list)
    }
  }

  func place(_ device: Int32, _ list: Int32, _ account: String) -> ActHistory.Place {
    ActHistory.Place(device: device, list: list, account: account)
  }

  private func checkListed(_ known: KeyText, _ event: ResolvedEvent, _ list: Int32) {
    let copy = Copy(device: event.device, list: list)
    let item = known.text
    guard let device = world.device(event.device), device.isKnown,
      let isDismissed = acts.verdict(on: item, at: place(event.device, list, device.account))
    else {
      copies[copy]?.wrong.remove(known)
      return
    }
    let isListed = device.isListed(item, in: list)
    if isDismissed == isListed {
      copies[copy]?.wrong.remove(known)
    } else {
      copies[copy]?.wrong.insert(known)
    }
    if isDismissed && !isListed {
      note(
        .dismissalLost, event.number, event.device, .item(item),
        "\(item) was dismissed, nothing known here undid that, and it is shown again")
    }
    if !isDismissed && isListed {
      note(
        .dismissalResurrected, event.number, event.device, .item(item),
        "the dismissal of \(item) was undone, and it is hidden again")
    }
  }
}
