public import ReelEvents

/// The form in which a payload travels: the settings by their names, and what rides along under
/// the names of `Rider`.
extension SettingsPayload {
  /// The payload as a property list, riders included. Complexity: O(n log n).
  /// - Parameters:
  ///   - names: the keys' names by number.
  ///   - value: the value that a number stands for; a key whose value is nil is left out.
  public func members(names: [String], value: (Int32) -> Value?) -> ValueDictionary {
    var members: [ValueDictionary.Member] = []
    members.reserveCapacity(keys.count + 3)
    for (key, number) in zip(keys, values) {
      if let value = value(number) { members.append(.init(key: names[Int(key)], value: value)) }
    }
    if let number { members.append(.init(key: Rider.number, value: .integer(number))) }
    if let installation {
      members.append(.init(key: Rider.installation, value: .integer(installation)))
    }
    if !removed.isEmpty {
      let names = removed.map { Value.string(names[Int($0)]) }
      members.append(.init(key: Rider.removed, value: .array(names)))
    }
    return ValueDictionary(members)
  }

  /// The payload that `members` hold. Complexity: O(n log n).
  /// - Parameters:
  ///   - key: the number of a key's name.
  ///   - value: the number of a value; never 0.
  public init(_ members: ValueDictionary, key: (String) -> Int32, value: (Value) -> Int32) {
    var settings: [SettingsEffect.Setting] = []
    for member in members.members {
      if Rider.isRider(member.key) {
        takeOn(member.key, member.value, key: key)
      } else {
        settings.append(.init(key: key(member.key), value: value(member.value)))
      }
    }
    settings.sort { $0.key < $1.key }
    keys = settings.map(\.key)
    values = settings.map(\.value)
  }

  /// Takes on what rides along under `name`; a rider that is not known is passed over.
  public mutating func takeOn(_ name: String, _ value: Value?, key: (String) -> Int32) {
    switch (name, value) {
    case (Rider.number, .integer(let number)?): self.number = number
    case (Rider.installation, .integer(let number)?): installation = number
    case (Rider.removed, .array(let names)?):
      removed = names.compactMap { name in
        if case .string(let text) = name { key(text) } else { nil }
      }.sorted()
    default: break
    }
  }
}
