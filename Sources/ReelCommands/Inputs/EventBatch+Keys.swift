import ReelEvents

extension EventBatch {
  /// Whether the event in `row` is about the key, rule or item `key`.
  func action(_ row: Int, names key: String) -> Bool {
    let isIt = { (name: Int32) in name >= 0 && self.bytes(names[Int(name)]).elementsEqual(key.utf8)
    }
    switch kinds[row] {
    case .storeSet, .storeRemove, .storeRead, .entitlementRead, .ruleRead: return isIt(keys[row])
    case .messageSent, .messageReceived:
      let message = messages[Int(details[row])]
      return isIt(message.key) || members[message.members].contains { isIt($0.key) }
    case .unknown: return false
    case .storeCleared, .storeApplied:
      return members[applies[Int(details[row])].members].contains { isIt($0.key) }
    case .storeLoaded, .storeRegister, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note:
      return events[Int(details[row])].action.keys.contains { $0.utf8.elementsEqual(key.utf8) }
    }
  }
}
