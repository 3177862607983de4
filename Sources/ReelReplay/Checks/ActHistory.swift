import ReelPolicies

/// What each device knows of the acts on each item: who did what, and in knowledge of what.
///
/// An act is numbered within its actor (a device's installation under one account), so that what is
/// known is a count for each actor, and an act follows another exactly when it was made in knowledge
/// of it.
struct ActHistory {
  /// One dismissal or undo.
  struct Act: Equatable {
    var actor: Int
    var number: Int
    var isDismissal: Bool
    /// What was known of the item when it was made: the highest number for each actor.
    var past: [Int: Int]
  }

  /// What is known of one item.
  struct Knowledge {
    var known: [Int: Int] = [:]
    /// The known acts that no other known act follows.
    var newest: [Act] = []

    mutating func add(_ act: Act) {
      known[act.actor] = act.number
      newest = [act]
    }

    mutating func join(_ other: Knowledge) {
      let acts = newest + other.newest.filter { !newest.contains($0) }
      newest = acts.filter { act in
        !acts.contains { ($0.past[act.actor] ?? 0) >= act.number }
      }
      known.merge(other.known) { max($0, $1) }
    }

    func knows(_ other: Knowledge) -> Bool {
      other.known.allSatisfy { (known[$0.key] ?? 0) >= $0.value }
    }
  }

  private struct Place: Hashable {
    var device: Int32
    var list: Int32
    var account: String
  }

  private struct Actor: Hashable {
    var device: Int32
    var installation: Int
    var account: String
  }

  private var knowledge: [Place: [KeyText: Knowledge]] = [:]
  private var pushed: [Int: [KeyText: Knowledge]] = [:]
  private var accountsByItem: [Int32: [KeyText: Set<String>]] = [:]
  private var installations: [Int32: Int] = [:]
  private var actors: [Actor: Int] = [:]

  /// An install: the device knows nothing any more, and acts as somebody new.
  mutating func restart(_ device: Int32) {
    installations[device, default: 0] += 1
    for place in knowledge.keys where place.device == device { knowledge[place] = nil }
  }

  mutating func act(
    on item: String, isDismissal: Bool, by device: Int32, in list: Int32, account: String
  ) {
    let actor = number(
      of: Actor(device: device, installation: installations[device] ?? 0, account: account))
    let place = Place(device: device, list: list, account: account)
    let item = KeyText(item)
    let before = knowledge[place]?[item] ?? Knowledge()
    let act = Act(
      actor: actor, number: (before.known[actor] ?? 0) + 1, isDismissal: isDismissal,
      past: before.known)
    knowledge[place, default: [:]][item, default: Knowledge()].add(act)
    accountsByItem[list, default: [:]][item, default: []].insert(account)
  }

  mutating func notePush(_ position: Int, by device: Int32, in list: Int32, account: String) {
    pushed[position] = knowledge[Place(device: device, list: list, account: account)] ?? [:]
  }

  /// A device pulled the push at `position`; returns the items it knows of now, in order.
  mutating func learn(
    from position: Int, device: Int32, list: Int32, account: String
  ) {
    let place = Place(device: device, list: list, account: account)
    for (item, other) in pushed[position] ?? [:] {
      knowledge[place, default: [:]][item, default: Knowledge()].join(other)
    }
  }

  /// The items that a device knows acts on, in the order of their bytes.
  func items(knownTo device: Int32, in list: Int32, account: String) -> [String] {
    (knowledge[Place(device: device, list: list, account: account)] ?? [:]).keys.map(\.text)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether all the newest acts that a device knows are dismissals (true) or undos (false); nil
  /// where they differ or there are none.
  func verdict(on item: String, device: Int32, list: Int32, account: String) -> Bool? {
    let place = Place(device: device, list: list, account: account)
    guard let newest = knowledge[place]?[KeyText(item)]?.newest, let first = newest.first else {
      return nil
    }
    return newest.allSatisfy { $0.isDismissal == first.isDismissal } ? first.isDismissal : nil
  }

  /// Whether a device knows an act that the push at `position` was not made in knowledge of.
  func knowsMore(than position: Int?, device: Int32, list: Int32, account: String) -> Bool {
    let mine = knowledge[Place(device: device, list: list, account: account)] ?? [:]
    let theirs = position.flatMap { pushed[$0] } ?? [:]
    return mine.contains { item, known in !(theirs[item] ?? Knowledge()).knows(known) }
  }

  /// The accounts under which any device acted on an item.
  func accounts(of item: String, in list: Int32) -> Set<String> {
    accountsByItem[list]?[KeyText(item)] ?? []
  }

  private mutating func number(of actor: Actor) -> Int {
    if let known = actors[actor] { return known }
    actors[actor] = actors.count
    return actors.count - 1
  }
}
