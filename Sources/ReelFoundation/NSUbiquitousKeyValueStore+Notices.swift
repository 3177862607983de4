#if canImport(Darwin)
  import Foundation
  public import ReelSeams

  /// The platform's notification as the seam has it.
  @available(watchOS 9, *)
  extension NSUbiquitousKeyValueStore: NoticingCloud {
    /// Has `handler` called for each notification about this store.
    public func notices(
      _ handler: @escaping @Sendable (CloudNotice) -> Void
    ) -> AnyObject {
      let center = NotificationCenter.default
      let token = center.addObserver(
        forName: Self.didChangeExternallyNotification, object: self, queue: nil
      ) { notification in
        let info = notification.userInfo ?? [:]
        let number = info[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
        let keys = info[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
        // Reason and keys are optional; a change without a reason came from elsewhere.
        let reason = number.flatMap(CloudNotice.Reason.init(rawValue:)) ?? .server
        handler(CloudNotice(reason, keys: keys))
      }
      return Subscription(token: token)
    }
  }

  /// An observer of the notification centre, which lets go of it only when told to.
  private final class Subscription {
    private let token: any NSObjectProtocol

    init(token: any NSObjectProtocol) { self.token = token }

    deinit { NotificationCenter.default.removeObserver(token) }
  }
#endif
