public import ReelSeams

/// The settings that lie on a device, by domain: what outlives a process.
///
/// While it is locked, as before the first unlock after a boot, every domain reads as empty, and
/// the first write to one destroys what it held (platform-semantics UD-09).
public final class MemoryDisk {
  private var domains: [String: [String: Any]] = [:]
  private var written: Set<String> = []

  /// Whether the stores are out of reach.
  public var isLocked = false { didSet { written = [] } }

  /// A device fresh from the factory.
  public init() {}

  /// What a domain holds, as it reads now.
  subscript(domain: String) -> [String: Any] { isLocked ? [:] : domains[domain] ?? [:] }

  func change(_ domain: String, _ change: (inout [String: Any]) -> Void) {
    if isLocked && written.insert(domain).inserted { domains[domain] = [:] }
    change(&domains[domain, default: [:]])
  }
}

/// What ends with a process: the registered defaults, seen through every store of it.
public final class MemoryProcess {
  var registered: [String: Any] = [:]

  /// A process that has registered nothing.
  public init() {}
}

/// A settings store in memory, with the rules of `UserDefaults` on Apple's systems.
///
/// It is meant for one thread at a time.
public final class MemoryDefaults: DefaultsStore {
  private let domain: String
  private let disk: MemoryDisk
  private let process: MemoryProcess

  /// The store of `domain` on `disk`, as `process` sees it.
  public init(domain: String, disk: MemoryDisk, process: MemoryProcess) {
    self.domain = domain
    self.disk = disk
    self.process = process
  }

  /// The value of `key`, stored or registered.
  public func object(forKey key: String) -> Any? {
    disk[domain][key] ?? process.registered[key]
  }

  /// The value as text; numbers are converted.
  public func string(forKey key: String) -> String? {
    let object = object(forKey: key)
    if let text = object as? String { return text }
    if let number = object as? Int { return String(number) }
    return (object as? Double).map { String($0) }
  }

  /// The value, if it is an array.
  public func array(forKey key: String) -> [Any]? { object(forKey: key) as? [Any] }

  /// The value, if it is a dictionary.
  public func dictionary(forKey key: String) -> [String: Any]? {
    object(forKey: key) as? [String: Any]
  }

  /// The value as a whole number; 0 for none.
  public func integer(forKey key: String) -> Int {
    Int(exactly: double(forKey: key).rounded(.towardZero)) ?? 0
  }

  /// The value as a number; 0 for none.
  public func double(forKey key: String) -> Double {
    switch object(forKey: key) {
    case let bool as Bool: bool ? 1 : 0
    case let number as Int: Double(number)
    case let number as Double: number
    case let text as String: Double(text) ?? 0
    default: 0
    }
  }

  /// The value as a Boolean: of the texts only `YES` and `1` are true.
  public func bool(forKey key: String) -> Bool {
    if let text = object(forKey: key) as? String { return text == "YES" || text == "1" }
    return double(forKey: key) != 0
  }

  /// Stores `value`; nil removes what is stored.
  public func set(_ value: Any?, forKey key: String) {
    disk.change(domain) { $0[key] = value }
  }

  /// Removes what is stored under `key`.
  public func removeObject(forKey key: String) {
    disk.change(domain) { $0[key] = nil }
  }

  /// Gives the process values for keys that have none stored.
  public func register(defaults registrationDictionary: [String: Any]) {
    process.registered.merge(registrationDictionary) { _, new in new }
  }

  /// Everything that can be read.
  public func dictionaryRepresentation() -> [String: Any] {
    process.registered.merging(disk[domain]) { _, stored in stored }
  }

  /// What is stored under a domain's name.
  public func persistentDomain(forName domainName: String) -> [String: Any]? {
    disk[domainName]
  }

  /// Removes everything that is stored under a domain's name.
  public func removePersistentDomain(forName domainName: String) {
    disk.change(domainName) { $0 = [:] }
  }

  /// True: memory is as good as the disk here.
  @discardableResult public func synchronize() -> Bool { true }
}
