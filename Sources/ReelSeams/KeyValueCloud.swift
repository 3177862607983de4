/// The values that an app shares between a user's devices, with the names and types of
/// `NSUbiquitousKeyValueStore`, which satisfies it as it is.
///
/// Each key holds one value, replaced whole. That a key is absent can mean that it was removed,
/// that the user wiped it, or that it was not downloaded yet (platform-semantics KV-05).
public protocol KeyValueCloud: AnyObject {
  /// The value of `key`; nil for none.
  func object(forKey key: String) -> Any?
  /// Sets a property-list value; nil removes it.
  func set(_ value: Any?, forKey key: String)
  /// Removes the value of `key`.
  func removeObject(forKey key: String)
  /// Brings memory and disk together; false on an error, such as a missing entitlement. It forces
  /// neither upload nor download.
  @discardableResult func synchronize() -> Bool
  /// Every key with its value.
  var dictionaryRepresentation: [String: Any] { get }
}
