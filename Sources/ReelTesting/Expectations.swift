import ReelEvents
import ReelPolicies
public import ReelReplay
public import Testing

/// Expects that replaying `recording` under `policy` reproduces every outcome it holds.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectReproduced(
  _ recording: RecordingFile, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try ReplayResult.run(recording.open, policy: PolicyChoice(policy))
  if let mismatch = result.verification.firstMismatch {
    Issue.record(
      """
      \(recording), event \(mismatch.event) on \(mismatch.device): \(mismatch.field) differs: \
      \(mismatch.message)
      """, sourceLocation: sourceLocation)
  }
}

/// Expects that two rules never part in `recording`.
///
/// - Parameter from: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectSame(
  _ recording: RecordingFile, from: String? = nil, to: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let diff = try DiffResult.run(
    recording.open, from: PolicyChoice(from), to: PolicyChoice(to))
  if let first = diff.divergences.first {
    Issue.record(
      """
      \(recording), event \(first.event) on \(first.device): \(diff.from) and \(diff.to) part in \
      \(first.kind.rawValue)\(first.key.map { " of \($0)" } ?? ""), because of events \
      \(first.because)
      """, sourceLocation: sourceLocation)
  }
}

/// Expects that the checks find exactly `checks` in `recording` under `policy`, each once or more.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectFindings(
  _ checks: Set<Check>, in recording: RecordingFile, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try CheckResult.run(recording.open, policy: PolicyChoice(policy))
  for finding in result.findings where !checks.contains(finding.check) {
    Issue.record(
      """
      \(recording), event \(finding.event) on \(finding.device): \(finding.check.rawValue): \
      \(finding.message)
      """, sourceLocation: sourceLocation)
  }
  let found = Set(result.findings.map(\.check))
  for check in Check.allCases where checks.contains(check) && !found.contains(check) {
    Issue.record(
      "\(recording): expected \(check.rawValue), not found", sourceLocation: sourceLocation)
  }
}

/// Expects that the checks find nothing in `recording` under `policy`.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectNoFindings(
  in recording: RecordingFile, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectFindings([], in: recording, under: policy, sourceLocation: sourceLocation)
}
