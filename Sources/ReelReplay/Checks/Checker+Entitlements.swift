import ReelEvents
import ReelPolicies
import ReelProjections

/// A read of an entitlement rule.
struct RuleRead {
  var answer: Bool?
  /// The event that sent the last message applied before the read; 0 = none.
  var informedAt: Int64
}

extension Checker {
  func observeAnswer(_ event: ResolvedEvent) {
    if world.hasGateOpened {
      for copy in copies.keys where copy.device == event.device {
        copies[copy]?.hasPulledValue = false
      }
    }
    guard world.vocabulary.hasCatalogRule(event.key), !world.isUndecided else { return }
    if !devices[event.device].senders.isEmpty {
      for place in ruleKeys.places(of: event.key) { checkRead(of: ruleKeys[place], event) }
    }
    guard event.kind == .entitlementRead else { return }
    checkAbsence(event)
    checkFlip(event)
  }

  private func checkAbsence(_ event: ResolvedEvent) {
    guard world.givenAnswer == true, world.answerIfAbsentWereFalse == false else { return }
    noteAbsence(event)
  }

  @inline(never)
  private func noteAbsence(_ event: ResolvedEvent) {
    let isFirst = !devices[event.device].hasReceived
    note(
      .entitlementByAbsence, as: isFirst ? .warning : .error, event.number, event.device,
      .rule(event.key),
      "\(world.vocabulary.rules[event.key]) grants only because keys it names are absent"
        + (isFirst ? "; nothing has been received since the install" : ""))
  }

  private func checkFlip(_ event: ResolvedEvent) {
    let answer = world.givenAnswer
    if let last = lastReads[event.device, event.key], last.answer != answer {
      var lastFact: Int64 = 0
      for place in ruleKeys.places(of: event.key) {
        let key = ruleKeys[place]
        lastFact = max(lastFact, facts.byKey[key], foundChanges[key])
      }
      if lastFact <= last.informedAt || lastFact == 0 { noteFlip(from: last.answer, event) }
    }
    lastReads[event.device, event.key] = RuleRead(
      answer: answer, informedAt: devices[event.device].informedAt)
  }

  @inline(never)
  private func noteFlip(from last: Bool?, _ event: ResolvedEvent) {
    note(
      .entitlementFlip, event.number, event.device, .rule(event.key),
      "\(world.vocabulary.rules[event.key]) went from \(text(last)) to "
        + "\(text(world.givenAnswer)), and no app had changed a key of it")
  }

  private func text(_ answer: Bool?) -> String {
    switch answer {
    case true?: "yes"
    case false?: "no"
    case nil: "unknown"
    }
  }

  func observeRead(_ event: ResolvedEvent) {
    if devices[event.device].senders.isEmpty { return }
    guard event.store == .defaults, !world.isUndecided else { return }
    checkRead(of: event.key, event)
  }

  /// A key that is not stored here, that a sender stores and its rule keeps to itself.
  @inline(__always)
  private func checkRead(of key: Int32, _ event: ResolvedEvent) {
    if world.storedValue(of: key, on: event.device) == 0 { checkKept(key, event) }
  }

  @inline(never)
  private func checkKept(_ key: Int32, _ event: ResolvedEvent) {
    // By their places: going through the array itself counts a reference to it.
    for place in devices[event.device].senders.indices {
      let sender = devices[event.device].senders[place]
      if world.keepsToItself(key, on: sender) { noteKept(key, by: sender, event) }
    }
  }

  @inline(never)
  private func noteKept(_ key: Int32, by sender: Int32, _ event: ResolvedEvent) {
    note(
      .unsyncedKeyRead, event.number, event.device, .key(key),
      "\(self.key(key)) is read and not stored here; \(name(sender)) stores it and does not "
        + "send it")
  }
}
