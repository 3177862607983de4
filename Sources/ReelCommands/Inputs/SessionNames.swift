import ReelEvents
import ReelPolicies

/// The devices and keys that sessions speak of.
struct SessionNames {
  /// The devices, and the processes on them.
  private(set) var devices: Set<String> = []
  /// The settings keys, rules and items; of very many the first.
  private(set) var keys: Set<KeyText> = []

  /// Adds what `source` speaks of.
  /// - Throws: what `source` throws.
  mutating func add(_ source: any EventSource) throws {
    var source = source
    var batch = EventBatch()
    while try source.next(into: &batch) { add(batch) }
  }

  private mutating func add(_ batch: EventBatch) {
    for index in Set(batch.devices) {
      let device = DeviceName(batch.name(index))
      devices.insert(device.text)
      devices.insert(device.owner)
    }
    var named = Set(batch.members.map(\.key))
    named.formUnion(batch.messages.map(\.key))
    for row in 0..<batch.count where batch.kinds[row].hasKey { named.insert(batch.keys[row]) }
    for index in named where index >= 0 { add(batch.name(index)) }
    for event in batch.events { for key in event.action.keys { add(key) } }
  }

  private mutating func add(_ key: String) {
    if keys.count < EventLimits.catalogKeysMax { keys.insert(KeyText(key)) }
  }
}

extension EventKind {
  /// Whether the column of keys of such an event holds a key, a rule or an item.
  fileprivate var hasKey: Bool {
    switch self {
    case .storeSet, .storeRemove, .storeRead, .entitlementRead, .ruleRead: true
    default: false
    }
  }
}
