import ReelEvents

/// What a device does, in shorthand: `DEVICE verb …`.
extension ScenarioReader {
  /// Reads a line of shorthand; nil for one that only sets a clock.
  mutating func readShorthand(_ text: ScenarioText) throws(ScenarioFault) -> Event? {
    let words = try self.words(of: text)
    let device = DeviceName(words[0].text)
    guard words.count > 1 else {
      throw fault("a device and a verb", found: "`\(device)` alone", suggestion: nil)
    }
    guard let verb = ScenarioVerb(rawValue: words[1].text) else { throw unknownVerb(words[1].text) }
    var arguments = ScenarioArguments(verb: verb, words: words[2...], text: text, line: line)
    switch verb {
    case .installs, .launches, .updates, .uninstalls, .locks, .unlocks, .crashes, .uses:
      return try lifeEvent(device, &arguments)
    case .registers, .loads, .sets, .removes, .fills, .reads, .dismisses, .undoes:
      return try storeEvent(device, &arguments)
    case .checks, .is: return try answerEvent(device, &arguments)
    case .sends, .receives, .fails, .pushes, .pulls: return try messageEvent(device, &arguments)
    case .clock:
      try setClock(of: device, &arguments)
      return nil
    }
  }

  /// The event `action` at the time of this line, or at the line's field `at`.
  /// Everything else about the line must have been found right before.
  mutating func event(
    _ device: DeviceName, _ arguments: ScenarioArguments, _ action: Action
  ) throws(ScenarioFault) -> Event {
    if let at = try arguments.field("at") { try moveClock(to: at, on: device) }
    lastDevice = device
    return Event(at: clock.tick(on: device), device: device, action: action)
  }

  /// Moves to `time`, which is absolute or, with its sign, relative.
  mutating func moveClock(to time: String, on device: DeviceName) throws(ScenarioFault) {
    if let move = ScenarioQuantities.duration(time), move >= 0 {
      return try moveClock(by: move)
    }
    guard let instant = Instant(text: time) else {
      throw fault("a time such as `2026-01-01T00:00:00Z` or `+5s`", found: "other text")
    }
    if !clock.move(to: instant, on: device) { throw tooFar }
  }

  mutating func moveClock(by microseconds: Int64) throws(ScenarioFault) {
    if !clock.move(by: microseconds) { throw tooFar }
  }

  private var tooFar: ScenarioFault {
    fault("a time within 900 years of 2026", found: "one that is further away")
  }

  private func unknownVerb(_ word: String) -> ScenarioFault {
    let verbs = ScenarioVerb.allCases.map(\.rawValue)
    return fault(
      "a verb (\(verbs.joined(separator: ", ")))", found: "`\(word)`",
      suggestion: nearest(to: word, in: verbs))
  }

  private mutating func setClock(
    of device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) {
    guard let offset = ScenarioQuantities.duration(try arguments.name("TIME")) else {
      throw fault(ScenarioQuantities.durationForm, found: "other text")
    }
    try arguments.finish()
    clock.setOffset(of: device, to: offset)
  }

  private mutating func lifeEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    switch arguments.verb {
    case .installs, .launches, .updates:
      let version = try arguments.nameIfPresent()
      try arguments.takeFields("version", "policy")
      let versionField = try arguments.field("version")
      let action = versionedAction(
        arguments.verb, version: version ?? versionField, policy: try arguments.field("policy"))
      return try event(device, arguments, action)
    case .uses:
      let isSignedOut = try arguments.skipIfPresent("no")
      try arguments.skip("account")
      let account = isSignedOut ? nil : try arguments.name("NAME")
      try arguments.takeFields()
      return try event(device, arguments, .deviceAccount(account: account))
    default:
      try arguments.takeFields()
      return try event(device, arguments, plainAction(arguments.verb))
    }
  }

  private func versionedAction(
    _ verb: ScenarioVerb, version: String?, policy: String?
  ) -> Action {
    switch verb {
    case .installs: .deviceInstalled(version: version, policy: policy)
    case .launches: .deviceLaunched(version: version, policy: policy)
    default: .deviceUpdated(version: version, policy: policy)
    }
  }

  private func plainAction(_ verb: ScenarioVerb) -> Action {
    switch verb {
    case .uninstalls: .deviceUninstalled
    case .locks: .deviceLocked
    case .unlocks: .deviceUnlocked
    default: .deviceCrashed
    }
  }

  private mutating func answerEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    if arguments.verb == .is {
      let answer = try proAnswer(try arguments.name("pro, free or unknown"))
      try arguments.takeFields()
      return try event(device, arguments, .entitlementRead(rule: "pro", answer: answer))
    }
    let name = try arguments.name("RULE")
    try arguments.takeFields("answer")
    let answer = try arguments.flag("answer")
    guard let rule = catalog.rule(name) else {
      if answer == nil { note("the catalog has no rule `\(name)`: unknown", of: "rule \(name)") }
      return try event(device, arguments, .entitlementRead(rule: name, answer: answer))
    }
    if answer != nil { throw outcome("answer") }
    let action: Action =
      rule.isEntitlement
      ? .entitlementRead(rule: name, answer: nil) : .ruleRead(rule: name, answer: nil)
    return try event(device, arguments, action)
  }

  private func proAnswer(_ word: String) throws(ScenarioFault) -> Bool? {
    switch word {
    case "pro": return true
    case "free": return false
    case "unknown": return nil
    default:
      throw fault(
        "pro, free or unknown", found: "`\(word)`",
        suggestion: nearest(to: word, in: ["pro", "free", "unknown"]))
    }
  }

  /// The fault that a line says what only a rule can make of it.
  func outcome(_ field: String) -> ScenarioFault {
    fault("facts only", found: "the outcome `\(field)`, which the policy makes")
  }
}
