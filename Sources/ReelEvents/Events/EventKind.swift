/// What an event says happened: the word in a line's `event` member.
public enum EventKind: UInt8, Sendable, CaseIterable {
  case storeLoaded, storeRegister, storeSet, storeRemove, storeCleared, storeApplied, storeRead
  case entitlementRead, ruleRead
  case messageSent, messageReceived, messageFailed
  case deviceInstalled, deviceLaunched, deviceUpdated, deviceCrashed, deviceUninstalled
  case deviceLocked, deviceUnlocked, deviceAccount
  case recorderDropped, note
  /// A kind of a later format: kept and counted, never folded.
  case unknown

  /// The word of the file format, `store.set` and the like; empty for `unknown`.
  public var name: String { Self.names[Int(rawValue)] }

  /// The kind whose word is `name`; nil where this format has none.
  public init?(name: String) {
    guard !name.isEmpty, let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  private static let names = [
    "store.loaded", "store.register", "store.set", "store.remove", "store.cleared",
    "store.applied", "store.read", "entitlement.read", "rule.read", "message.sent",
    "message.received", "message.failed", "device.installed", "device.launched",
    "device.updated", "device.crashed", "device.uninstalled", "device.locked",
    "device.unlocked", "device.account", "recorder.dropped", "note", "",
  ]
}
