import ReelEvents

/// What an app does to its stores.
extension ScenarioReader {
  mutating func storeEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    switch arguments.verb {
    case .registers: return try registerEvent(device, &arguments)
    case .loads: return try loadEvent(device, &arguments)
    case .dismisses, .undoes: return try listEvent(device, &arguments)
    default: return try keyEvent(device, &arguments)
    }
  }

  /// Notes the keys of `values` that the catalog does not know, where they are settings.
  mutating func noteUnknownKeys(_ keys: some Sequence<String>, in store: StoreName) {
    guard store == .defaults else { return }
    for key in keys where !catalog.keys.contains(where: { $0.name.utf8.elementsEqual(key.utf8) }) {
      note("the catalog has no key `\(key)`", of: "key \(key)")
    }
  }

  private mutating func registerEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    var values = try arguments.pairs()
    if values.members.isEmpty { values = catalog.registeredDefaults }
    noteUnknownKeys(values.members.map(\.key), in: .defaults)
    return try event(device, arguments, .storeRegister(values: values))
  }

  private mutating func loadEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let name = try arguments.name("FILE")
    try arguments.takeFields("store")
    let store = try store(arguments, of: device)
    let values: ValueDictionary
    do {
      values = try loadFile(name)
    } catch {
      throw fault("a property list `\(name)`", found: "\(error)")
    }
    noteUnknownKeys(values.members.map(\.key), in: store)
    return try event(device, arguments, .storeLoaded(store: store, values: values))
  }

  private mutating func listEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let id = try arguments.name("ID")
    try arguments.takeFields("store")
    let store = try arguments.field("store").map { StoreName($0) } ?? .notInterested
    let action: Action =
      arguments.verb == .dismisses
      ? .storeSet(store: store, key: id, value: .bool(true)) : .storeRemove(store: store, key: id)
    return try event(device, arguments, action)
  }

  private mutating func keyEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let key = try arguments.name("KEY")
    let value: Value? =
      switch arguments.verb {
      case .sets: try arguments.value()
      case .fills: try filler(ofSize: try arguments.name("SIZE"))
      default: nil
      }
    try arguments.takeFields("store")
    let store = try store(arguments, of: device)
    noteUnknownKeys(CollectionOfOne(key), in: store)
    let action: Action =
      if let value {
        .storeSet(store: store, key: key, value: value)
      } else if arguments.verb == .removes {
        .storeRemove(store: store, key: key)
      } else {
        .storeRead(store: store, key: key, value: nil)
      }
    return try event(device, arguments, action)
  }

  /// The store that a line names; left out, the settings, and on the cloud its key-value store.
  private func store(
    _ arguments: ScenarioArguments, of device: DeviceName
  ) throws(ScenarioFault) -> StoreName {
    if let name = try arguments.field("store") { return StoreName(name) }
    return device == .cloud ? .kvs : .defaults
  }

  /// A string whose canonical text, its two quotation marks included, has `size` bytes.
  private func filler(ofSize size: String) throws(ScenarioFault) -> Value {
    guard let bytes = ScenarioQuantities.size(size) else {
      throw fault(ScenarioQuantities.sizeForm, found: "other text")
    }
    guard 2...ScenarioLimits.filledBytesMax ~= bytes, let count = Int(exactly: bytes - 2) else {
      throw fault("from 2 to \(ScenarioLimits.filledBytesMax) bytes", found: "\(bytes)")
    }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let text = String(repeating: letters, count: count / letters.utf8.count)
    return .string(text + letters.prefix(count % letters.utf8.count))
  }
}

extension Catalog {
  /// The rule `name`; nil where there is none.
  func rule(_ name: String) -> CatalogRule? {
    rules.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// What the app registers at launch, by key.
  var registeredDefaults: ValueDictionary {
    ValueDictionary(
      keys.compactMap { key in
        key.registeredDefault.map { ValueDictionary.Member(key: key.name, value: $0) }
      })
  }
}
