/// The link between a phone and its watch, with the names and types of `WCSession`, which satisfies
/// it as it is.
///
/// The context is one slot in each direction, replaced by each call, and not delivered again while
/// it is equal. User infos are a queue. Messages need the counterpart's app to be awake
/// (platform-semantics WC-01, WC-02).
public protocol WatchLink: AnyObject {
  /// What the system keeps of a transfer in its queue.
  associatedtype Transfer

  /// Whether the counterpart's app is awake, so that a message can be sent.
  var isReachable: Bool { get }
  /// The context sent last; empty before the first.
  var applicationContext: [String: Any] { get }
  /// The context received last; empty before the first.
  var receivedApplicationContext: [String: Any] { get }

  /// Replaces the context; it is delivered when there is an opportunity.
  /// - Throws: `WCError`, or `WatchLinkError` of a link of our own: the earlier context stays in
  ///   force.
  func updateApplicationContext(_ applicationContext: [String: Any]) throws
  /// Queues `userInfo`; user infos are delivered in the order sent.
  func transferUserInfo(_ userInfo: [String: Any]) -> Transfer
  /// Sends a message now; exactly one of the handlers is called, if it is there.
  func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)?)
}

/// A link that can also hurry what a watch face shows, as only a phone's can.
public protocol ComplicationLink: WatchLink {
  /// How many urgent transfers are left today; beyond them one is queued like any other.
  var remainingComplicationUserInfoTransfers: Int { get }
  /// Queues `userInfo` ahead of others.
  func transferCurrentComplicationUserInfo(_ userInfo: [String: Any]) -> Transfer
}

/// Why a link refused or lost a message, by the names and numbers of the platform's `WCError`
/// (platform-semantics WC-06).
public enum WatchLinkError: Int, Error, Sendable, CaseIterable {
  case genericError = 7001
  case sessionNotSupported, sessionMissingDelegate, sessionNotActivated, deviceNotPaired
  case watchAppNotInstalled, notReachable, invalidParameter, payloadTooLarge
  case payloadUnsupportedTypes, messageReplyFailed, messageReplyTimedOut, fileAccessDenied
  case deliveryFailed, insufficientSpace, sessionInactive, transferTimedOut
  case companionAppNotInstalled, watchOnlyApp

  /// The domain under which the platform numbers its errors.
  public static let domain = "WCErrorDomain"

  /// The error's name, as a recording has it.
  public var name: String { String(describing: self) }
}
