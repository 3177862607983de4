/// How settings travel from a phone to a watch: independent switches, so that every wrong
/// combination has a name and can be shown to be wrong.
public struct SettingsPolicy: Sendable, Equatable {
  /// Which keys a sender sends.
  public enum Send: Sendable, Equatable {
    /// Every key of the catalog.
    case all
    /// The keys that the catalog syncs.
    case synced
    /// The keys named, known to the catalog or not.
    case list([String])
  }

  /// Which keys are taken as not synced, whatever the catalog says.
  public enum Omission: Sendable, Equatable {
    case keys([String])
    /// Every key that an entitlement rule of the catalog names.
    case entitlementKeys
  }

  /// Whether a value that is only registered travels as if it were stored.
  public enum RegisteredDefaults: String, Sendable, CaseIterable { case sent, withheld }

  /// Which keys a receiver removes.
  public enum Clear: String, Sendable, CaseIterable {
    /// Every key of the catalog.
    case all
    /// The keys that the catalog syncs.
    case synced
    case none
    /// The keys that the sender lists as removed.
    case explicit
  }

  /// Which arriving keys a receiver stores.
  public enum Accept: String, Sendable, CaseIterable { case all, synced }

  /// Which half of applying a message comes first.
  public enum Apply: String, Sendable, CaseIterable { case clearFirst, setFirst }

  /// How a receiver tells an older message from a newer one.
  public enum Order: String, Sendable, CaseIterable { case arrival, numbered }

  /// What happens while the device is locked.
  public enum Locked: String, Sendable, CaseIterable { case proceed, hold }

  /// Which keys a sender sends.
  public var send: Send
  /// Keys taken as not synced by this policy, for sending, clearing and accepting.
  public var omit: Omission = .keys([])
  /// Whether values that are only registered travel.
  public var registeredDefaults: RegisteredDefaults = .sent
  /// Which keys a receiver removes.
  public var clear: Clear
  /// Which arriving keys a receiver stores.
  public var accept: Accept
  /// Which half of an apply comes first.
  public var apply: Apply = .clearFirst
  /// How older messages are told from newer ones.
  public var order: Order = .arrival
  /// What happens while the device is locked.
  public var locked: Locked = .proceed

  /// A policy of the three main switches; the others as the old behavior had them.
  public init(send: Send, clear: Clear, accept: Accept) {
    self.send = send
    self.clear = clear
    self.accept = accept
  }
}
