/// What one policy makes of one recording.
public struct MatrixCell: Sendable, Equatable {
  /// The whole cell in a word, the worst of what holds.
  public enum Verdict: String, Sendable, CaseIterable {
    /// The recording has nothing of what the policy decides: it says nothing of it.
    case unconcerned
    /// No step differs from the recording.
    case same
    /// Some step differs, and no check fails.
    case differs
    /// The recording does not tell: something that a check asks for, or a message that only this
    /// policy sends.
    case undecided
    /// A check fails with an error.
    case fails
  }

  /// What of the recording the policy decides, in the order of `MatrixRow.System.allCases`.
  public var systems: [MatrixRow.System]
  /// At how many steps it parts from the recording.
  public var divergenceCount: Int64
  /// What the checks find, by event.
  public var findings: [Finding]
  /// What the recording does not tell, as sentences.
  public var undecided: [String]

  /// A cell of its four parts.
  public init(
    systems: [MatrixRow.System], divergenceCount: Int64, findings: [Finding], undecided: [String]
  ) {
    self.systems = systems
    self.divergenceCount = divergenceCount
    self.findings = findings
    self.undecided = undecided
  }

  /// Whether the recording has anything of what the policy decides.
  public var isConcerned: Bool { !systems.isEmpty }

  /// The worst of what holds.
  public var verdict: Verdict {
    if !isConcerned { return .unconcerned }
    if !checks(.error).isEmpty { return .fails }
    if !undecided.isEmpty { return .undecided }
    return divergenceCount > 0 ? .differs : .same
  }

  /// The checks whose worst finding is of `severity`, in the order of `Check.allCases`; none where
  /// the policy decides nothing there.
  public func checks(_ severity: Severity) -> [Check] {
    guard isConcerned else { return [] }
    return Check.allCases.filter { check in
      findings.lazy.filter { $0.check == check }.map(\.severity).max() == severity
    }
  }

  /// The first finding that is an error; nil where there is none.
  public var firstError: Finding? {
    isConcerned ? findings.first { $0.severity == .error } : nil
  }
}
