import ReelEvents
import ReelPolicies

/// What stands for values, each by where it stands.
extension Redactor {
  /// A value of which no more is known than what it is.
  func value(_ value: Value) -> Value {
    switch value {
    case .bool: value
    case .integer(let number): pseudonyms.integer(WholeNumber(number)).value
    case .unsigned(let number): pseudonyms.integer(WholeNumber(number)).value
    case .double(let number): .double(pseudonyms.double(number))
    case .string(let text): value.darwinBool ? value : .string(pseudonyms.text(text))
    case .data(let data): .data(pseudonyms.data(data))
    case .date(let seconds):
      .date(secondsSince2001: pseudonyms.date(secondsSince2001: seconds))
    case .array(let values): .array(values.map(self.value))
    case .dictionary(let members):
      .dictionary(map(members) { (pseudonyms.text($0.key), self.value($0.value)) })
    case .withheld(let digest, let size): .withheld(digest: pseudonyms.text(digest), size: size)
    }
  }

  /// The value of the key `key` of a store.
  func value(_ value: Value, of key: String, in store: StoreName) -> Value {
    switch store {
    case .defaults: settingValue(value, of: key)
    case .kvs: blob(value)
    default: self.value(value)
    }
  }

  /// The content of a store.
  func values(_ values: ValueDictionary, in store: StoreName) -> ValueDictionary {
    map(values) { member in
      (key(member.key, in: store), value(member.value, of: member.key, in: store))
    }
  }

  /// The value of a settings key.
  func settingValue(_ value: Value, of key: String) -> Value {
    if words.showsValue(key) { return value }
    if SettingsMemory.counterpart(ofKey: key) != nil { return memory(value) }
    return self.value(value)
  }

  /// What a message carries.
  func payload(_ value: Value, _ channel: Channel) -> Value {
    if channel == .kvs { return blob(value) }
    guard case .dictionary(let members) = value else { return self.value(value) }
    return .dictionary(
      map(members) { member in
        guard RedactionWords.riders.contains(member.key) else {
          return (settingName(member.key), settingValue(member.value, of: member.key))
        }
        return (member.key, named(member.value))
      })
  }

  /// What the settings rules remember of a counterpart: names of keys, and numbers that follow the
  /// clock.
  private func memory(_ value: Value) -> Value {
    guard case .dictionary(let parts) = value else { return self.value(value) }
    return .dictionary(
      map(parts) { part in
        SettingsMemory.partNames.contains(part.key)
          ? (part.key, named(part.value)) : (pseudonyms.text(part.key), self.value(part.value))
      })
  }

  /// Names of settings keys, and numbers that follow the clock, in whatever array.
  private func named(_ value: Value) -> Value {
    switch value {
    case .integer(let number): .integer(pseudonyms.stamp(number))
    case .string(let name): .string(settingName(name))
    case .array(let values): .array(values.map(named))
    case .bool, .unsigned, .double, .data, .date, .dictionary, .withheld: self.value(value)
    }
  }

  /// A list as the cloud holds it: what cannot be decoded goes on being so.
  func blob(_ value: Value) -> Value {
    guard case .dictionary(let members) = value else { return self.value(value) }
    return .dictionary(
      map(members) { member in
        switch member.key {
        case "schema" where member.value.isInteger: (member.key, member.value)
        case "horizon": (member.key, stamp(member.value))
        case "added", "removed": (member.key, stamps(member.value))
        default:
          (
            RedactionWords.blobMembers.contains(member.key)
              ? member.key : pseudonyms.text(member.key), self.value(member.value)
          )
        }
      })
  }

  private func stamps(_ value: Value) -> Value {
    guard case .dictionary(let entries) = value else { return self.value(value) }
    return .dictionary(map(entries) { (pseudonyms.text($0.key), stamp($0.value)) })
  }

  private func stamp(_ value: Value) -> Value {
    guard case .integer(let milliseconds) = value else { return self.value(value) }
    return .integer(pseudonyms.stamp(milliseconds))
  }

  /// The catalog, whose defaults stand for what registers them.
  func catalog(_ catalog: Catalog) -> Catalog {
    Catalog(
      keys: catalog.keys.map { key in
        var redacted = key
        redacted.name = settingName(key.name)
        redacted.registeredDefault = key.registeredDefault.map { settingValue($0, of: key.name) }
        if key.readable == .nothing { redacted.reason = key.reason.isEmpty ? "" : "Not told." }
        return redacted
      },
      rules: catalog.rules.map { rule in
        var redacted = rule
        redacted.expression = rule.expression.renamed(settingName)
        return redacted
      })
  }

  private func map(
    _ members: ValueDictionary, _ body: (ValueDictionary.Member) -> (String, Value)
  ) -> ValueDictionary {
    ValueDictionary(
      members.members.map { member in
        let (key, value) = body(member)
        return ValueDictionary.Member(key: key, value: value)
      })
  }
}

extension Value {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}

extension RuleExpression {
  /// The same over the keys that `name` gives.
  fileprivate func renamed(_ name: (String) -> String) -> RuleExpression {
    switch self {
    case .absent(let key): .absent(name(key))
    case .isTrue(let key): .isTrue(name(key))
    case .any(let parts): .any(parts.map { $0.renamed(name) })
    case .all(let parts): .all(parts.map { $0.renamed(name) })
    case .not(let part): .not(part.renamed(name))
    }
  }
}
