import ReelEvents
import ReelPolicies
import TestSamples

/// A session under a rule that unfolds fact by fact, each with the outcomes a recording holds.
///
/// Two phones send their settings to a watch each. Whatever happens is decided by the seed; the
/// clocks of the devices are apart and unsteady, so times run backwards from line to line.
struct Session {
  private let corpus: Corpus
  private var keys: SettingsKeys
  private let rule: SettingsRule
  private var pool: ValuePool
  private var seed: Seed
  private var devices: [Device]
  private var links: [Link]
  private var now = Instant.scenarioStart
  /// How many facts there were so far; the halves of an apply are none.
  private(set) var factCount: Int64 = 0
  private let choosable: (phone: [Int], watch: [Int])

  private struct Device {
    let name: DeviceName
    let clockOffset: Int64
    var stored: ContiguousArray<Int32>
    var sentCount = 0
  }

  /// From a phone to its watch: what is on its way, and what the phone remembers.
  private struct Link {
    let from: Int
    let to: Int
    var memory = SenderMemory()
    var waiting: (message: String, payload: SettingsPayload)?
  }

  /// The session of `corpus` that `seed` decides, under `policy`.
  init(_ corpus: Corpus, catalog: Catalog, policy: SettingsPolicy, seed: UInt64) {
    self.corpus = corpus
    self.seed = Seed(seed)
    keys = SettingsKeys(catalog)
    rule = SettingsRule(policy, keys: &keys)
    let sorted = catalog.keys.sorted { utf8Precedes($0.name, $1.name) }
    pool = ValuePool(sorted, &self.seed)
    let special = [CorpusKeys.sentAt, CorpusKeys.fetchedAt]
    let used = sorted.indices.filter { corpus.uses(sorted[$0]) }
    let entitlements = keys.entitlementKeys.map(Int.init)
    choosable = (
      phone: used.filter {
        sorted[$0].name != CorpusKeys.sentAt
          && (corpus != .big || sorted[$0].name != CorpusKeys.cache)
      },
      // What a watch sets, its phone overwrites; so under any rule the two stay comparable.
      watch: used.filter {
        sorted[$0].isSynced && !special.contains(sorted[$0].name) && !entitlements.contains($0)
      }
    )
    let offsets: [(String, Int64)] = [
      ("phone", 0), ("watch", -1_700_000), ("tablet", 420_000), ("watch-2", 3_100_000),
    ]
    devices = offsets.map { name, offset in
      Device(
        name: DeviceName(name), clockOffset: offset,
        stored: ContiguousArray(repeating: 0, count: sorted.count))
    }
    links = [Link(from: 0, to: 1), Link(from: 2, to: 3)]
  }

  /// What comes before the first fact: the apps are installed.
  mutating func begin(_ write: (Event) throws -> Void) rethrows {
    for device in devices.indices {
      try write(event(device, .deviceInstalled(version: "1", policy: nil)))
    }
    guard corpus == .big else { return }
    for link in links { try setCache(on: link.from, write) }
  }

  /// The next fact, and what it came to.
  mutating func step(_ write: (Event) throws -> Void) rethrows {
    now.microseconds += 1 + Int64(seed.index(below: 400_000))
    guard corpus.hasMessages else { return try set(write) }
    // With the set that goes before each message, 55 of 100 facts are sets.
    switch seed.index(below: 90) {
    case 0..<20: try moveMessage(write)
    case 20..<40: try read(write)
    case 40..<45: try ask(write)
    default: try set(write)
    }
  }

  /// A message is sent, or the one on its way arrives: as many of the one as of the other.
  private mutating func moveMessage(_ write: (Event) throws -> Void) rethrows {
    let index = seed.index(below: links.count)
    if let (message, payload) = links[index].waiting {
      links[index].waiting = nil
      try receive(message, payload, on: links[index].to, write)
    } else {
      try send(index, write)
    }
  }

