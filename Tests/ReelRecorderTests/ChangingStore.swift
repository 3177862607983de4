import ReelSeams

/// A store that something else writes to whenever it is synchronised.
final class ChangingStore: DefaultsStore {
  private let base: any DefaultsStore

  init(_ base: any DefaultsStore) { self.base = base }

  func synchronize() -> Bool {
    base.set("rankine", forKey: "unit")
    return true
  }

  func object(forKey key: String) -> Any? { base.object(forKey: key) }
  func string(forKey key: String) -> String? { base.string(forKey: key) }
  func array(forKey key: String) -> [Any]? { base.array(forKey: key) }
  func dictionary(forKey key: String) -> [String: Any]? { base.dictionary(forKey: key) }
  func integer(forKey key: String) -> Int { base.integer(forKey: key) }
  func double(forKey key: String) -> Double { base.double(forKey: key) }
  func bool(forKey key: String) -> Bool { base.bool(forKey: key) }
  func set(_ value: Any?, forKey key: String) { base.set(value, forKey: key) }
  func removeObject(forKey key: String) { base.removeObject(forKey: key) }
  func register(defaults registrationDictionary: [String: Any]) {
    base.register(defaults: registrationDictionary)
  }
  func dictionaryRepresentation() -> [String: Any] { base.dictionaryRepresentation() }
  func persistentDomain(forName domainName: String) -> [String: Any]? {
    base.persistentDomain(forName: domainName)
  }
  func removePersistentDomain(forName domainName: String) {
    base.removePersistentDomain(forName: domainName)
  }
}
