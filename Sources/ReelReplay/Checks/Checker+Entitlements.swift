import ReelEvents
import ReelPolicies
import ReelProjections

/// The reads of entitlement rules, device by device, and the facts that may explain a change.
struct EntitlementHistory {
  struct Reading: Hashable {
    var device: Int32
    var rule: Int32
  }

  struct Last {
    var answer: Bool?
    /// The event that sent the last message applied before the read; 0 = none.
    var informedAt: Int64
  }

  var lastReads: [Reading: Last] = [:]
  /// The event of the last fact that set or removed a key, by key.
  var lastFacts = EventNumbers()
  /// The event that sent the last message applied, by receiver.
  var informedAt = EventNumbers()
  /// The devices that have received something since their install.
  var hasReceived: Set<Int32> = []

  mutating func restart(_ device: Int32) {
    for reading in lastReads.keys where reading.device == device { lastReads[reading] = nil }
    informedAt[device] = 0
    hasReceived.remove(device)
  }
}

extension Checker {
  func observeAnswer(_ event: ResolvedEvent) {
    if world.outcome.gateOpened {
      for copy in copies.keys where copy.device == event.device {
        copies[copy]?.hasPulledValue = false
      }
    }
    guard let rule = world.vocabulary.catalogRule(event.key), !world.outcome.isUndecided else {
      return
    }
    for key in rule.keys { checkRead(of: key, event) }
    guard event.kind == .entitlementRead else { return }
    checkAbsence(event)
    checkFlip(event, rule)
  }

  private func checkAbsence(_ event: ResolvedEvent) {
    guard world.outcome.answer == true, world.outcome.answerIfAbsentWereFalse == false else {
      return
    }
    let rule = world.vocabulary.rules[event.key]
    let isFirst = !entitlements.hasReceived.contains(event.device)
    note(
      .entitlementByAbsence, as: isFirst ? .warning : .error, event.number, event.device, rule,
      "\(rule) grants only because keys it names are absent"
        + (isFirst ? "; nothing has been received since the install" : ""))
  }

  private func checkFlip(_ event: ResolvedEvent, _ rule: CompiledRule) {
    let reading = EntitlementHistory.Reading(device: event.device, rule: event.key)
    let answer = world.outcome.answer
    if let last = entitlements.lastReads[reading], last.answer != answer {
      let lastFact = rule.keys.map { entitlements.lastFacts[$0] }.max() ?? 0
      if lastFact <= last.informedAt || lastFact == 0 {
        note(
          .entitlementFlip, event.number, event.device, world.vocabulary.rules[event.key],
          "\(world.vocabulary.rules[event.key]) went from \(text(last.answer)) to "
            + "\(text(answer)), and no app had changed a key of it")
      }
    }
    entitlements.lastReads[reading] = EntitlementHistory.Last(
      answer: answer, informedAt: entitlements.informedAt[event.device])
  }

  private func text(_ answer: Bool?) -> String {
    switch answer {
    case true?: "yes"
    case false?: "no"
    case nil: "unknown"
    }
  }

  func observeRead(_ event: ResolvedEvent) {
    guard event.store == .defaults, !world.outcome.isUndecided else { return }
    checkRead(of: event.key, event)
  }

  /// A key that is not stored here, that a sender stores and its rule keeps to itself.
  private func checkRead(of key: Int32, _ event: ResolvedEvent) {
    guard world.device(event.device)?.storedValue(key) == 0 else { return }
    for sender in senders[event.device] ?? [] {
      guard let state = world.device(sender), state.isKnown, state.storedValue(key) != 0,
        !state.rule.sends(key)
      else { continue }
      note(
        .unsyncedKeyRead, event.number, event.device, self.key(key),
        "\(self.key(key)) is read and not stored here; \(name(sender)) stores it and does not "
          + "send it")
    }
  }
}
