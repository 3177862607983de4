import ReelEvents
import ReelPolicies
import Testing

/// A catalog of four keys, numbered 0 to 3: `local` and `paid` and `tone` and `unit`; all but the
/// first synced, `paid` named by an entitlement rule.
private func makeKeys() -> SettingsKeys {
  func key(_ name: String, synced: Bool) -> CatalogKey {
    CatalogKey(
      name: name, type: .string, registeredDefault: nil, isSynced: synced, reason: "for the test",
      audience: .both, sampleSize: 8)
  }
  let rule = CatalogRule(
    name: "isPaid", expression: .any([.absent("paid"), .isTrue("paid")]), isEntitlement: true,
    decides: "whether the app is paid")
  return SettingsKeys(
    Catalog(
      keys: [
        key("unit", synced: true), key("paid", synced: true), key("local", synced: false),
        key("tone", synced: true),
      ], rules: [rule]))
}

private let (local, paid, tone, unit): (Int32, Int32, Int32, Int32) = (0, 1, 2, 3)

private func payload(
  _ policy: SettingsPolicy, stored: ContiguousArray<Int32>,
  registered: ContiguousArray<Int32> = []
) -> SettingsPayload {
  var keys = makeKeys()
  var memory = SenderMemory()
  return SettingsRule(policy, keys: &keys).payload(
    stored: stored, registered: registered, memory: &memory, clockMilliseconds: 5)
}

@Suite("A settings rule")
struct SettingsRuleTests {
  @Test(arguments: [
    ("wipe-then-apply", [local, paid, tone, unit]),
    ("allowlist", [paid, tone, unit]),
    ("landmine", [tone, unit]),
    ("merge-only", [paid, tone, unit]),
  ])
  func `sends the keys of its switch`(_ name: String, _ expected: [Int32]) throws {
    let policy = try PolicyArgument(name).policy(device: "phone", version: nil).settings
    #expect(payload(policy, stored: [1, 2, 3, 4]).keys == expected)
  }

  @Test(arguments: BuiltInPolicies.all.compactMap(\.settings))
  func `gives a reason exactly where it does not send or accept`(_ policy: SettingsPolicy) {
    var keys = makeKeys()
    let rule = SettingsRule(policy, keys: &keys)
    let stranger = keys.numberAdding("stranger")
    for key in [local, paid, tone, unit, stranger] {
      #expect((rule.exclusionFromSending(of: key, keys) == nil) == rule.sends(key))
      #expect((rule.exclusionFromAccepting(of: key, keys) == nil) == rule.accepts(key))
    }
    #expect(rule.exclusionFromSending(of: stranger, keys) == .unknown)
  }

  @Test func `tells why it does not send`() {
    var keys = makeKeys()
    let landmine = SettingsRule(BuiltInPolicies.landmine, keys: &keys)
    #expect(landmine.exclusionFromSending(of: paid, keys) == .omitted)
    #expect(landmine.exclusionFromSending(of: local, keys) == .notSynced)
    #expect(landmine.exclusionFromAccepting(of: paid, keys) == .omitted)
    var policy = BuiltInPolicies.allowlist
    policy.send = .list(["tone", "paid"])
    policy.omit = .keys(["paid"])
    let listing = SettingsRule(policy, keys: &keys)
    #expect(listing.exclusionFromSending(of: unit, keys) == .notListed)
    #expect(listing.exclusionFromSending(of: paid, keys) == .omitted)
    #expect(listing.exclusionFromSending(of: tone, keys) == nil)
  }

  @Test func `sends registered values only where it says so, and marks them`() {
    var policy = BuiltInPolicies.allowlist
    let sent = payload(policy, stored: [0, 2, 0, 0], registered: [0, 7, 8, 0])
    #expect(sent.keys == [paid, tone])
    #expect(sent.values == [2, 8])
    #expect(sent.registeredOnly == [tone])
    policy.registeredDefaults = .withheld
    #expect(payload(policy, stored: [0, 2, 0, 0], registered: [0, 7, 8, 0]).keys == [paid])
  }

  @Test func `sends nothing of keys beyond what is stored`() {
    #expect(payload(BuiltInPolicies.allowlist, stored: []).keys.isEmpty)
  }

  private func effect(
    _ policy: SettingsPolicy, _ values: [(Int32, Int32)], removed: [Int32] = [],
    on stored: ContiguousArray<Int32>
  ) -> SettingsEffect {
    var keys = makeKeys()
    var payload = SettingsPayload()
    payload.keys = values.map(\.0)
    payload.values = values.map(\.1)
    payload.removed = removed
    return SettingsRule(policy, keys: &keys).effect(of: payload, on: stored)
  }

  @Test func `that wipes removes every stored key and sets what arrived`() {
    let effect = effect(BuiltInPolicies.wipeThenApply, [(unit, 9)], on: [1, 2, 0, 9])
    #expect(effect.cleared == [local, paid, unit])
    #expect(effect.applied == [.init(key: unit, value: 9)])
  }

