import ReelEvents
import ReelPolicies
import ReelProjections

/// The reads of entitlement rules, device by device, and the facts that may explain a change.
struct EntitlementHistory {
  struct Last {
    var answer: Bool?
    /// The event that sent the last message applied before the read; 0 = none.
    var informedAt: Int64
  }

  /// The last read of each rule, by device, then by rule.
  var lastReads = NumberTable<NumberTable<Last>>()
  /// The event of the last fact that set or removed a key, by key.
  var lastFacts = EventNumbers()
  /// The event that sent the last message applied, by receiver.
  var informedAt = EventNumbers()
  /// The devices that have received something since their install.
  var hasReceived = NumberTable<Bool>()

  mutating func restart(_ device: Int32) {
    lastReads[device] = nil
    informedAt[device] = 0
    hasReceived[device] = nil
  }
}

extension Checker {
  func observeAnswer(_ event: ResolvedEvent) {
    if world.hasGateOpened {
      for copy in copies.keys where copy.device == event.device {
        copies[copy]?.hasPulledValue = false
      }
    }
    guard let rule = world.vocabulary.catalogRule(event.key), !world.isUndecided else {
      return
    }
    for key in rule.keys { checkRead(of: key, event) }
    guard event.kind == .entitlementRead else { return }
    checkAbsence(event)
    checkFlip(event, rule)
  }

  private func checkAbsence(_ event: ResolvedEvent) {
    guard world.givenAnswer == true, world.outcome.answerIfAbsentWereFalse == false else {
      return
    }
    let isFirst = entitlements.hasReceived[event.device] == nil
    note(
      .entitlementByAbsence, as: isFirst ? .warning : .error, event.number, event.device,
      .rule(event.key),
      "\(world.vocabulary.rules[event.key]) grants only because keys it names are absent"
        + (isFirst ? "; nothing has been received since the install" : ""))
  }

  private func checkFlip(_ event: ResolvedEvent, _ rule: CompiledRule) {
    let answer = world.givenAnswer
    if let last = entitlements.lastReads[event.device]?[event.key], last.answer != answer {
      let lastFact = rule.keys.map { entitlements.lastFacts[$0] }.max() ?? 0
      if lastFact <= last.informedAt || lastFact == 0 {
        note(
          .entitlementFlip, event.number, event.device, .rule(event.key),
          "\(world.vocabulary.rules[event.key]) went from \(text(last.answer)) to "
            + "\(text(answer)), and no app had changed a key of it")
      }
    }
    entitlements.lastReads[event.device, default: NumberTable()][event.key] =
      EntitlementHistory.Last(
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
    guard event.store == .defaults, !world.isUndecided else { return }
    checkRead(of: event.key, event)
  }

  /// A key that is not stored here, that a sender stores and its rule keeps to itself.
  private func checkRead(of key: Int32, _ event: ResolvedEvent) {
    guard world.storedValue(of: key, on: event.device) == 0 else { return }
    for sender in senders[event.device] ?? [] {
      guard world.storedValue(of: key, on: sender) != 0, let state = world.device(sender),
        state.isKnown, !state.rule.sends(key)
      else { continue }
      note(
        .unsyncedKeyRead, event.number, event.device, .key(key),
        "\(self.key(key)) is read and not stored here; \(name(sender)) stores it and does not "
          + "send it")
    }
  }
}
