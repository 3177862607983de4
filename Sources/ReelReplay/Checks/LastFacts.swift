import ReelEvents
import ReelProjections

/// When something last happened, whatever a rule made of it: checkers of the same replay share it,
/// so that it is taken down once.
final class LastFacts {
  /// The event of the last fact that changed a device; 0 = none.
  @exclusivity(unchecked) private(set) var byDevice = NumberTable<Int64>(first: 0)
  /// The event of the last fact that set or removed a key; 0 = none.
  @exclusivity(unchecked) private(set) var byKey = NumberTable<Int64>(first: 0)
  /// Whether a device registered values since it was last launched, which a launch takes away.
  @exclusivity(unchecked) private var hasRegistered = NumberTable<Bool>(first: false)
  /// The last event.
  @exclusivity(unchecked) private(set) var event: Int64 = 0

  /// Takes note of `event`, which is of `kind`, before the checkers are asked about it.
  @inline(__always) func note(_ event: ResolvedEvent, as kind: EventKind) {
    self.event = event.number
    switch kind {
    case .storeSet, .storeRemove:
      switch event.store {
      case .defaults:
        byKey[event.key] = event.number
        byDevice[event.device] = event.number
      case .list: byDevice[event.device] = event.number
      case .kvs: break
      }
    case .storeRegister:
      hasRegistered[event.device] = true
      byDevice[event.device] = event.number
    case .deviceLaunched where hasRegistered[event.device]:
      hasRegistered[event.device] = false
      byDevice[event.device] = event.number
    case .storeLoaded, .deviceInstalled, .deviceUninstalled, .deviceLocked, .deviceUnlocked:
      byDevice[event.device] = event.number
    case .storeRead, .storeCleared, .storeApplied, .entitlementRead, .ruleRead, .messageSent,
      .messageReceived, .messageFailed, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }
}
