/// The list of an app's keys and the rules over them: what a recording's names mean.
public struct Catalog: Sendable {
  /// The keys, in the order of the file; each name once.
  public var keys: [CatalogKey]
  /// The named rules, in the order of the file; each name once.
  public var rules: [CatalogRule]

  /// A catalog of `keys` and `rules`.
  public init(keys: [CatalogKey] = [], rules: [CatalogRule] = []) {
    self.keys = keys
    self.rules = rules
  }
}

/// One key: what it holds, whether it is synced, and why.
public struct CatalogKey: Sendable {
  /// The key's name in the store.
  public var name: String
  /// The type the app writes; replay judges other types, it does not refuse them.
  public var type: ValueType
  /// What the app registers for it at launch, if anything.
  public var registeredDefault: Value?
  /// Whether it is on the allowlist.
  public var isSynced: Bool
  /// Why it is, or is not, synced; never empty for a synced key.
  public var reason: String
  /// Which devices' apps have business with it.
  public var audience: Audience
  /// The size of a typical value, in bytes of canonical text.
  public var sampleSize: Int64
  /// What of it may be read by anybody, in a recording that was redacted.
  public var readable: Readable

  /// A key of the catalog.
  public init(
    name: String, type: ValueType, registeredDefault: Value?, isSynced: Bool, reason: String,
    audience: Audience, sampleSize: Int64, readable: Readable = .name
  ) {
    self.name = name
    self.type = type
    self.registeredDefault = registeredDefault
    self.isSynced = isSynced
    self.reason = reason
    self.audience = audience
    self.sampleSize = sampleSize
    self.readable = readable
  }

  /// What of a key stays as it is where a recording is redacted.
  public enum Readable: String, Sendable, CaseIterable {
    /// Not even its name.
    case nothing
    /// Its name: a word of the app's own source.
    case name
    /// Its values too: they tell nothing of whoever uses the app.
    case value
  }
}

/// The type of a key's value, as a property list has it.
public enum ValueType: String, Sendable, CaseIterable {
  case bool, integer, double, string, data, date, array, dictionary
}

/// The devices whose app has business with a key.
public enum Audience: String, Sendable, CaseIterable {
  case phone, watch, both

  /// Whether the app on `device` is one of them. A device is a watch when its name begins with
  /// `watch`; every other one (`phone`, `tablet`) counts as a phone.
  public func includes(_ device: DeviceName) -> Bool {
    switch self {
    case .both: true
    case .watch: device.text.utf8.starts(with: "watch".utf8)
    case .phone: !device.text.utf8.starts(with: "watch".utf8)
    }
  }
}

/// A named question that the app answers from its stored keys.
public struct CatalogRule: Sendable {
  /// The rule's name, as `entitlement.read` and `rule.read` give it.
  public var name: String
  /// How the answer comes from the keys.
  public var expression: RuleExpression
  /// Whether the answer decides what the user has paid for.
  public var isEntitlement: Bool
  /// One sentence on what the answer decides for the user.
  public var decides: String

  /// A rule of the catalog.
  public init(name: String, expression: RuleExpression, isEntitlement: Bool, decides: String) {
    self.name = name
    self.expression = expression
    self.isEntitlement = isEntitlement
    self.decides = decides
  }
}

/// How a rule's answer comes from keys.
public indirect enum RuleExpression: Sendable {
  /// The key is neither stored nor registered in the reading process.
  case absent(String)
  /// The key reads as true, by the conversions of Darwin's `bool(forKey:)`.
  case isTrue(String)
  case any([RuleExpression])
  case all([RuleExpression])
  case not(RuleExpression)

  /// The keys it names, in order of first appearance, each once. Complexity: O(size).
  public var keys: [String] {
    var found: [String] = []
    var seen: Set<[UInt8]> = []
    forEachKey { key in
      if seen.insert(Array(key.utf8)).inserted { found.append(key) }
    }
    return found
  }

  private func forEachKey(_ body: (String) -> Void) {
    switch self {
    case .absent(let key), .isTrue(let key): body(key)
    case .any(let parts), .all(let parts): for part in parts { part.forEachKey(body) }
    case .not(let part): part.forEachKey(body)
    }
  }
}

extension RuleExpression: Equatable {
  /// Whether both have the same text, byte for byte. Complexity: O(size).
  public static func == (one: RuleExpression, other: RuleExpression) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8)
  }
}
