import ReelEvents
import ReelPolicies
import ReelProjections

extension Explainer {
  // MARK: What a push says

  /// What a push says of `item`, and why.
  func pushing(_ item: String, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    var side = sending(event, world)
    if let known = change(event, world) {
      side.causes.append(Question(event: known, about: .listed(KeyText(item))))
    }
    guard world.suppressed == nil else { return side }
    side.sentences.append("of \(item) it says: \(words(of: item, in: world.outcome.blob, event))")
    return side
  }

  // MARK: What is listed

  /// Whether a device lists `item` after the event, and why.
  func listing(_ item: String, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    let list = list(of: event)
    guard let device = world.device(event.device), list >= 0 else { return Told.Side() }
    let mark = device.lists[list]?.marks[item]
    let isListed = device.isListed(item, in: list)
    let state = "\(item) is \(isListed ? "listed" : "not listed") afterwards"
    var side = Told.Side()
    if event.kind == .messageReceived {
      side = pulling(item, event, world)
      side.sentences.append("\(state): \(decision(mark, device.policy.dismissals, event))")
      side.sentences.append(merging(device.policy.dismissals))
    } else if event.kind == .storeRead {
      side.sentences = ["finds \(item) \(isListed ? "listed" : "not listed")"]
    } else if event.kind == .storeSet || event.kind == .storeRemove {
      side.sentences = ["\(state): \(decision(mark, device.policy.dismissals, event))"]
      if world.isLocked(event.device) { side.causes += fact(facts.lock[event.device]) }
    }
    if let known = change(event, world) {
      side.causes.append(Question(event: known, about: .listed(KeyText(item))))
    }
    return side
  }

  /// What a pull brings of `item`.
  private func pulling(_ item: String, _ event: ResolvedEvent, _ world: World) -> Told.Side {
    var side = receiving(event, world)
    guard world.suppressed == nil else { return side }
    let brought = world.outcome.pulled.map { words(of: item, in: $0, event) }
    if let brought { side.sentences.append("there \(item) is: \(brought)") }
    if let message = world.handedMessage {
      side.ask(.pushed(KeyText(item)), of: message.sentEvent)
    }
    return side
  }

  private func change(_ event: ResolvedEvent, _ world: World) -> Int64? {
    facts.change(isTo: world === to, device: event.device, list: list(of: event))
  }

  private func list(of event: ResolvedEvent) -> Int32 {
    if case .list(let number) = event.store { return number }
    return event.message.channel == .kvs ? event.message.list : -1
  }

  // MARK: Words

  private func words(of item: String, in blob: Value?, _ event: ResolvedEvent) -> String {
    switch Blob.read(blob) {
    case .absent: return "nothing, since the cloud holds nothing"
    case .unreadable: return "nothing that can be read"
    case .list(let set, _):
      guard let mark = set[item] else { return "nothing" }
      return words(of: mark, event)
    }
  }

  private func words(of mark: Mark, _ event: ResolvedEvent) -> String {
    let added = "added \(text(stamp: mark.added, event))"
    let removed = "removed \(text(stamp: mark.removed, event))"
    if mark.removed == Mark.never { return added }
    return mark.added == Mark.never ? removed : "\(added), \(removed)"
  }

  /// What decides whether an item is listed: its mark.
  private func decision(_ mark: Mark?, _ policy: DismissalPolicy, _ event: ResolvedEvent) -> String
  {
    guard let mark else { return "nothing is known of it" }
    let words = words(of: mark, event)
    return mark.added == mark.removed
      ? "\(words), and of equal stamps \(policy.tie.rawValue) wins" : words
  }

  /// How the policy merges what a pull brings.
  private func merging(_ policy: DismissalPolicy) -> String {
    switch policy.merge {
    case .replace: "the last blob wins"
    case .union: "whatever either side lists is listed"
    case .tombstones: "the later of addition and removal decides"
    }
  }
}
