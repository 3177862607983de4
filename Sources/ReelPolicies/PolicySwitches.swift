public import ReelEvents

/// The switches of a policy by the names that a policy file gives them.
///
/// A file is an object such as `{"extends":"allowlist","settings.apply":"setFirst"}`.
public enum PolicySwitches {
  /// The policy `base` with the switches of `members` set.
  /// - Throws: `PolicyError`: an unknown switch, or a setting that the switch does not have.
  public static func applying(
    _ members: ValueDictionary, to base: NamedPolicy, name: String
  ) throws(PolicyError) -> NamedPolicy {
    var policy = base
    policy.name = name
    for member in members.members where member.key != "extends" {
      try set(member.key, to: member.value, in: &policy)
    }
    return policy
  }

  private static func set(
    _ name: String, to value: Value, in policy: inout NamedPolicy
  ) throws(PolicyError) {
    if name.hasPrefix("settings.") {
      var settings = policy.settings ?? BuiltInPolicies.allowlist
      try set(name, to: value, in: &settings)
      policy.settings = settings
    } else {
      var dismissals = policy.dismissals ?? BuiltInPolicies.tombstones
      try set(name, to: value, in: &dismissals)
      policy.dismissals = dismissals
    }
  }

  private static func set(
    _ name: String, to value: Value, in policy: inout SettingsPolicy
  ) throws(PolicyError) {
    switch name {
    case "settings.send": policy.send = try send(value)
    case "settings.omit": policy.omit = try omission(value)
    case "settings.registeredDefaults": policy.registeredDefaults = try choice(value, of: name)
    case "settings.clear": policy.clear = try choice(value, of: name)
    case "settings.accept": policy.accept = try choice(value, of: name)
    case "settings.apply": policy.apply = try choice(value, of: name)
    case "settings.order": policy.order = try choice(value, of: name)
    case "settings.locked": policy.locked = try choice(value, of: name)
    default: throw unknown(name)
    }
  }

  private static func set(
    _ name: String, to value: Value, in policy: inout DismissalPolicy
  ) throws(PolicyError) {
    switch name {
    case "dismissals.merge": policy.merge = try choice(value, of: name)
    case "dismissals.tie": policy.tie = try choice(value, of: name)
    case "dismissals.stamp": policy.stamp = try choice(value, of: name)
    case "dismissals.retain": policy.retainMilliseconds = try retain(value)
    case "dismissals.horizon":
      guard case .bool(let keeps) = value else { throw bad(name, expected: "true or false") }
      policy.keepsHorizon = keeps
    case "dismissals.pullFirst": policy.pullFirst = try pullFirst(value)
    case "dismissals.account": policy.account = try choice(value, of: name)
    case "gate", "dismissals.gate": policy.gate = try choice(value, of: name)
    case "gate.unknown", "dismissals.gate.unknown": policy.unknown = try choice(value, of: name)
    default: throw unknown(name)
    }
  }
}

extension PolicySwitches {
  private static func choice<Choice>(
    _ value: Value, of name: String
  ) throws(PolicyError) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    if case .string(let text) = value, let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw bad(name, expected: "one of \(choices)")
  }

  private static func send(_ value: Value) throws(PolicyError) -> SettingsPolicy.Send {
    switch value {
    case .string("all"): return .all
    case .string("synced"): return .synced
    default:
      if let names = texts(value) { return .list(names) }
      throw bad("settings.send", expected: "\"all\", \"synced\" or a list of key names")
    }
  }

  private static func omission(_ value: Value) throws(PolicyError) -> SettingsPolicy.Omission {
    if case .string("entitlementKeys") = value { return .entitlementKeys }
    if let names = texts(value) { return .keys(names) }
    throw bad("settings.omit", expected: "a list of key names, or \"entitlementKeys\"")
  }

  private static func retain(_ value: Value) throws(PolicyError) -> Int64? {
    if case .string("forever") = value { return nil }
    if case .string(let text) = value, let milliseconds = milliseconds(text) { return milliseconds }
    throw bad("dismissals.retain", expected: "a duration such as \"90d\", or \"forever\"")
  }

  private static func pullFirst(
    _ value: Value
  ) throws(PolicyError) -> DismissalPolicy.PullFirst {
    switch value {
    case .string("off"), .bool(false): return .off
    case .string("on"), .bool(true): return .on
    case .string(let text):
      if let milliseconds = milliseconds(text) { return .after(milliseconds: milliseconds) }
    default: break
    }
    throw bad(
      "dismissals.pullFirst", expected: "\"on\", \"off\" or a duration such as \"30s\"")
  }

  private static func texts(_ value: Value) -> [String]? {
    guard case .array(let elements) = value else { return nil }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// A duration such as `250ms`, `30s`, `5m`, `12h`, `90d`, in milliseconds; nil if it is none.
  static func milliseconds(_ text: String) -> Int64? {
    let units: [(suffix: String, milliseconds: Int64)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    for unit in units where text.hasSuffix(unit.suffix) {
      let digits = text.dropLast(unit.suffix.count)
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int64(digits) else {
        continue
      }
      let (product, overflows) = count.multipliedReportingOverflow(by: unit.milliseconds)
      return overflows ? nil : product
    }
    return nil
  }

  private static func bad(_ name: String, expected: String) -> PolicyError {
    PolicyError(.badSetting, "the switch \(name) takes \(expected)")
  }

  private static func unknown(_ name: String) -> PolicyError {
    let hint = nearest(to: name, in: names).map { "; did you mean \($0)?" } ?? ""
    return PolicyError(
      .unknownSwitch, "no switch is called \(name)\(hint); `reel help policies` lists them")
  }
}
