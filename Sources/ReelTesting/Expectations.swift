import ReelEvents
import ReelPolicies
public import ReelReplay
public import Testing

/// Expects that replaying `recording` under `policy` reproduces every outcome it holds.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectReproduced(
  _ recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try ReplayResult.run(recording.open, policy: recording.choice(policy))
  if let mismatch = result.verification.firstMismatch {
    Issue.record(
      """
      \(recording) under \(result.policy), \(mismatch.field) on \(mismatch.device) is not \
      reproduced: \(mismatch.message)
        \(recording.caption(of: mismatch.event))
      """, sourceLocation: sourceLocation)
  }
}

/// Expects that two rules never part in `recording`.
///
/// - Parameter from: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectSame(
  _ recording: Recording, from: String? = nil, to: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let diff = try DiffResult.run(
    recording.open, from: recording.choice(from), to: recording.choice(to))
  guard let first = diff.divergences.first else { return }
  let others = Int64(diff.divergences.count - 1) + diff.droppedCount
  Issue.record(
    """
    \(recording): \(diff.from) and \(diff.to) part in \(first.kind.rawValue)\
    \(first.key.map { " of \($0)" } ?? "") on \(first.device)\
    \(others > 0 ? ", and \(others) times more" : "")
      \(diff.from): \(first.from.shown)
      \(diff.to): \(first.to.shown)
    \(first.because.map { "  \(recording.caption(of: $0))" }.joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
}

/// Expects that the checks find exactly `checks` in `recording` under `policy`, each once or more.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectFindings(
  _ checks: Set<Check>, in recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try CheckResult.run(recording.open, policy: recording.choice(policy))
  let surplus = result.findings.filter { !checks.contains($0.check) }
  let found = Set(result.findings.map(\.check))
  let missing = Check.allCases.filter { checks.contains($0) && !found.contains($0) }
  report(
    surplus, missing.map(\.rawValue), in: recording, result, sourceLocation: sourceLocation)
}

/// Expects that the checks find nothing in `recording` under `policy`.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectNoFindings(
  in recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try CheckResult.run(recording.open, policy: recording.choice(policy))
  report(result.findings, [], in: recording, result, sourceLocation: sourceLocation)
}

/// Expects that the checks find exactly `findings` in `recording` under `policy`.
///
/// - Parameters:
///   - findings: each as scenarios have it, `CHECK[/SEVERITY] DEVICE [KEY]`:
///     `"entitlement-by-absence watch paidWatch"`.
///   - policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectFindings(
  exactly findings: [String], in recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try CheckResult.run(recording.open, policy: recording.choice(policy))
  let found = result.findings.map { (text: Expectations.ExpectedFinding($0).text, finding: $0) }
  let surplus = found.filter { !findings.contains($0.text) }.map(\.finding)
  let missing = findings.filter { text in !found.contains { $0.text == text } }
  report(surplus, missing, in: recording, result, sourceLocation: sourceLocation)
}

/// Tells of findings that nobody expects, each with its event, and of those that are missing.
private func report(
  _ surplus: [Finding], _ missing: [String], in recording: Recording, _ result: CheckResult,
  sourceLocation: SourceLocation
) {
  for finding in surplus {
    Issue.record(
      """
      \(recording) under \(result.policy): found \(Expectations.ExpectedFinding(finding).text), \
      not expected: \(finding.message)
        \(recording.caption(of: finding.event))
      """, sourceLocation: sourceLocation)
  }
  let found = result.findings.map {
    "\(Expectations.ExpectedFinding($0).text) at event \($0.event)"
  }
  for text in missing {
    Issue.record(
      """
      \(recording) under \(result.policy): expected \(text), not found
        found: \(found.isEmpty ? "nothing" : found.joined(separator: "; "))
      """, sourceLocation: sourceLocation)
  }
}

/// Expects that `device` ends with the settings `settings` stored, and no others.
///
/// - Parameters:
///   - settings: a JSON object, in the notation of recordings.
///   - policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, `PolicyError`, and `ParseError` of `settings`.
public func expectSettings(
  _ settings: String, on device: String, in recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let expected = try Value.parse(Array(settings.utf8))
  let last = try LastEvents.run(recording.open, policy: recording.choice(policy))
  let result = try ReplayResult.run(
    recording.open, policy: recording.choice(policy), watching: .state)
  let found = result.devices.first { $0.device == device }?.settings ?? ValueDictionary()
  guard let difference = Golden.firstDifference(expected, .dictionary(found)) else { return }
  let key = difference.steps.first ?? "the settings"
  Issue.record(
    """
    \(recording) under \(result.policy): \(device) ends with another \(key)
      expected: \(difference.expected.shown)
      found:    \(difference.found.shown)
      \(last.event(of: key, on: device).map(recording.caption) ?? "no event")
    """, sourceLocation: sourceLocation)
}

/// Expects that exactly the items `ids` are in a list on `device` at the end, in any order.
///
/// - Parameters:
///   - list: the list's name.
///   - device: the device; `cloud` for what the cloud holds.
///   - policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectListed(
  _ ids: [String], list: String = "notInterested", on device: String, in recording: Recording,
  under policy: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let choice = try recording.choice(policy)
  let result = try ReplayResult.run(recording.open, policy: choice, watching: .state)
  let lists = result.devices.first { $0.device == device }?.lists ?? []
  let found = lists.first { $0.name == list }?.ids ?? []
  let (missing, surplus) = (
    ids.filter { !found.contains($0) }, found.filter { !ids.contains($0) }
  )
  if missing.isEmpty && surplus.isEmpty { return }
  let last = try LastEvents.run(recording.open, policy: choice)
  Issue.record(
    """
    \(recording) under \(result.policy): \(device) ends with other items in \(list)
      missing:    \(missing.isEmpty ? "none" : missing.joined(separator: ", "))
      not wanted: \(surplus.isEmpty ? "none" : surplus.joined(separator: ", "))
      \(last.event(of: list, on: device).map(recording.caption) ?? "no event")
    """, sourceLocation: sourceLocation)
}
