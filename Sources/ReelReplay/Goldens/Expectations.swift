public import ReelEvents
import ReelPolicies
import ReelProjections

/// What a scenario says must come out under one policy.
public struct Expectations: Sendable {
  /// A finding that is expected.
  public struct ExpectedFinding: Sendable, Equatable {
    /// The check's id.
    public var check: Check
    /// The severity, where it is said; nil = the check's usual one, or, of checks about sizes,
    /// whichever it is.
    public var severity: Severity?
    /// The device.
    public var device: String
    /// The key; nil = none.
    public var key: String?

    /// The expectation of one finding.
    public init(check: Check, severity: Severity?, device: String, key: String?) {
      self.check = check
      self.severity = severity
      self.device = device
      self.key = key
    }
  }

  /// What a device must end with.
  public struct ExpectedFinal: Sendable, Equatable {
    /// What is expected.
    public enum Content: Sendable, Equatable {
      case absent
      /// The ids in a list.
      case ids([String])
      case value(Value)
    }

    /// The device; `cloud` for what the cloud holds.
    public var device: String
    /// A list's name, a rule's, or a key's.
    public var what: String
    /// What it must be.
    public var content: Content

    /// The expectation of one final state.
    public init(device: String, what: String, content: Content) {
      self.device = device
      self.what = what
      self.content = content
    }
  }

  /// The whole set of findings; nil where the scenario says nothing of them.
  public var findings: [ExpectedFinding]?
  /// Final states that must hold.
  public var finals: [ExpectedFinal]

  /// The expectations under one policy.
  public init(findings: [ExpectedFinding]?, finals: [ExpectedFinal]) {
    self.findings = findings
    self.finals = finals
  }

  /// One expectation that is not met, or one finding that nobody expects.
  public struct Unmet: Sendable, Equatable {
    /// What is wrong, as a sentence.
    public var sentence: String
    /// What is expected.
    public var expected: String
    /// What there is.
    public var found: String
    /// The event of a finding that nobody expects.
    public var event: Int64?
    /// The final state that differs.
    public var final: ExpectedFinal?
  }

  /// What of the expectations `result` does not meet; empty when all is met.
  public func unmet(by result: ReplayResult) -> [Unmet] {
    unmetFindings(result) + finals.compactMap { unmet($0, result) }
  }

  private func unmetFindings(_ result: ReplayResult) -> [Unmet] {
    guard let findings else { return [] }
    var left = result.findings
    var unmet: [Unmet] = []
    for expected in findings {
      let matches = left.indices.filter { expected.isMet(by: left[$0]) }
      if matches.isEmpty {
        unmet.append(
          Unmet(
            sentence: "expected \(expected.text), not found", expected: expected.text,
            found: "none"))
      }
      for index in matches.reversed() { left.remove(at: index) }
    }
    for finding in left {
      let text = ExpectedFinding(finding).text
      unmet.append(
        Unmet(
          sentence: "found \(text) at event \(finding.event), not expected", expected: "none",
          found: text, event: finding.event))
    }
    return unmet
  }

  private func unmet(_ final: ExpectedFinal, _ result: ReplayResult) -> Unmet? {
    let found = result.final(final.what, on: final.device)
    if final.isMet(by: found) { return nil }
    let what = "\(final.device) \(final.what)="
    return Unmet(
      sentence: "expected \(what)\(final.content.text), found \(found.text)",
      expected: what + final.content.text, found: what + found.text, final: final)
  }
}

extension Expectations.ExpectedFinding {
  /// Checks about stamps, accounts and older messages find single keys; an expectation without a
  /// key stands for the device as a whole there.
  private var coversDevice: Bool {
    switch check {
    case .futureStamp, .accountCrossed, .staleOverwrite: key == nil
    default: false
    }
  }

  func isMet(by finding: Finding) -> Bool {
    check == finding.check && isSevere(finding) && device == finding.device
      && (coversDevice || key == finding.key)
  }

  private func isSevere(_ finding: Finding) -> Bool {
    if let severity { return severity == finding.severity }
    return check != .entitlementByAbsence || finding.severity == check.severity
  }

  /// The expectation that `finding` meets and no other one.
  public init(_ finding: Finding) {
    self.init(
      check: finding.check, severity: finding.severity, device: finding.device, key: finding.key)
  }

  /// As a scenario has it: `CHECK[/SEVERITY] DEVICE [KEY]`.
  public var text: String {
    let form = severity.map { $0 == check.severity ? "" : "/\($0.rawValue)" } ?? ""
    return "\(check.rawValue)\(form) \(device)" + (key.map { " \($0)" } ?? "")
  }
}

extension Expectations.ExpectedFinal {
  func isMet(by found: Content) -> Bool {
    switch (content, found) {
    case (.absent, .absent): true
    case (.value(let one), .value(let other)): one == other
    case (.ids(let one), .ids(let other)):
      one.sorted(by: utf8Precedes) == other.sorted(by: utf8Precedes)
    case (.absent, _), (.value, _), (.ids, _): false
    }
  }
}

extension Expectations.ExpectedFinal.Content {
  var text: String {
    switch self {
    case .absent: "absent"
    case .ids(let ids): "{\(ids.joined(separator: ","))}"
    case .value(let value): String(decoding: value.canonicalBytes, as: UTF8.self)
    }
  }
}

extension ReplayResult {
  /// What `what` is on `device` at the end: the ids of a list, the answer of a rule, or what a key
  /// reads as.
  public func final(
    _ what: String, on device: String
  ) -> Expectations.ExpectedFinal.Content {
    let vocabulary = world.vocabulary
    guard let number = vocabulary.processes.number(of: device) else { return .absent }
    if let rule = vocabulary.rules.number(of: what), vocabulary.catalogRule(rule) != nil {
      return world.answer(of: rule, on: number).map { .value(.bool($0)) } ?? .absent
    }
    if let list = vocabulary.lists.number(of: what) {
      if device == DeviceName.cloud.text {
        return world.cloudList(list).map { .ids($0) } ?? .absent
      }
      return .ids(world.device(vocabulary.owner(of: number))?.listed(list) ?? [])
    }
    guard let key = vocabulary.keys.number(of: what) else {
      return what == StoreName.notInterested.text && device != DeviceName.cloud.text
        ? .ids([]) : .absent
    }
    return vocabulary.values.value(of: world.effectiveValue(of: key, on: number))
      .map { .value($0) } ?? .absent
  }
}
