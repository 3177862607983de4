import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

extension RecordingInput {
  /// The choices of `texts`, as `policy` has them; what they name and the session does not have is
  /// told on standard error.
  /// - Throws: `CommandFailure`, `PolicyError`, and what its reader throws.
  func policies(_ texts: [String?], _ console: Console) throws -> [PolicyChoice] {
    let choices = try texts.map(policy)
    try console.note(review(choices).remarks)
    return choices
  }

  /// The choice of `text`, whose names may be the scenario's or files; nil = as recorded.
  /// - Throws: `CommandFailure`, `PolicyError`.
  func policy(_ text: String?) throws -> PolicyChoice {
    var named = definedPolicies
    if let recorded = header.recordedUnder {
      named += try PolicyFiles.policies(in: recorded, besides: named)
      do {
        _ = try PolicyArgument(recorded, named: named)
      } catch {
        throw CommandFailure(.badData, "\(path) was recorded under \(recorded): \(error.message)")
      }
    }
    if let text {
      named += try PolicyFiles.policies(in: text, besides: named)
      _ = try PolicyArgument(text, named: named)
    }
    return PolicyChoice(text, named: named)
  }

  /// Holds `choices` against it.
  /// - Parameter scenario: the scenario that defines some of their policies, where it is another
  ///   file.
  /// - Throws: what its reader throws.
  func review(
    _ choices: [PolicyChoice], definedBy scenario: PolicyReview.Definitions? = nil
  ) throws -> PolicyReview {
    try PolicyReview(
      choices, header: header, catalog: catalog ?? header.catalog,
      definedBy: scenario ?? (definedPolicies, path), openToLook)
  }
}
