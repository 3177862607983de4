public import ReelEvents
import ReelFoundation
public import ReelSeams

/// A settings store that records what is done to it; the app uses it as it used the other.
///
/// What it holds is taken down at once, and again after a loss. Reads are taken down for the
/// catalog's keys only: the platform's own keys are read through it too.
public final class RecordingDefaultsStore: DefaultsStore {
  private let base: any DefaultsStore
  private let domain: String
  private let store: StoreName
  private let recorder: Recorder
  private var registered = ValueDictionary()
  /// What was stored when the step of that number first wrote here, with its writes since.
  private var content: (step: Int64, objects: [String: Any]) = (0, [:])

  /// Records what is done to `base`.
  /// - Parameters:
  ///   - domain: what `base` writes to: the suite's name, or the app's bundle identifier.
  ///   - store: the name that events call it by.
  public init(
    _ base: any DefaultsStore, domain: String, recorder: Recorder, as store: StoreName = .defaults
  ) {
    self.base = base
    self.domain = domain
    self.store = store
    self.recorder = recorder
    recorder.takeOn { [weak self] in self?.wholeContent ?? [] }
  }

  /// The value of `key`, stored or registered.
  public func object(forKey key: String) -> Any? { reading(key) { $0.object(forKey: key) } }
  /// The value as text.
  public func string(forKey key: String) -> String? { reading(key) { $0.string(forKey: key) } }
  /// The value, if it is an array.
  public func array(forKey key: String) -> [Any]? { reading(key) { $0.array(forKey: key) } }
  /// The value, if it is a dictionary.
  public func dictionary(forKey key: String) -> [String: Any]? {
    reading(key) { $0.dictionary(forKey: key) }
  }
  /// The value as a whole number.
  public func integer(forKey key: String) -> Int { reading(key) { $0.integer(forKey: key) } }
  /// The value as a number.
  public func double(forKey key: String) -> Double { reading(key) { $0.double(forKey: key) } }
  /// The value as a Boolean.
  public func bool(forKey key: String) -> Bool { reading(key) { $0.bool(forKey: key) } }

  /// Stores `value`; nil removes what is stored.
  public func set(_ value: Any?, forKey key: String) {
    recorder.asOneStep { _ in
      writing(key, value) {
        if let value { base.set(value, forKey: key) } else { base.removeObject(forKey: key) }
      }
    }
  }

  /// Removes what is stored under `key`.
  public func removeObject(forKey key: String) {
    recorder.asOneStep { _ in
      writing(key, nil) { base.removeObject(forKey: key) }
    }
  }

  /// Gives this process values for keys that have none stored.
  public func register(defaults registrationDictionary: [String: Any]) {
    recorder.asOneStep { _ in
      base.register(defaults: registrationDictionary)
      let values = ValueDictionary(convertibleFrom: registrationDictionary)
      registered = ValueDictionary(registered.members + values.members)
      recorder.record(.storeRegister(values: values))
    }
  }

  /// Everything that can be read; not taken down as reads.
  public func dictionaryRepresentation() -> [String: Any] { base.dictionaryRepresentation() }

  /// What is stored under a domain's name; not taken down as reads.
  public func persistentDomain(forName domainName: String) -> [String: Any]? {
    base.persistentDomain(forName: domainName)
  }

  /// Removes everything that is stored under a domain's name, which is taken down key by key.
  public func removePersistentDomain(forName domainName: String) {
    recorder.asOneStep { _ in
      let objects = domainName == domain ? base.persistentDomain(forName: domain) ?? [:] : [:]
      base.removePersistentDomain(forName: domainName)
      if domainName == domain { content.objects = [:] }
      for (key, object) in objects.sorted(by: { utf8Precedes($0.key, $1.key) }) {
        recorder.noteWrite(store, key, old: Value(propertyList: object), new: nil)
      }
    }
  }

  /// Exchanges changes with the disk, and takes down what others changed there.
  @discardableResult public func synchronize() -> Bool {
    recorder.asOneStep { _ in
      let before = storedValues
      let isDone = base.synchronize()
      let after = storedValues
      if before != after { recorder.record(.storeLoaded(store: store, values: after)) }
      return isDone
    }
  }
}

extension RecordingDefaultsStore {
  private func reading<Result>(
    _ key: String, _ read: (any DefaultsStore) -> Result
  ) -> Result {
    recorder.asOneStep { _ in
      if recorder.knows(key) {
        let value = base.object(forKey: key).flatMap { Value(propertyList: $0) }
        recorder.record(.storeRead(store: store, key: key, value: value))
      }
      return read(base)
    }
  }

  private func writing(_ key: String, _ object: Any?, _ write: () -> Void) {
    var old: Value?
    if recorder.applying != nil {
      if content.step != recorder.stepNumber { content = (recorder.stepNumber, storedObjects) }
      old = content.objects[key].flatMap { Value(propertyList: $0) }
      content.objects[key] = object
    }
    write()
    let new = object.flatMap { Value(propertyList: $0) }
    if object != nil && new == nil {
      recorder.record(.note(text: "\(key) was set to what is no property list"))
    } else {
      recorder.noteWrite(store, key, old: old, new: new)
    }
  }

  private var storedObjects: [String: Any] { base.persistentDomain(forName: domain) ?? [:] }

  private var storedValues: ValueDictionary { ValueDictionary(convertibleFrom: storedObjects) }

  /// What a process that knows nothing has to be told.
  private var wholeContent: [Action] {
    let loaded = Action.storeLoaded(store: store, values: storedValues)
    return registered.members.isEmpty ? [loaded] : [.storeRegister(values: registered), loaded]
  }
}
