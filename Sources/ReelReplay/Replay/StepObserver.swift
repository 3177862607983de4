public import ReelProjections

/// Something that watches a replay step by step: checks, differences, projections, fingerprints.
public protocol StepObserver: AnyObject {
  /// Takes note of what `event` came to; every world has been stepped.
  func observe(_ event: ResolvedEvent)
  /// Takes note that the recording is over.
  func finish()
}

extension Checker: StepObserver {}
