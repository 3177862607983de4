/// The catalog as a value, the way every recording's header carries it.
extension Catalog {
  /// The whole catalog; `Catalog.init(value:)` brings it back.
  public var value: Value {
    .dictionary([
      "keys": .array(keys.map { .dictionary($0.members) }),
      "rules": .array(rules.map { .dictionary($0.members) }),
    ])
  }
}

extension CatalogKey {
  fileprivate var members: ValueDictionary {
    var members: ValueDictionary = [
      "name": .string(name), "type": .string(type.rawValue), "synced": .bool(isSynced),
      "reason": .string(reason), "audience": .string(audience.rawValue),
      "sampleSize": .integer(sampleSize),
    ]
    members["default"] = registeredDefault
    if readable != .name { members["readable"] = .string(readable.rawValue) }
    return members
  }
}

extension CatalogRule {
  fileprivate var members: ValueDictionary {
    [
      "name": .string(name), "when": .string(expression.description),
      "entitlement": .bool(isEntitlement), "decides": .string(decides),
    ]
  }
}

extension Value {
  /// The property-list type; nil for a withheld value, whose type is withheld too.
  public var type: ValueType? {
    switch self {
    case .bool: .bool
    case .integer, .unsigned: .integer
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .array: .array
    case .dictionary: .dictionary
    case .withheld: nil
    }
  }
}
