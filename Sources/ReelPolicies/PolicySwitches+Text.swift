public import ReelEvents

extension PolicySwitches {
  /// A switch, for a person who writes a policy.
  public struct Entry: Sendable {
    /// Its name in a policy file.
    public let name: String
    /// What it may be set to, as JSON.
    public let choices: String
    /// What it decides.
    public let meaning: String
  }

  /// All switches: the settings half's first.
  public static let all = [
    Entry(
      name: "settings.send", choices: #""all" | "synced" | ["KEY", …]"#,
      meaning: "which keys a sender sends: all of the catalog, those it syncs, or these"),
    Entry(
      name: "settings.omit", choices: #"["KEY", …] | "entitlementKeys""#,
      meaning: "keys this policy takes as not synced, whatever the catalog says"),
    Entry(
      name: "settings.registeredDefaults", choices: words(SettingsPolicy.RegisteredDefaults.self),
      meaning: "whether a value that is only registered travels as if it were stored"),
    Entry(
      name: "settings.clear", choices: words(SettingsPolicy.Clear.self),
      meaning: "which keys a receiver removes; explicit: those the sender lists as removed"),
    Entry(
      name: "settings.accept", choices: words(SettingsPolicy.Accept.self),
      meaning: "which arriving keys a receiver stores"),
    Entry(
      name: "settings.apply", choices: words(SettingsPolicy.Apply.self),
      meaning: "which half of applying a message comes first"),
    Entry(
      name: "settings.order", choices: words(SettingsPolicy.Order.self),
      meaning: "numbered: a number rides along, and an older message is ignored"),
    Entry(
      name: "settings.locked", choices: words(SettingsPolicy.Locked.self),
      meaning: "hold: a locked device sends and applies nothing"),
    Entry(
      name: "dismissals.merge", choices: words(DismissalPolicy.Merge.self),
      meaning: "what a device makes of a blob it pulls"),
    Entry(
      name: "dismissals.tie", choices: words(DismissalPolicy.Tie.self),
      meaning: "what counts when an addition and a removal have the same stamp"),
    Entry(
      name: "dismissals.stamp", choices: words(DismissalPolicy.Stamp.self),
      meaning: "where a stamp comes from; monotonic: never below one already seen"),
    Entry(
      name: "dismissals.retain", choices: #""90d" | "12h" | … | "forever""#,
      meaning: "how long a tombstone lives"),
    Entry(
      name: "dismissals.horizon", choices: "true | false",
      meaning: "whether the blob names the newest mark dropped, so that older ones stay out"),
    Entry(
      name: "dismissals.pullFirst", choices: #""on" | "off" | "30s" | …"#,
      meaning: "whether a push waits for a pull; a time: an empty pull so soon does not count"),
    Entry(
      name: "dismissals.account", choices: words(DismissalPolicy.Account.self),
      meaning: "what a change of account does; park: a list for each account"),
    Entry(
      name: "gate", choices: words(DismissalPolicy.Gate.self),
      meaning: "what Pro governs; pro: without it the plain store, traffic: marks are kept"),
    Entry(
      name: "gate.unknown", choices: words(DismissalPolicy.Unknown.self),
      meaning: "what the gate makes of an answer that is not known"),
  ]

  /// The names of all switches, in that order.
  public static var names: [String] { all.map(\.name) }

  private static func words<Choice>(_ choices: Choice.Type) -> String
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " | ")
  }
}

extension NamedPolicy {
  /// The policy as a policy file has it, with every switch of its halves; `applying` makes the same
  /// policy of it.
  public var switches: ValueDictionary {
    let isOfSettings = settings != nil
    var members: ValueDictionary = [
      "extends": .string(isOfSettings ? "allowlist" : "tombstones")
    ]
    if let settings { members = ValueDictionary(members.members + settings.switches) }
    if let dismissals { members = ValueDictionary(members.members + dismissals.switches) }
    return members
  }
}

extension SettingsPolicy {
  fileprivate var switches: [ValueDictionary.Member] {
    [
      .init(key: "settings.send", value: sent),
      .init(key: "settings.omit", value: omitted),
      .init(key: "settings.registeredDefaults", value: .string(registeredDefaults.rawValue)),
      .init(key: "settings.clear", value: .string(clear.rawValue)),
      .init(key: "settings.accept", value: .string(accept.rawValue)),
      .init(key: "settings.apply", value: .string(apply.rawValue)),
      .init(key: "settings.order", value: .string(order.rawValue)),
      .init(key: "settings.locked", value: .string(locked.rawValue)),
    ]
  }

  private var sent: Value {
    switch send {
    case .all: .string("all")
    case .synced: .string("synced")
    case .list(let keys): .array(keys.map { .string($0) })
    }
  }

  private var omitted: Value {
    switch omit {
    case .entitlementKeys: .string("entitlementKeys")
    case .keys(let keys): .array(keys.map { .string($0) })
    }
  }
}

extension DismissalPolicy {
  fileprivate var switches: [ValueDictionary.Member] {
    [
      .init(key: "dismissals.merge", value: .string(merge.rawValue)),
      .init(key: "dismissals.tie", value: .string(tie.rawValue)),
      .init(key: "dismissals.stamp", value: .string(stamp.rawValue)),
      .init(
        key: "dismissals.retain",
        value: .string(retainMilliseconds.map { "\($0)ms" } ?? "forever")),
      .init(key: "dismissals.horizon", value: .bool(keepsHorizon)),
      .init(key: "dismissals.pullFirst", value: pulledFirst),
      .init(key: "dismissals.account", value: .string(account.rawValue)),
      .init(key: "gate", value: .string(gate.rawValue)),
      .init(key: "gate.unknown", value: .string(unknown.rawValue)),
    ]
  }

  private var pulledFirst: Value {
    switch pullFirst {
    case .off: .string("off")
    case .on: .string("on")
    case .after(let milliseconds): .string("\(milliseconds)ms")
    }
  }
}
