public import ReelEvents
import ReelPolicies
public import ReelProjections

/// The state of one device at the end of a replay, for people and goldens.
public struct DeviceProjection: Sendable {
  /// The device's name.
  public var device: String
  /// Whether its stores were ever seen: then what is not in them is not there.
  public var isKnown: Bool
  /// What its settings store holds.
  public var settings: ValueDictionary
  /// The ids in each synchronised list, by the list's name; in order.
  public var lists: [(name: String, ids: [String])]
  /// The last answer of each rule, by process and rule; nil = unknown.
  public var answers: [(process: String, rule: String, answer: Bool?)]
  /// What it sent, by channel.
  public var traffic: [(channel: Channel, amount: Traffic.Amount)]
  /// Which keys it used, and how often: by the key's name.
  public var keys: [(name: String, counts: KeyUse.Counts, sent: Traffic.Amount)]
}

extension Replay {
  /// The projections of every device of a world, by name.
  public func projections(
    of world: World, traffic: Traffic, use: KeyUse
  ) -> [DeviceProjection] {
    var projections: [DeviceProjection] = []
    for number in world.devices.indices.map(Int32.init) {
      guard vocabulary.owner(of: number) == number, let state = world.device(number) else {
        continue
      }
      projections.append(projection(number, state, world, traffic, use))
    }
    return projections.sorted { utf8Precedes($0.device, $1.device) }
  }

  private func projection(
    _ number: Int32, _ state: DeviceState, _ world: World, _ traffic: Traffic, _ use: KeyUse
  ) -> DeviceProjection {
    var settings: [ValueDictionary.Member] = []
    for (key, stored) in state.stored.enumerated() where stored != 0 {
      if let value = vocabulary.shown(stored) {
        settings.append(.init(key: vocabulary.keys.names[key], value: value))
      }
    }
    let lists = vocabulary.lists.names.indices.map(Int32.init).filter { state.lists[$0] != nil }
      .map { (name: vocabulary.lists[$0], ids: state.listed($0)) }
      .sorted { utf8Precedes($0.name, $1.name) }
    return DeviceProjection(
      device: vocabulary.processes[number],
      isKnown: state.isKnown || vocabulary.deviceName(number) == .cloud,
      settings: ValueDictionary(settings),
      lists: cloudLists(number, world) ?? lists, answers: answers(number, use),
      traffic: traffic.amounts(of: number),
      keys: keys(number, traffic, use))
  }

  /// What the cloud itself shows: the ids of the blobs it holds; nil for a device.
  private func cloudLists(_ number: Int32, _ world: World) -> [(name: String, ids: [String])]? {
    guard vocabulary.deviceName(number) == .cloud else { return nil }
    return vocabulary.lists.names.indices.map(Int32.init).compactMap { list in
      guard let ids = world.cloudList(list) else { return nil }
      return (vocabulary.lists[list], ids)
    }
  }

  private func answers(
    _ device: Int32, _ use: KeyUse
  ) -> [(process: String, rule: String, answer: Bool?)] {
    var answers: [(process: String, rule: String, answer: Bool?)] = []
    for (process, rule, answer) in use.answers where vocabulary.owner(of: process) == device {
      answers.append((vocabulary.processes[process], vocabulary.rules[rule], answer))
    }
    return answers.sorted {
      utf8Equal($0.process, $1.process)
        ? utf8Precedes($0.rule, $1.rule) : utf8Precedes($0.process, $1.process)
    }
  }

  private func keys(
    _ device: Int32, _ traffic: Traffic, _ use: KeyUse
  ) -> [(name: String, counts: KeyUse.Counts, sent: Traffic.Amount)] {
    vocabulary.keys.names.indices.compactMap { key in
      let used = use.counts(of: Int32(key), on: device)
      let amount = traffic.amount(of: key, from: Int(device))
      if used == KeyUse.Counts() && amount.messages == 0 { return nil }
      return (vocabulary.keys.names[key], used, amount)
    }.sorted { utf8Precedes($0.name, $1.name) }
  }
}

extension World {
  /// The ids in the blob that the cloud holds under a list's key, in the account that wrote it
  /// last; nil where it holds nothing that can be read.
  public func cloudList(_ list: Int32) -> [String]? {
    let account = lastAccount[list] ?? ""
    guard case .list(let set, _) = Blob.read(cloud[account]?[list]?.value) else { return nil }
    return set.live(.removed)
  }

  /// What a key reads as on a device, by the process of the same name; 0 = absent.
  public func effectiveValue(of key: Int32, on device: Int32) -> Int32 {
    guard let state = self.device(device) else { return 0 }
    let stored = state.isLocked ? 0 : state.storedValue(key)
    if stored != 0 { return stored }
    let values = registered[Int(device)]
    return Int(key) < values.count ? values[Int(key)] : 0
  }

  /// What a catalog rule answers on a device now; nil for a rule that the catalog does not have.
  public func answer(of rule: Int32, on device: Int32) -> Bool? {
    vocabulary.catalogRule(rule)?.answer(
      reading: { effectiveValue(of: $0, on: device) },
      isTrue: { vocabulary.values.isTrue($0) }, absentAsFalse: false)
  }
}
