import Foundation
public import ReelEvents
import ReelFoundation
public import ReelSeams

/// A watch link that records what is sent over it; the app uses it as it used the other.
///
/// What arrives is handed to the app's delegate, and taken down when a service applies it or when
/// the app tells the recorder.
public final class RecordingWatchLink<Base: WatchLink>: WatchLink {
  private let base: Base
  private let counterpart: DeviceName
  private let recorder: Recorder
  /// Whether the recording tells the context in force.
  private var isContextKnown = false

  /// Records what is sent over `base` to `counterpart`.
  public init(_ base: Base, to counterpart: DeviceName, recorder: Recorder) {
    self.base = base
    self.counterpart = counterpart
    self.recorder = recorder
  }

  /// Whether the counterpart's app is awake.
  public var isReachable: Bool { base.isReachable }

  /// The context sent last, as the app made it.
  public var applicationContext: [String: Any] {
    MessageRider.removing(from: base.applicationContext)
  }

  /// The context received last, as the counterpart's app made it.
  public var receivedApplicationContext: [String: Any] {
    MessageRider.removing(from: base.receivedApplicationContext)
  }

  /// Replaces the context; one that equals the last is taken down as not sent, with its payload
  /// where the last was sent before the recording began.
  /// - Throws: what the link throws, once that is taken down.
  public func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    try recorder.asOneStep { _ in
      let id = recorder.nextMessage()
      let last = base.applicationContext
      let isEqual =
        !last.isEmpty
        && ValueDictionary(propertyList: MessageRider.removing(from: last))
          == ValueDictionary(propertyList: applicationContext)
      do {
        try base.updateApplicationContext(
          isEqual ? last : MessageRider.adding(id, to: applicationContext))
      } catch {
        record(id, .context, applicationContext)
        recordFailure(id, error)
        throw error
      }
      record(id, .context, applicationContext, suppressed: isEqual ? .equal : nil)
      isContextKnown = true
    }
  }

  /// Queues `userInfo`.
  public func transferUserInfo(_ userInfo: [String: Any]) -> Base.Transfer {
    queueing(.userInfo, userInfo) { base.transferUserInfo($0) }
  }

  /// Sends a message now.
  public func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)?
  ) {
    recorder.asOneStep { _ in
      let id = recorder.nextMessage()
      record(id, .message, message)
      base.sendMessage(
        MessageRider.adding(id, to: message), replyHandler: replyHandler,
        errorHandler: { [self] error in
          recordFailure(id, error)
          errorHandler?(error)
        })
    }
  }

  /// To be called when the system says that a queued transfer of `userInfo` has failed.
  public func transferFailed(_ userInfo: [String: Any], error: any Error) {
    guard let id = MessageRider.message(of: userInfo) else { return }
    recordFailure(id, error)
  }
}

extension RecordingWatchLink: ComplicationLink where Base: ComplicationLink {
  /// How many urgent transfers are left today.
  public var remainingComplicationUserInfoTransfers: Int {
    base.remainingComplicationUserInfoTransfers
  }

  /// Queues `userInfo` ahead of others.
  public func transferCurrentComplicationUserInfo(_ userInfo: [String: Any]) -> Base.Transfer {
    queueing(.complication, userInfo) { base.transferCurrentComplicationUserInfo($0) }
  }
}

extension RecordingWatchLink {
  private func queueing(
    _ channel: Channel, _ payload: [String: Any], _ send: ([String: Any]) -> Base.Transfer
  ) -> Base.Transfer {
    recorder.asOneStep { _ in
      let id = recorder.nextMessage()
      record(id, channel, payload)
      return send(MessageRider.adding(id, to: payload))
    }
  }

  private func record(
    _ id: String, _ channel: Channel, _ payload: [String: Any], suppressed: Suppression? = nil
  ) {
    var message = SentMessage(
      message: id, channel: channel, to: counterpart, suppressed: suppressed)
    let isKnown = suppressed == .equal && isContextKnown
    // What a watch sends is a request and carries no settings.
    if !isKnown && !Audience.watch.includes(recorder.device) {
      message.payload = Value(propertyList: payload)
    }
    recorder.record(.messageSent(message))
  }

  private func recordFailure(_ id: String, _ error: any Error) {
    recorder.record(.messageFailed(message: id, error: Self.name(of: error)))
  }

  /// The platform's name of an error; for others the domain and the number, which hold no setting.
  private static func name(of error: any Error) -> String {
    if let error = error as? WatchLinkError { return error.name }
    let error = error as NSError
    if error.domain == WatchLinkError.domain, let known = WatchLinkError(rawValue: error.code) {
      return known.name
    }
    return "\(error.domain) \(error.code)"
  }
}
