import ReelEvents
import ReelProjections

extension Checker {
  func observeAct(_ event: ResolvedEvent, _ list: Int32) {
    guard let device = world.device(event.device) else { return }
    acts.act(
      on: event.item, isDismissal: event.kind == .storeSet, by: event.device, in: list,
      account: device.account)
    copies[Copy(device: event.device, list: list), default: CopyHistory()].hasActedSince = true
    checkListed(event.item, event, list)
  }

  func observeKnowledge(_ event: ResolvedEvent) {
    guard let device = world.device(event.device) else { return }
    let list = event.message.list
    if case .message(let position) = world.outcome.handed {
      acts.learn(from: position, device: event.device, list: list, account: device.account)
    }
    for item in acts.items(knownTo: event.device, in: list, account: device.account) {
      checkListed(item, event, list)
    }
  }

  private func checkListed(_ item: String, _ event: ResolvedEvent, _ list: Int32) {
    guard let device = world.device(event.device), device.isKnown, !device.isLocked,
      let isDismissed = acts.verdict(
        on: item, device: event.device, list: list, account: device.account)
    else { return }
    let isListed = device.isListed(item, in: list)
    if isDismissed && !isListed {
      note(
        .dismissalLost, event.number, event.device, item,
        "\(item) was dismissed, nothing known here undid that, and it is shown again")
    }
    if !isDismissed && isListed {
      note(
        .dismissalResurrected, event.number, event.device, item,
        "the dismissal of \(item) was undone, and it is hidden again")
    }
  }
}
