import ReelEvents
import ReelPolicies
import Testing

@Suite("A policy argument")
struct PolicyArgumentTests {
  @Test(arguments: BuiltInPolicies.all)
  func `resolves every built-in name to its own half`(_ policy: NamedPolicy) throws {
    let resolved = try PolicyArgument(policy.name).policy(device: "phone", version: nil)
    #expect(resolved.settings == policy.settings ?? Policy.scenarioDefault.settings)
    #expect(resolved.dismissals == policy.dismissals ?? Policy.scenarioDefault.dismissals)
  }

  @Test func `leaves the half that nothing names as the base has it`() throws {
    let base = try PolicyArgument("merge-only+replace")
    let resolved = try PolicyArgument("union", over: base).policy(device: "phone", version: nil)
    #expect(resolved.settings == BuiltInPolicies.mergeOnly)
    #expect(resolved.dismissals == BuiltInPolicies.union)
  }

  @Test func `outranks a base that names devices`() throws {
    let base = try PolicyArgument("phone=wipe-then-apply,watch=merge-only")
    let resolved = try PolicyArgument("explicit", over: base)
    for device in ["phone", "watch"] {
      #expect(
        resolved.policy(device: device, version: nil).settings == BuiltInPolicies.explicit)
    }
  }

  @Test func `switches a device at the version it names, and nowhere else`() throws {
    let argument = try PolicyArgument("wipe-then-apply,phone@2=allowlist")
    #expect(
      argument.policy(device: "phone", version: nil).settings == BuiltInPolicies.wipeThenApply)
    #expect(
      argument.policy(device: "phone", version: "2.1").settings == BuiltInPolicies.allowlist)
    #expect(
      argument.policy(device: "watch", version: "2.1").settings == BuiltInPolicies.wipeThenApply)
    #expect(argument.begins(at: "2.0", on: "phone"))
    #expect(!argument.begins(at: "3.0", on: "phone"))
    #expect(!argument.begins(at: "2.0", on: "watch"))
  }

  @Test(arguments: [
    ("allowlst", "did you mean allowlist?"),
    ("", "is no policy"),
    ("phone=", "is no policy"),
    ("@2=allowlist", "is no policy"),
    ("allowlist+merge-only", "names two policies with a settings half"),
    ("tombstones+union", "names two policies with a dismissal half"),
    ("allowlist,,union", "is no policy"),
    ("allowlist,landmine", "\"allowlist\" and \"landmine\" both name a settings half; one is"),
    ("union,phone=union,replace", "\"union\" and \"replace\" both name a dismissal half; one is"),
    ("phone=explicit,phone=landmine", "both name a settings half for phone; one is enough"),
    ("phone@2=explicit,phone@2=landmine", "both name a settings half for phone from 2 on; one"),
    ("allowlist,landmine+union", "\"allowlist\" and \"landmine+union\" both name a settings half"),
  ])
  func `says what is wrong with a wrong one`(_ text: String, _ expected: String) {
    let error = #expect(throws: PolicyError.self) { try PolicyArgument(text) }
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }
}

@Suite("The parts of a policy argument")
struct PolicyPartsTests {
  @Test(arguments: [
    "allowlist,tombstones", "phone=allowlist,phone=tombstones", "allowlist,phone=landmine",
    "phone=allowlist,watch=allowlist", "phone=explicit,phone@2=landmine",
    "phone@2=explicit,phone@2.1=landmine", "phone@2=explicit,watch@2=explicit",
  ])
  func `may say of one device what another does not say`(_ text: String) throws {
    _ = try PolicyArgument(text)
  }

  @Test func `tell which devices and versions they are for`() throws {
    let argument = try PolicyArgument("allowlist,phone=landmine,watch@2.1=explicit+union")
    #expect(
      argument.targets == [
        .init(device: "phone", version: nil), .init(device: "watch", version: "2.1"),
      ])
  }
}

@Suite("The switches of a policy file")
struct PolicySwitchesTests {
  private func applying(_ name: String, _ value: Value) throws -> NamedPolicy {
    try PolicySwitches.applying(
      ValueDictionary([.init(key: name, value: value)]), to: NamedPolicy(name: "base"), name: "p")
  }

  @Test(arguments: [
    ("settings.send", Value.array([.string("a")])),
    ("settings.omit", .array([.string("a")])),
    ("settings.registeredDefaults", .string("withheld")),
    ("settings.clear", .string("none")),
    ("settings.accept", .string("all")),
    ("settings.apply", .string("setFirst")),
    ("settings.order", .string("numbered")),
    ("settings.locked", .string("hold")),
  ])
  func `of settings each change that policy`(_ name: String, _ value: Value) throws {
    let changed = try applying(name, value)
    #expect(changed.settings != nil && changed.settings != BuiltInPolicies.allowlist)
    #expect(changed.dismissals == nil)
  }

  @Test(arguments: [
    ("dismissals.merge", Value.string("union")),
    ("dismissals.tie", .string("added")),
    ("dismissals.stamp", .string("restamped")),
    ("dismissals.retain", .string("90d")),
    ("dismissals.horizon", .bool(true)),
    ("dismissals.pullFirst", .string("30s")),
    ("dismissals.account", .string("carry")),
    ("gate", .string("always")),
    ("gate.unknown", .string("paid")),
  ])
  func `of dismissals each change that policy`(_ name: String, _ value: Value) throws {
    let changed = try applying(name, value)
    #expect(changed.dismissals != nil && changed.dismissals != BuiltInPolicies.tombstones)
    #expect(changed.settings == nil)
  }

  @Test func `are all known by name`() throws {
    for name in PolicySwitches.names {
      let error = #expect(throws: PolicyError.self) {
        try applying(name, .string("no such setting"))
      }
      #expect(error?.kind == .badSetting)
    }
  }

  @Test func `that do not exist are refused with the nearest name`() {
    let error = #expect(throws: PolicyError.self) {
      try applying("settings.aply", .string("setFirst"))
    }
    #expect(error?.message.contains("settings.apply") == true)
  }
}
