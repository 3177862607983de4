/// A settings policy made ready for one catalog: which keys it sends, clears and accepts.
///
/// Keys are numbers of `SettingsKeys`; values are small numbers too, equal for equal values, 0 for
/// absent. Live service, replay and simulation all call these functions.
public final class SettingsRule: Sendable {
  /// The policy it was made from.
  public let policy: SettingsPolicy
  /// The keys a sender sends, ascending.
  public let sendKeys: [Int32]
  /// The keys a receiver clears on its own account, ascending; empty for `none` and `explicit`.
  public let clearKeys: [Int32]
  /// What becomes of each key, by number.
  let roles: [Roles]
  /// Where each key is among `sendKeys`, by number; -1 = nowhere.
  let sendPlaces: [Int32]

  /// What a rule does with a key.
  struct Roles: OptionSet {
    let rawValue: UInt8
    static let sends = Roles(rawValue: 1)
    static let clears = Roles(rawValue: 2)
    static let accepts = Roles(rawValue: 4)
  }

  /// Compiles `policy`. A policy's own list may name keys that the catalog does not know; they are
  /// numbered in `keys`.
  public init(_ policy: SettingsPolicy, keys: inout SettingsKeys) {
    self.policy = policy
    if case .list(let names) = policy.send { for name in names { _ = keys.numberAdding(name) } }
    let omitted = Self.omitted(by: policy, keys)
    let catalogKeys = (0..<keys.catalogCount).map(Int32.init)
    let synced = catalogKeys.filter { keys.isSynced[Int($0)] && !omitted.contains($0) }
    switch policy.send {
    case .all: sendKeys = catalogKeys.filter { !omitted.contains($0) }
    case .synced: sendKeys = synced
    case .list(let names):
      sendKeys = Set(names.map { keys.numberAdding($0) }).subtracting(omitted).sorted()
    }
    switch policy.clear {
    case .all: clearKeys = catalogKeys
    case .synced: clearKeys = synced
    case .none, .explicit: clearKeys = []
    }
    var roles = [Roles](repeating: [], count: keys.names.count)
    var sendPlaces = [Int32](repeating: -1, count: keys.names.count)
    for (place, key) in sendKeys.enumerated() {
      roles[Int(key)].insert(.sends)
      sendPlaces[Int(key)] = Int32(place)
    }
    for key in clearKeys { roles[Int(key)].insert(.clears) }
    for key in synced { roles[Int(key)].insert(.accepts) }
    self.roles = roles
    self.sendPlaces = sendPlaces
  }

  /// The keys that `policy` takes as not synced, whatever the catalog says.
  static func omitted(by policy: SettingsPolicy, _ keys: SettingsKeys) -> Set<Int32> {
    switch policy.omit {
    case .keys(let names): Set(names.compactMap { keys.number(of: $0) })
    case .entitlementKeys: Set(keys.entitlementKeys)
    }
  }

  /// Whether a sender under this rule sends `key`.
  public func sends(_ key: Int32) -> Bool { has(.sends, key) }

  /// Whether a receiver under this rule may clear `key` without being told to.
  public func clears(_ key: Int32) -> Bool { has(.clears, key) }

  /// Whether a receiver under this rule stores `key` when it arrives.
  public func accepts(_ key: Int32) -> Bool {
    switch policy.accept {
    case .all: true
    case .synced: has(.accepts, key)
    }
  }

  private func has(_ role: Roles, _ key: Int32) -> Bool {
    Int(key) < roles.count && roles[Int(key)].contains(role)
  }
}
