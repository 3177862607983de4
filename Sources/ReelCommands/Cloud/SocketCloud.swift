import ReelEvents
import ReelFoundation
public import ReelSeams
public import ReelSimulation

/// A device's key-value store in the cloud that `reel cloud` serves.
///
/// It works offline like the platform's: reads come from the device's copy, writes wait until the
/// cloud can be reached and survive its death. The copy is in memory: a new process is a new
/// installation.
public final class SocketCloud: CloudDevice, Sendable {
  private let line: CloudLine

  /// The store of `device`, signed in to `account`, in the cloud at the socket `path`, which may
  /// come later.
  /// - Parameter clock: what delays go by.
  /// - Throws: an error with a sentence for a path that no socket can have.
  public init(
    at path: String, device: String, account: String?, clock: any WallClock
  ) throws {
    line = try CloudLine(
      to: path, agent: CloudAgent(device: device, account: account, rules: CloudRules()),
      clock: clock)
    line.start()
  }

  deinit { line.end() }

  /// The value of `key` in the device's copy.
  public func object(forKey key: String) -> Any? {
    line.withAgent { $0.value(of: key) }?.propertyList
  }

  /// Sets a property-list value; nil removes it.
  public func set(_ object: Any?, forKey key: String) { line.write(object, to: key) }

  /// Removes the value of `key`.
  public func removeObject(forKey key: String) { line.write(nil, to: key) }

  /// Whether the app may use the store; it forces neither upload nor download.
  public func synchronize() -> Bool { line.withAgent { $0.isEntitled } }

  /// Every key with its value.
  public var dictionaryRepresentation: [String: Any] {
    var objects: [String: Any] = [:]
    for member in line.withAgent({ $0.values }).members {
      objects[member.key] = member.value.propertyList
    }
    return objects
  }

  /// Has `handler` called for each notice, on a thread of the store's own.
  public func notices(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject {
    line.board.add(handler)
  }

  /// The user signs in to an account, or out of any by nil.
  public func changeAccount(to account: String?) { line.changeAccount(to: account) }

  /// The network goes, or comes back.
  public func setOnline(_ isOnline: Bool) { line.setOnline(isOnline) }

  /// What the app did that the platform would have stopped its process for.
  public var misuses: [String] { line.misuses }

  /// Waits until all that is due has gone up and all that the cloud has said so far has come down;
  /// returns how much that was, as a count that only grows.
  ///
  /// It does not wait while the cloud cannot be reached.
  public func settle() -> Int { line.settle() }
}
