import ReelEvents
import ReelLog

/// Where a recorder's lines go: on their way to a file, or into a ring in memory.
protocol LineKeeper: AnyObject, Sendable {
  /// Takes the line of the event `action` at `instant`, if it shows no more than `showing`. There
  /// is no room either where nothing is taken any more.
  func offer(
    _ action: Action, at instant: Instant, showing: LineEncoder.Showing
  ) -> LineRun.Reception

  /// Whether there is room enough to tell of what found none.
  var hasRoom: Bool { get }

  /// Whether what follows should begin with the whole content of the stores, which `begin` takes.
  var wantsContent: Bool { get }

  /// Takes the content of the stores at `instant` as what the lines that follow build upon.
  func begin(with content: [Action], at instant: Instant)

  /// Writes what waits, so that it can be read even if the process dies now.
  /// - Throws: `inputOutput`: why something still waits; it is tried again.
  func flush() throws(LogError)

  /// Makes a whole recording of everything so far at `path`, which must be free.
  /// - Throws: `exists`, `cannotCreate`, `unsupported`, `inputOutput`.
  func export(to path: String) throws(LogError)

  /// Ends the file; nothing is taken afterwards. A second call does nothing.
  /// - Throws: `inputOutput`: why the file has no end, or lacks the last lines.
  func finish() throws(LogError)
}
