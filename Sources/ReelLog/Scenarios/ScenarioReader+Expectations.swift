import ReelEvents

/// What a scenario expects of policies.
extension ScenarioReader {
  /// `expect POLICY: CHECK DEVICE KEY; …`, or `none`
  func readExpectation(
    _ text: ScenarioText, from start: Int
  ) throws(ScenarioFault) -> ScenarioExpectation {
    let (policy, rest) = try policyAndRest(
      of: text, from: start, form: "expect POLICY: CHECK DEVICE [KEY]; …")
    if text.text(rest) == "none" { return ScenarioExpectation(policy: policy, findings: []) }
    var findings: [ExpectedFinding] = []
    for part in text.parts(of: rest, separator: UInt8(ascii: ";")) {
      findings.append(try finding(text, part))
    }
    return ScenarioExpectation(policy: policy, findings: findings)
  }

  /// `final POLICY: DEVICE WHAT=STATE; …`
  func readFinal(_ text: ScenarioText, from start: Int) throws(ScenarioFault) -> ScenarioFinal {
    let (policy, rest) = try policyAndRest(
      of: text, from: start, form: "final POLICY: DEVICE WHAT=STATE; …")
    var states: [ExpectedState] = []
    for part in text.parts(of: rest, separator: UInt8(ascii: ";")) {
      states.append(try state(text, part))
    }
    return ScenarioFinal(policy: policy, states: states)
  }

  private func policyAndRest(
    of text: ScenarioText, from start: Int, form: String
  ) throws(ScenarioFault) -> (policy: String, rest: Range<Int>) {
    let content = text.content(from: start)
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: content) else {
      throw fault(form, found: "no `:`")
    }
    let policy = text.text(text.trim(content.lowerBound..<colon))
    let rest = text.trim(colon + 1..<content.upperBound)
    guard !policy.isEmpty, !rest.isEmpty else { throw fault(form, found: "less than that") }
    return (policy, rest)
  }

  private func finding(
    _ text: ScenarioText, _ part: Range<Int>
  ) throws(ScenarioFault) -> ExpectedFinding {
    let words = text.text(part).split(separator: " ").map(String.init)
    guard 2...3 ~= words.count else {
      throw fault("CHECK DEVICE [KEY]", found: "another number of words")
    }
    let warning = "/warning"
    let isWarning = words[0].hasSuffix(warning)
    let check = isWarning ? String(words[0].dropLast(warning.count)) : words[0]
    let key = words.count == 3 && words[2] != "-" ? words[2] : nil
    return ExpectedFinding(
      check: check, isWarning: isWarning, device: DeviceName(words[1]), key: key)
  }

  private func state(
    _ text: ScenarioText, _ part: Range<Int>
  ) throws(ScenarioFault) -> ExpectedState {
    guard let space = text.firstIndex(of: UInt8(ascii: " "), in: part),
      let equals = text.firstIndex(of: UInt8(ascii: "="), in: space..<part.upperBound)
    else { throw fault("DEVICE WHAT=STATE", found: "another text") }
    let what = text.text(text.trim(space..<equals))
    let value = text.trim(equals + 1..<part.upperBound)
    guard !what.isEmpty, !value.isEmpty else {
      throw fault("DEVICE WHAT=STATE", found: "less than that")
    }
    return ExpectedState(
      device: DeviceName(text.text(part.lowerBound..<space)), what: what,
      state: try state(text, value: value))
  }

  private func state(
    _ text: ScenarioText, value: Range<Int>
  ) throws(ScenarioFault) -> ExpectedState.State {
    if text.text(value) == "absent" { return .absent }
    if let members = text.members(of: value) { return .members(members) }
    do throws(ParseError) {
      return .value(try text.value(of: value))
    } catch {
      throw fault(error.expected, found: error.found)
    }
  }
}

extension ScenarioText {
  /// The bare words of `{a,b}`, sorted; nil where `range` is no such set.
  fileprivate func members(of range: Range<Int>) -> [String]? {
    guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "{"),
      bytes[range.upperBound - 1] == UInt8(ascii: "}")
    else { return nil }
    let inside = trim(range.lowerBound + 1..<range.upperBound - 1)
    if inside.isEmpty { return [] }
    guard bytes[inside.lowerBound] != UInt8(ascii: "\"") else { return nil }
    return parts(of: inside, separator: UInt8(ascii: ",")).map(text).sorted(by: utf8Precedes)
  }
}
