/// A rule under test: data, in two halves that are chosen apart.
public struct Policy: Sendable, Equatable {
  /// How settings travel.
  public var settings: SettingsPolicy
  /// How synchronised lists travel.
  public var dismissals: DismissalPolicy

  /// A policy of two halves.
  public init(settings: SettingsPolicy, dismissals: DismissalPolicy) {
    self.settings = settings
    self.dismissals = dismissals
  }

  /// What a scenario counts as made under: `allowlist+tombstones`.
  public static let scenarioDefault = Policy(
    settings: BuiltInPolicies.allowlist, dismissals: BuiltInPolicies.tombstones)
}

/// One or both halves of a policy, under a name.
public struct NamedPolicy: Sendable, Equatable {
  /// The name it goes by.
  public var name: String
  /// The settings half, if it has one.
  public var settings: SettingsPolicy?
  /// The dismissal half, if it has one.
  public var dismissals: DismissalPolicy?

  /// A policy called `name`.
  public init(
    name: String, settings: SettingsPolicy? = nil, dismissals: DismissalPolicy? = nil
  ) {
    self.name = name
    self.settings = settings
    self.dismissals = dismissals
  }
}

/// The policies that every command knows by name.
public enum BuiltInPolicies {
  /// All of them: the settings half's first.
  public static let all: [NamedPolicy] = [
    NamedPolicy(name: "wipe-then-apply", settings: wipeThenApply),
    NamedPolicy(name: "allowlist", settings: allowlist),
    NamedPolicy(name: "allowlist-wiping-all", settings: allowlistWipingAll),
    NamedPolicy(name: "landmine", settings: landmine),
    NamedPolicy(name: "allowlist-accepting-all", settings: allowlistAcceptingAll),
    NamedPolicy(name: "merge-only", settings: mergeOnly),
    NamedPolicy(name: "explicit", settings: explicit),
    NamedPolicy(name: "replace", dismissals: replace),
    NamedPolicy(name: "union", dismissals: union),
    NamedPolicy(name: "tombstones", dismissals: tombstones),
  ]

  /// What each of them does, by its name, in a sentence.
  public static let meanings: [(name: String, meaning: String)] = [
    ("wipe-then-apply", "sends every key, removes every key on arrival, sets what came"),
    ("allowlist", "only keys that the catalog syncs are sent, removed and accepted"),
    ("allowlist-wiping-all", "sends synced keys only, and removes every key on arrival"),
    ("landmine", "the same with the entitlement's keys left out: gives the paid app away"),
    ("allowlist-accepting-all", "sends and removes synced keys, and accepts whatever arrives"),
    ("merge-only", "sends and accepts synced keys, and never removes one"),
    ("explicit", "the sender lists what it removed; numbered, set first, waits while locked"),
    ("replace", "the last blob wins, and a missing one is an empty list"),
    ("union", "whatever either side lists is listed; a pull comes before the first push"),
    ("tombstones", "removals leave marks and the later stamp decides; a list for each account"),
  ]

  /// The old behavior: send every known key, remove every known key, set what arrived.
  public static let wipeThenApply = SettingsPolicy(send: .all, clear: .all, accept: .all)
  /// Only opted-in keys are sent, cleared and accepted.
  public static let allowlist = SettingsPolicy(send: .synced, clear: .synced, accept: .synced)
  /// Only opted-in keys are sent, but every key is wiped on arrival.
  public static let allowlistWipingAll = SettingsPolicy(
    send: .synced, clear: .all, accept: .synced)
  /// As `allowlistWipingAll`, with the entitlement keys left out: an omission gives the app away.
  public static let landmine: SettingsPolicy = {
    var policy = allowlistWipingAll
    policy.omit = .entitlementKeys
    return policy
  }()
  /// The allowlist on the sending side only.
  public static let allowlistAcceptingAll = SettingsPolicy(
    send: .synced, clear: .synced, accept: .all)
  /// Nothing is ever removed.
  public static let mergeOnly = SettingsPolicy(send: .synced, clear: .none, accept: .synced)
  /// The sender lists what it removed; values are set first, messages numbered, a locked device
  /// waits.
  public static let explicit: SettingsPolicy = {
    var policy = SettingsPolicy(send: .synced, clear: .explicit, accept: .synced)
    policy.apply = .setFirst
    policy.order = .numbered
    policy.locked = .hold
    return policy
  }()

  /// The last blob wins.
  public static let replace = DismissalPolicy(merge: .replace)
  /// Whatever either side lists is listed; a pull comes before the first push.
  public static let union: DismissalPolicy = {
    var policy = DismissalPolicy(merge: .union)
    policy.pullFirst = .on
    return policy
  }()
  /// Removals leave marks; the later stamp decides.
  public static let tombstones: DismissalPolicy = {
    var policy = DismissalPolicy(merge: .tombstones)
    policy.stamp = .monotonic
    policy.account = .park
    policy.gate = .traffic
    policy.unknown = .last
    policy.pullFirst = .on
    return policy
  }()
}
