public import ReelEvents
import ReelPolicies
public import ReelProjections

/// Which event last had to do with each place of the final state: where to look if one is not as
/// expected.
public final class LastEvents: StepObserver {
  private enum Place: Hashable {
    case anywhere
    case device(String)
    /// What a key holds.
    case cell(String, key: String)
    /// That a key was used in one of the ways that are counted.
    case use(String, key: String, Use)
    case list(String, name: String)
    /// The answer of a rule in a process.
    case answer(String, rule: String)
    case sending(String)
  }

  private enum Use { case read, written, synced, sent }

  private let world: World
  private var places: [Place: Int64] = [:]
  private var lastSending: Int64?

  /// The events of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// The events of a whole recording under a policy.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, policy: PolicyChoice
  ) throws -> LastEvents {
    var last: LastEvents?
    _ = try Replay.run(Replay.Request(open: open, choices: [policy])) { replay in
      let watching = LastEvents(replay.worlds[0])
      replay.add(watching)
      last = watching
    }
    guard let last else { preconditionFailure("a replay prepares before it runs") }
    return last
  }

  /// Notes what the event had to do with.
  public func observe(_ event: ResolvedEvent) {
    let names = world.vocabulary
    let device = names.processes[event.device]
    var met: [Place] = [.anywhere, .device(device)]
    for change in world.changes {
      let key = names.keys.names[Int(change.key)]
      met.append(.cell(device, key: key))
      if event.kind == .messageReceived { met.append(.use(device, key: key, .synced)) }
    }
    if !world.outcome.listChanges.isEmpty {
      met.append(.list(device, name: names.lists[world.changedList]))
    }
    switch event.kind {
    case .storeSet, .storeRemove, .storeRead:
      if event.store == .defaults {
        let use = event.kind == .storeRead ? Use.read : .written
        met.append(.use(device, key: names.keys.names[Int(event.key)], use))
      }
    case .entitlementRead, .ruleRead:
      met.append(
        .answer(names.processes[event.process], rule: names.rules[event.key]))
      for key in names.catalogRule(event.key)?.keys ?? [] {
        met.append(.use(device, key: names.keys.names[Int(key)], .read))
      }
    case .messageSent:
      met.append(.sending(device))
      lastSending = event.number
      for key in world.sentSettings?.keys ?? [] {
        met.append(.use(device, key: names.keys.names[Int(key)], .sent))
      }
    default: break
    }
    for place in met { places[place] = event.number }
  }

  /// Nothing is left to do at the end.
  public func finish() {}

  /// The last event that had to do with what a golden has, for one policy, at `steps`; nil where
  /// there is none, or no single one.
  public func event(of steps: [String]) -> Int64? {
    switch steps.first {
    case "devices"? where steps.count > 1: event(on: steps[1], steps.dropFirst(2))
    case "traffic"?: lastSending
    case "events"?: places[.anywhere]
    case nil, .some: nil
    }
  }

  /// The last event that had to do with `what`, a key, a rule or a list, on `device`.
  public func event(of what: String, on device: String) -> Int64? {
    places[.answer(device, rule: what)] ?? places[.list(device, name: what)]
      ?? places[.cell(DeviceName(device).owner, key: what)] ?? places[.device(device)]
  }

  /// The ways to use a key, by the counts of a golden.
  private static let uses: [String: Use] = [
    "reads": .read, "writes": .written, "synced": .synced, "sentBytes": .sent,
    "sentMessages": .sent,
  ]

  private func event(on device: String, _ steps: ArraySlice<String>) -> Int64? {
    let rest = Array(steps)
    let place: Place? =
      switch (rest.first, rest.count) {
      case ("settings"?, 2...): .cell(device, key: rest[1])
      case ("stores"?, 3...) where rest[1] == StoreName.defaults.text:
        .cell(device, key: rest[2])
      case ("stores"?, 2...): .list(device, name: rest[1])
      case ("dismissals"?, _): .list(device, name: StoreName.notInterested.text)
      case ("answers"?, 3...): .answer(rest[1], rule: rest[2])
      case ("keys"?, 3...): Self.uses[rest[2]].map { .use(device, key: rest[1], $0) }
      case ("traffic"?, _): .sending(device)
      default: nil
      }
    return place.flatMap { places[$0] } ?? places[.device(device)]
  }
}
