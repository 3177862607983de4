import ReelEvents
public import ReelSeams

/// The phone's end: sends the settings over the link.
///
/// An attempt is to be made after every edit, at every activation of the link, and at every launch.
/// Whether something then travels is the policy's and the platform's business; that there was an
/// opportunity is a fact, and every rule that is tried later is tried on the same opportunities.
public final class SettingsSender: @unchecked Sendable {
  // Unchecked: a link is safe to call from any thread, and its calls are steps of the witness.

  /// The ways that settings can take.
  public enum Route: Sendable {
    /// The slot: a newer state replaces one that still waits.
    case context
    /// The queue: each state arrives.
    case userInfo
    /// Ahead of the queue, where the link can.
    case complication
    /// At once, while the watch's app is awake.
    case message
  }

  private let settings: WatchSettings
  private let link: any WatchLink

  /// Sends `settings` over `link`.
  public init(_ settings: WatchSettings, over link: any WatchLink) {
    self.settings = settings
    self.link = link
  }

  /// Makes an attempt to send what the settings are now.
  /// - Throws: what the link throws: it was not sent.
  public func attempt(by route: Route = .context) throws {
    try settings.witness.asOneStep { _ in
      if settings.isOnHold(under: settings.rule) {
        settings.witness.heldBack(
          route.channel, to: settings.place.counterpart, because: .locked)
      } else {
        try send(settings.syncPayload(), over: link, by: route)
      }
    }
  }

  /// Takes in the watch's request for settings, and makes an attempt.
  /// - Throws: as `attempt`.
  public func received(request: [String: Any]) throws {
    settings.witness.asOneStep { _ in
      settings.witness.received(request, over: .message, suppressed: nil)
    }
    try attempt()
  }

  private func send(
    _ payload: [String: Any], over link: some WatchLink, by route: Route
  ) throws {
    switch route {
    case .context: try link.updateApplicationContext(payload)
    case .userInfo: _ = link.transferUserInfo(payload)
    case .complication:
      if let link = link as? any ComplicationLink {
        hurry(payload, over: link)
      } else {
        _ = link.transferUserInfo(payload)
      }
    case .message: link.sendMessage(payload, replyHandler: nil, errorHandler: nil)
    }
  }

  private func hurry(_ payload: [String: Any], over link: some ComplicationLink) {
    _ = link.transferCurrentComplicationUserInfo(payload)
  }
}

extension SettingsSender.Route {
  var channel: Channel {
    switch self {
    case .context: .context
    case .userInfo: .userInfo
    case .complication: .complication
    case .message: .message
    }
  }
}
