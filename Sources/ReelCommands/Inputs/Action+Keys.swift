import ReelEvents

extension Action {
  /// The settings keys, items and rules that the action names.
  var keys: [String] {
    switch self {
    case .storeLoaded(_, let values), .storeRegister(let values), .storeApplied(_, _, let values):
      values.members.map(\.key)
    case .storeCleared(_, _, let keys): keys
    case .storeSet(_, let key, _), .storeRemove(_, let key), .storeRead(_, let key, _): [key]
    case .entitlementRead(let rule, _), .ruleRead(let rule, _): [rule]
    case .messageSent(let message): [message.key].compactMap(\.self) + message.payload.keys
    case .messageReceived(let message): [message.key].compactMap(\.self) + message.payload.keys
    case .messageFailed, .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note,
      .unknown:
      []
    }
  }
}

extension Value? {
  fileprivate var keys: [String] {
    if case .dictionary(let members)? = self { members.members.map(\.key) } else { [] }
  }
}
