public import ReelEvents

/// Whoever watches a live service at work: a recorder, or nobody.
///
/// A witness sees what stores and links cannot show: which writes are a message's doing, what a
/// rule held back, and which question a read answers.
public protocol SyncWitness: AnyObject, Sendable {
  /// Runs `body` as one step: nothing else is taken down between its beginning and its end, and all
  /// that happens in it happens at the instant that it is given.
  ///
  /// Steps may stand inside each other; the outermost counts.
  func asOneStep<Result>(_ body: (Instant) throws -> Result) rethrows -> Result

  /// Takes down that `action` happened here.
  func record(_ action: Action)

  /// Takes on a store: `content`, the events that say what it holds, is taken down now, and again
  /// wherever events are missing.
  func takeOn(_ content: @escaping () -> [Action])

  /// A name for a message that leaves here.
  func nextMessage() -> String

  /// A name for a message that came and bears none.
  func nextForeignMessage() -> String

  /// Takes down an attempt to send that the rule held back.
  func heldBack(_ channel: Channel, to device: DeviceName, because reason: Suppression)

  /// Takes down that `payload` has come; the writes of the rest of the step are its doing.
  /// - Parameter suppressed: why the rule applies nothing of it; nil where it does.
  func received(_ payload: [String: Any], over channel: Channel, suppressed: Suppression?)
}
