import ReelEvents

/// What the key-value cloud says when values changed by no write of this app.
///
/// There is none for the app's own writes, and none for a first download that brings nothing
/// (platform-semantics KV-06, KV-07).
public struct CloudNotice: Sendable, Equatable {
  /// Why values changed; the raw values are the platform's.
  public enum Reason: Int, Sendable, CaseIterable {
    /// A change came from elsewhere.
    case server
    /// The first download overwrote what was written before it.
    case initial
    /// A write took more than the app may have, and failed whole.
    case quota
    /// The user changed the account, and the values are those of the new one.
    case account

    /// The reason as a recording has it.
    public var name: String { String(describing: self) }
  }

  /// Why values changed.
  public var reason: Reason
  /// The keys whose values changed; nil where the platform does not say.
  public var keys: [String]?

  /// A notice about `keys`.
  public init(_ reason: Reason, keys: [String]?) {
    self.reason = reason
    self.keys = keys
  }

  /// Whether the notice is about `key`, or may be.
  public func concerns(_ key: String) -> Bool {
    keys?.contains { utf8Equal($0, key) } ?? true
  }
}

/// A key-value cloud that tells of changes from elsewhere.
public protocol NoticingCloud: KeyValueCloud {
  /// Has `handler` called for each notice, on any thread, as long as the object that is returned
  /// lives.
  func notices(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject
}
