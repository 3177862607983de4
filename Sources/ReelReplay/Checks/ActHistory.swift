import ReelEvents
import ReelPolicies

/// What each device knows of the acts on each item: who did what, and in knowledge of what.
///
/// An act is numbered within its actor (a device's installation under one account), so that what is
/// known is a count for each actor, and an act follows another exactly when it was made in
/// knowledge of it.
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

    /// Takes over what `other` knows; false where that is nothing new.
    mutating func join(_ other: Knowledge) -> Bool {
      if knows(other) { return false }
      let acts = newest + other.newest.filter { !newest.contains($0) }
      newest = acts.filter { act in
        !acts.contains { ($0.past[act.actor] ?? 0) >= act.number }
      }
      known.merge(other.known) { max($0, $1) }
      return true
    }

    func knows(_ other: Knowledge) -> Bool {
      other.known.allSatisfy { (known[$0.key] ?? 0) >= $0.value }
    }
  }

  /// Where knowledge is: a device's list under one account.
  struct Place: Hashable {
    var device: Int32
    var list: Int32
    var account: String
  }

  /// What one place knows.
  private struct Mind {
    var items: [KeyText: Knowledge] = [:]
    /// The items whose knowledge changed since the last push.
    var changed: Set<KeyText> = []
    var lastPush: Int?
    var learned: Set<Int> = []
  }

  /// What a push made known beyond the same place's push before it.
  private struct Push {
    var previous: Int?
    var items: [KeyText: Knowledge]
  }

  private struct Actor: Hashable {
    var place: Place
    var installation: Int
  }

  private var minds: [Place: Mind] = [:]
  private var pushes: [Int: Push] = [:]
  private var accountsByItem: [Int32: [KeyText: Set<String>]] = [:]
  /// The accounts under which any item of a list was acted on.
  private var accountsByList: [Int32: Set<String>] = [:]
  private var installations: [Int32: Int] = [:]
  private var actors: [Actor: Int] = [:]

  /// An install: the device knows nothing any more, and acts as somebody new.
  mutating func restart(_ device: Int32) {
    installations[device, default: 0] += 1
    for place in minds.keys where place.device == device { minds[place] = nil }
  }

  mutating func act(on item: String, isDismissal: Bool, at place: Place) {
    let actor = number(
      of: Actor(place: place, installation: installations[place.device] ?? 0))
    let item = KeyText(item)
    let before = minds[place]?.items[item] ?? Knowledge()
    let act = Act(
      actor: actor, number: (before.known[actor] ?? 0) + 1, isDismissal: isDismissal,
      past: before.known)
    minds[place, default: Mind()].items[item, default: Knowledge()].add(act)
    minds[place]?.changed.insert(item)
    accountsByItem[place.list, default: [:]][item, default: []].insert(place.account)
    accountsByList[place.list, default: []].insert(place.account)
  }

  /// Takes down what the push at `position` makes known; pushes before `first` are let go.
  /// Complexity: O(items whose knowledge changed since the place's last push).
  mutating func notePush(_ position: Int, at place: Place, keepingFrom first: Int) {
    // Taken out, so that it is changed where it lies and not copied.
    var mind = minds.removeValue(forKey: place) ?? Mind()
    var items: [KeyText: Knowledge] = [:]
    for item in mind.changed { items[item] = mind.items[item] }
    pushes[position] = Push(previous: mind.lastPush, items: items)
    mind.changed = []
    mind.lastPush = position
    mind.learned.insert(position)
    minds[place] = mind
    if first > 0 && position % 1024 == 0 { pushes = pushes.filter { $0.key >= first } }
  }

  /// A device pulled the push at `position`; gives the items of which it knows more now.
  /// Complexity: O(what the push, and those before it that the device has not had, make known).
  mutating func learn(from position: Int, at place: Place) -> Set<KeyText> {
    var mind = minds.removeValue(forKey: place) ?? Mind()
    var learned: Set<KeyText> = []
    var next: Int? = position
    while let current = next, mind.learned.insert(current).inserted, let push = pushes[current] {
      for (item, other) in push.items {
        if mind.items[item, default: Knowledge()].join(other) { learned.insert(item) }
      }
      next = push.previous
    }
    mind.changed.formUnion(learned)
    minds[place] = mind
    return learned
  }

  /// The items that a device knows acts on, in the order of their bytes.
  func items(knownAt place: Place) -> [String] {
    (minds[place]?.items ?? [:]).keys.map(\.text)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether all the newest acts that a device knows are dismissals (true) or undos (false); nil
  /// where they differ or there are none.
  func verdict(on item: String, at place: Place) -> Bool? {
    guard let newest = minds[place]?.items[KeyText(item)]?.newest, let first = newest.first else {
      return nil
    }
    return newest.allSatisfy { $0.isDismissal == first.isDismissal } ? first.isDismissal : nil
  }

  /// Whether a device knows an act that the push at `position` was not made in knowledge of.
  func knowsMore(than position: Int?, at place: Place) -> Bool {
    var theirs: [KeyText: Knowledge] = [:]
    var next = position
    while let current = next, let push = pushes[current] {
      theirs.merge(push.items) { newer, _ in newer }
      next = push.previous
    }
    return (minds[place]?.items ?? [:]).contains { item, known in
      !(theirs[item] ?? Knowledge()).knows(known)
    }
  }

  /// Whether all acts on items of a list were made under `account`.
  func isAlone(_ account: String, in list: Int32) -> Bool {
    (accountsByList[list] ?? []).allSatisfy { $0 == account }
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