  private mutating func send(_ index: Int, _ write: (Event) throws -> Void) rethrows {
    let sender = links[index].from
    devices[sender].sentCount += 1
    if corpus == .big && devices[sender].sentCount % 10 == 0 { try setCache(on: sender, write) }
    let instant = clock(of: sender)
    try set(CorpusKeys.sentAt, pool.date(instant), on: sender, write)
    let payload = rule.payload(
      stored: devices[sender].stored, registered: [], memory: &links[index].memory,
      clockMilliseconds: instant.milliseconds)
    let message = "\(devices[sender].name)-\(devices[sender].sentCount)"
    links[index].waiting = (message, payload)
    let values = payload.members(names: keys.names) { pool[$0] }
    let sent = SentMessage(
      message: message, channel: .context, to: devices[links[index].to].name,
      payload: .dictionary(values))
    factCount += 1
    try write(Event(at: instant, device: devices[sender].name, action: .messageSent(sent)))
  }

  private mutating func receive(
    _ message: String, _ payload: SettingsPayload, on device: Int,
    _ write: (Event) throws -> Void
  ) rethrows {
    let received = ReceivedMessage(message: message, channel: .context)
    var event = event(device, .messageReceived(received))
    try write(event)
    let effect = rule.effect(of: payload, on: devices[device].stored)
    if corpus.hasHalves {
      for action in halves(of: effect, message) {
        event.action = action
        try write(event)
      }
    }
    for key in effect.cleared { devices[device].stored[Int(key)] = 0 }
    for setting in effect.applied { devices[device].stored[Int(setting.key)] = setting.value }
  }

  private func halves(of effect: SettingsEffect, _ message: String) -> [Action] {
    let names = effect.cleared.map { keys.names[Int($0)] }
    let members = effect.applied.compactMap { setting in
      pool[setting.value].map {
        ValueDictionary.Member(key: keys.names[Int(setting.key)], value: $0)
      }
    }
    var halves: [Action] = []
    if !names.isEmpty { halves.append(.storeCleared(store: .defaults, by: message, keys: names)) }
    if !members.isEmpty {
      halves.append(
        .storeApplied(store: .defaults, by: message, values: ValueDictionary(members)))
    }
    return effect.order == .clearFirst ? halves : halves.reversed()
  }

  private mutating func set(_ write: (Event) throws -> Void) rethrows {
    // People change settings on their phones.
    let device = seed.index(below: 10) == 0 ? seed.pick([1, 3]) : seed.pick([0, 2])
    let key = seed.pick(device % 2 == 0 ? choosable.phone : choosable.watch)
    let name = keys.names[key]
    let value =
      name == CorpusKeys.fetchedAt && corpus.hasMessages
      ? pool.date(clock(of: device)) : pool.pick(key, &seed)
    try set(name, value, on: device, write)
  }

  private mutating func setCache(
    on device: Int, _ write: (Event) throws -> Void
  ) rethrows {
    try set(CorpusKeys.cache, pool.nextCache(&seed), on: device, write)
  }

  private mutating func set(
    _ name: String, _ number: Int32, on device: Int, _ write: (Event) throws -> Void
  ) rethrows {
    guard let key = keys.number(of: name), let value = pool[number] else {
      preconditionFailure("sets of values that there are")
    }
    devices[device].stored[Int(key)] = number
    try write(event(device, .storeSet(store: .defaults, key: name, value: value)))
  }

  private mutating func read(_ write: (Event) throws -> Void) rethrows {
    let device = seed.index(below: devices.count)
    let key = seed.pick(choosable.watch)
    let value = pool[devices[device].stored[key]]
    try write(
      event(device, .storeRead(store: .defaults, key: keys.names[key], value: value)))
  }

  /// `paidWatch` of the catalog: paid where the key is absent, or either key is true.
  private mutating func ask(_ write: (Event) throws -> Void) rethrows {
    let device = seed.index(below: devices.count)
    let member = stored("memberEntitlement", on: device)
    let answer =
      member == nil || member == .bool(true) || stored("legacyMember", on: device) == .bool(true)
    try write(event(device, .entitlementRead(rule: "paidWatch", answer: answer)))
  }

  private func stored(_ name: String, on device: Int) -> Value? {
    keys.number(of: name).flatMap { pool[devices[device].stored[Int($0)]] }
  }

  private mutating func event(_ device: Int, _ action: Action) -> Event {
    factCount += 1
    return Event(at: clock(of: device), device: devices[device].name, action: action)
  }

  /// What the device's clock shows: it is off, and off by a little more or less each time.
  private mutating func clock(of device: Int) -> Instant {
    let jitter = Int64(seed.index(below: 100_000)) - 50_000
    return Instant(microseconds: now.microseconds + devices[device].clockOffset + jitter)
  }
}