  @Test func `with an allowlist leaves other keys alone, sent or not`() {
    let effect = effect(BuiltInPolicies.allowlist, [(local, 5), (unit, 9)], on: [1, 2, 0, 0])
    #expect(effect.cleared == [paid])
    #expect(effect.applied == [.init(key: unit, value: 9)])
  }

  @Test func `that sets first never removes what arrived`() {
    var policy = BuiltInPolicies.allowlist
    policy.apply = .setFirst
    let effect = effect(policy, [(unit, 9)], on: [0, 2, 3, 8])
    #expect(effect.cleared == [paid, tone])
    #expect(effect.applied == [.init(key: unit, value: 9)])
  }

  @Test func `that is explicit removes what the sender lists, if it accepts the key`() {
    let effect = effect(
      BuiltInPolicies.explicit, [(unit, 9)], removed: [local, paid], on: [1, 2, 3, 9])
    #expect(effect.cleared == [paid])
    #expect(effect.applied.isEmpty)
  }

  @Test func `lists a removal for as long as the key stays away`() {
    var keys = makeKeys()
    let rule = SettingsRule(BuiltInPolicies.explicit, keys: &keys)
    var memory = SenderMemory()
    func send(_ stored: ContiguousArray<Int32>) -> [Int32] {
      rule.payload(stored: stored, registered: [], memory: &memory, clockMilliseconds: 5).removed
    }
    #expect(send([0, 2, 3, 0]) == [])
    #expect(send([0, 0, 3, 0]) == [paid])
    #expect(send([0, 0, 3, 4]) == [paid])
    #expect(send([0, 2, 0, 4]) == [tone])
  }
}

@Suite("Numbered messages")
struct NumberingTests {
  private func numbers(_ clocks: [Int64], memory: inout SenderMemory) -> [Int64?] {
    var keys = makeKeys()
    let rule = SettingsRule(BuiltInPolicies.explicit, keys: &keys)
    return clocks.map {
      rule.payload(stored: [], registered: [], memory: &memory, clockMilliseconds: $0).number
    }
  }

  @Test func `grow even where the clock stands still or runs back`() {
    var memory = SenderMemory()
    #expect(numbers([100, 100, 40, 300], memory: &memory) == [100, 101, 102, 300])
  }

  private func message(_ number: Int64, installation: Int64) -> SettingsPayload {
    var payload = SettingsPayload()
    payload.number = number
    payload.installation = installation
    return payload
  }

  private func verdicts(_ messages: [SettingsPayload]) -> [Bool] {
    var memory = ReceiverMemory()
    return messages.map { memory.admits($0) }
  }

  @Test func `are refused when older than the last, and applied again when equal`() {
    let sent: [Int64] = [10, 10, 9, 11]
    #expect(
      verdicts(sent.map { message($0, installation: 1) }) == [true, true, false, true])
  }

  @Test func `of a new installation are applied whatever the number, of an old one never again`() {
    let sent: [(Int64, Int64)] = [(10, 1), (3, 3), (12, 1), (4, 3)]
    #expect(
      verdicts(sent.map { message($0.0, installation: $0.1) }) == [true, true, false, true])
  }

  @Test func `of so many installations that the first is forgotten take no more room`() {
    var memory = ReceiverMemory()
    for installation in Int64(1)...1_000 {
      let isAdmitted = memory.admits(message(1, installation: installation))
      #expect(isAdmitted)
    }
    #expect(memory.earlierInstallations.count == ReceiverMemory.earlierInstallationsMax)
    let isAdmitted = memory.admits(message(2, installation: 999))
    #expect(!isAdmitted)
  }

  /// What a store may hold, by anybody's hand, and what is remembered of it.
  @Test(
    arguments: [(Int64.max, nil), (.min, nil), (1 << 53, 1 << 53), (7, 7)] as [(Int64, Int64?)])
  func `go on from a stored number that can be one`(_ stored: Int64, _ known: Int64?) {
    var keys = makeKeys()
    let value = Value.dictionary([
      "sentNumber": .integer(stored), "receivedNumber": .integer(stored),
      "earlierInstallations": .array((0..<200).map { .integer($0) }),
    ])
    var memory = SettingsMemory(value, keys: &keys)
    #expect(memory.sender.lastNumber == known)
    #expect(memory.receiver.lastNumber == known)
    #expect(memory.receiver.earlierInstallations == Array(136..<200))
    let next = numbers([5], memory: &memory.sender)
    #expect(next == [known.map { $0 + 1 } ?? 5])
  }

  @Test func `from a sender without numbers are always applied`() {
    #expect(verdicts([message(10, installation: 1), SettingsPayload()]) == [true, true])
  }
}
