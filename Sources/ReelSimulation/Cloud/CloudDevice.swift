public import ReelSeams

/// A device's key-value store in a cloud of ours, and what its user and its network do to it.
public protocol CloudDevice: NoticingCloud, Sendable {
  /// The user signs in to an account, or out of any by nil.
  func changeAccount(to account: String?)
  /// The network goes, or comes back.
  func setOnline(_ isOnline: Bool)
  /// What the app did that the platform would have stopped its process for.
  var misuses: [String] { get }
}

/// Where the notices of one device go.
final class NoticeHandlers: @unchecked Sendable {
  // Unchecked: whoever owns it sees to it that one thread at a time touches it.

  private var handlers: [(number: Int, handler: @Sendable (CloudNotice) -> Void)] = []
  private var count = 0

  func add(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject {
    count += 1
    handlers.append((count, handler))
    return Observation(handlers: self, number: count)
  }

  func call(_ notice: CloudNotice) {
    for entry in handlers { entry.handler(notice) }
  }

  private final class Observation {
    let handlers: NoticeHandlers
    let number: Int

    init(handlers: NoticeHandlers, number: Int) {
      self.handlers = handlers
      self.number = number
    }

    deinit { handlers.handlers.removeAll { $0.number == number } }
  }
}
