import ReelEvents
import ReelProjections

/// When something last happened, whatever a rule made of it: checkers of the same replay share it,
/// so that it is taken down once.
final class LastFacts {
  /// The event of the last fact that changed a device; 0 = none.
  @exclusivity(unchecked) private(set) var byDevice = NumberTable<Int64>(first: 0)
  /// The event of the last fact that set or removed a key; 0 = none.
  @exclusivity(unchecked) private(set) var byKey = NumberTable<Int64>(first: 0)
  /// The last event.
  @exclusivity(unchecked) private(set) var event: Int64 = 0

  /// Takes note of `event`, before the checkers are asked about it.
  func note(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove:
      switch event.store {
      case .defaults: noteSettingsEdit(event)
      case .list: noteChange(event)
      case .kvs: self.event = event.number
      }
    case .storeLoaded, .storeRegister, .deviceInstalled, .deviceUninstalled, .deviceLocked,
      .deviceUnlocked:
      noteChange(event)
    case .storeRead, .storeCleared, .storeApplied, .entitlementRead, .ruleRead, .messageSent,
      .messageReceived, .messageFailed, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceAccount, .recorderDropped, .note, .unknown:
      self.event = event.number
    }
  }

  /// As `note`, of a read.
  @inline(__always) func noteRead(_ event: ResolvedEvent) { self.event = event.number }

  /// As `note`, of an edit of settings.
  @inline(__always) func noteSettingsEdit(_ event: ResolvedEvent) {
    byKey[event.key] = event.number
    noteChange(event)
  }

  @inline(__always) private func noteChange(_ event: ResolvedEvent) {
    byDevice[event.device] = event.number
    self.event = event.number
  }
}

extension ResolvedEvent {
  /// Whether it is an edit of a settings store.
  @inline(__always) var isSettingsEdit: Bool {
    switch kind {
    case .storeSet, .storeRemove: if case .defaults = store { true } else { false }
    default: false
    }
  }
}
