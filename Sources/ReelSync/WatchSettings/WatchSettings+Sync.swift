public import ReelEvents
import ReelFoundation
import ReelPolicies
import ReelSeams

extension WatchSettings {
  /// What the phone sends now, under the policy: settings, and what the policy lets ride along.
  ///
  /// Making a payload counts as sending it: a numbered policy numbers it, an explicit one takes it
  /// for what the watch holds. Complexity: O(size of the store).
  public func syncPayload() -> [String: Any] { payload(under: rule) }

  /// Brings the store to what a payload says, under the policy.
  /// - Parameter channel: the way it came.
  ///
  /// What the policy refuses, such as an older message than the last, changes nothing.
  /// Complexity: O(size of the store).
  public func applySyncPayload(_ payload: [String: Any], over channel: Channel = .context) {
    apply(payload, over: channel, under: rule)
  }

  /// What the old app sent: every key it knows, registered defaults too.
  public func legacySyncPayload() -> [String: Any] { payload(under: legacyRule) }

  /// What the old app did on arrival: remove every key it knows, then set whatever came.
  public func legacyApplySyncPayload(
    _ payload: [String: Any], over channel: Channel = .context
  ) {
    apply(payload, over: channel, under: legacyRule)
  }
}

extension WatchSettings {
  private func payload(under rule: SettingsRule) -> [String: Any] {
    witness.asOneStep { now in
      var numbers = ValueNumbers()
      let stored = numbers.cells(rule.sendKeys, of: storedObjects, names: keys.names)
      let registered = numbers.cells(
        rule.sendKeys, of: defaults.dictionaryRepresentation(), names: keys.names)
      let make = { (memory: inout SettingsMemory) in
        rule.payload(
          stored: stored, registered: registered, memory: &memory.sender,
          clockMilliseconds: now.milliseconds)
      }
      var none = SettingsMemory()
      let payload = rule.remembersSends ? remembering(make) : make(&none)
      let members = payload.members(names: keys.names) { numbers.value(of: $0) }
      guard let list = members.propertyList else {
        preconditionFailure("what a store holds is not withheld")
      }
      return list
    }
  }

  private func apply(_ payload: [String: Any], over channel: Channel, under rule: SettingsRule) {
    witness.asOneStep { _ in
      var keys = keys
      var numbers = ValueNumbers()
      guard let members = ValueDictionary(propertyList: payload) else {
        return witness.received(payload, over: channel, suppressed: .undecodable)
      }
      let message = SettingsPayload(
        members, key: { keys.numberAdding($0) }, value: { numbers.number(of: $0) })
      let refusal = refusal(of: message, under: rule)
      witness.received(payload, over: channel, suppressed: refusal)
      if refusal != nil { return }
      let stored = numbers.cells(
        rule.clearKeys + message.removed + message.keys, of: storedObjects, names: keys.names)
      perform(rule.effect(of: message, on: stored), names: keys.names, numbers)
    }
  }

  /// Why the rule applies nothing of a message; nil where it does.
  private func refusal(of message: SettingsPayload, under rule: SettingsRule) -> Suppression? {
    if isOnHold(under: rule) { return .locked }
    switch rule.policy.order {
    case .arrival: return nil
    case .numbered: return remembering { $0.receiver.admits(message) } ? nil : .older
    }
  }

  private func perform(_ effect: SettingsEffect, names: [String], _ numbers: ValueNumbers) {
    let clear = {
      for key in effect.cleared { self.defaults.removeObject(forKey: names[Int(key)]) }
    }
    let set = {
      for setting in effect.applied {
        let object = numbers.value(of: setting.value)?.propertyList
        self.defaults.set(object, forKey: names[Int(setting.key)])
      }
    }
    switch effect.order {
    case .clearFirst:
      clear()
      set()
    case .setFirst:
      set()
      clear()
    }
  }

  /// What is stored, without what is registered.
  private var storedObjects: [String: Any] {
    defaults.persistentDomain(forName: place.domain) ?? [:]
  }
}

extension SettingsRule {
  /// Whether what it sends depends on what it sent before.
  fileprivate var remembersSends: Bool {
    policy.clear == .explicit || policy.order == .numbered
  }
}
