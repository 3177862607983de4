import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// Why a command could not do what was asked, for the person who asked.
struct CommandFailure: Error, Equatable {
  /// The status the process ends with.
  var status: ExitStatus
  /// What was expected, what was found, where, and what to do; a sentence or a few.
  var message: String
  /// A command to run next; nil = the one that failed, which reproduces it.
  var next: String?

  init(_ status: ExitStatus, _ message: String, next: String? = nil) {
    self.status = status
    self.message = message
    self.next = next
  }

  /// What `error` means to whoever ran the command; nil where nothing has failed: the reader of a
  /// pipe went away.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let conflict as MergeConflict: self = conflict.failure
    case let error as LogError:
      guard let status = error.status else { return nil }
      self.init(status, error.description)
    case let error as ReplayError:
      self.init(.badData, "event \(error.event): \(error.message)")
    case let error as PolicyError: self.init(.usage, error.message)
    case let error as ScenarioError: self.init(.badData, error.description)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}

extension LogError {
  /// The exit status of this kind of failure; nil for a pipe that nobody reads any more.
  fileprivate var status: ExitStatus? {
    switch kind {
    case .noInput: .noInput
    case .notARecording, .damaged, .badLine, .newerFormat, .overLimit, .torn, .unsupported: .badData
    case .exists, .cannotCreate, .locked: .cannotCreate
    case .inputOutput: .inputOutput
    case .closedPipe: nil
    }
  }
}
