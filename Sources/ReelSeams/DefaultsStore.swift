/// The store of an app's settings, with the names and types of `UserDefaults`, which satisfies it
/// as it is.
///
/// A value is found first among the stored ones, then among the registered ones. What is stored
/// belongs to a named domain and outlives the process; what is registered belongs to the process,
/// is seen through every store of it, and is never written down (platform-semantics UD-01, UD-04).
public protocol DefaultsStore: AnyObject {
  /// The value of `key`, stored or registered; nil for none of either.
  func object(forKey key: String) -> Any?
  /// The value as text; numbers are converted. nil for none.
  func string(forKey key: String) -> String?
  /// The value, if it is an array.
  func array(forKey key: String) -> [Any]?
  /// The value, if it is a dictionary.
  func dictionary(forKey key: String) -> [String: Any]?
  /// The value as a whole number; 0 for none.
  func integer(forKey key: String) -> Int
  /// The value as a number; 0 for none.
  func double(forKey key: String) -> Double
  /// The value as a Boolean; false for none.
  func bool(forKey key: String) -> Bool

  /// Stores a property-list value; nil removes what is stored.
  ///
  /// Only property-list types may be stored; the platform stops the process at others.
  func set(_ value: Any?, forKey key: String)
  /// Removes what is stored under `key`, which uncovers what is registered.
  func removeObject(forKey key: String)
  /// Gives this process values for keys that have none stored.
  func register(defaults registrationDictionary: [String: Any])

  /// Everything that can be read: stored, registered, and on Apple's systems what is set for all
  /// apps.
  func dictionaryRepresentation() -> [String: Any]
  /// What is stored under a domain's name (a suite, or the app's bundle identifier), and nothing
  /// else. nil or empty where there is nothing.
  func persistentDomain(forName domainName: String) -> [String: Any]?
  /// Removes everything that is stored under a domain's name.
  func removePersistentDomain(forName domainName: String)
  /// Exchanges changes with the disk; false where that failed.
  ///
  /// Apple's systems do so by themselves. On Linux nothing is stored without it, and nothing that
  /// another process stored is seen (platform-semantics L-01).
  @discardableResult func synchronize() -> Bool
}
