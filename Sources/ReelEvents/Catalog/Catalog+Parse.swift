/// Catalogs from JSON: a file that people write, or the copy in a recording's header.
extension Catalog {
  /// The catalog in `text`, a file in which comments and trailing commas are allowed.
  /// - Throws: `ParseError` with its line: wrong grammar, a member that no catalog has, a type or
  ///   audience that there is not, a name that is missing, empty, reserved (`#…`) or comes twice, a
  ///   synced key with no reason, a default of another type than the key's, a rule over a key that
  ///   the catalog does not have, more keys or rules than `EventLimits` has.
  public static func parse(_ text: [UInt8]) throws(ParseError) -> Catalog {
    var reader = JSONReader(text, dialect: .relaxed)
    let catalog = try reader.readCatalog()
    try reader.finish()
    return catalog
  }

  /// The catalog that `value` holds, as `Catalog.value` makes it.
  /// - Throws: `ParseError` as `parse`, with offsets in the value's canonical text.
  public init(value: Value) throws(ParseError) {
    var reader = JSONReader(value.canonicalBytes)
    self = try reader.readCatalog()
  }
}

extension JSONReader {
  /// Reads a catalog. In the dialect `lines` members that are not known are passed over and
  /// defaults may be of any type: a header is read back whatever made it.
  /// - Throws: as `Catalog.parse`.
  public mutating func readCatalog() throws(ParseError) -> Catalog {
    var catalog = Catalog()
    var ruleOffsets: [Int] = []
    var members = try beginObject()
    while let member = try nextKey(&members) {
      switch member {
      case "keys": catalog.keys = try readCatalogKeys()
      case "rules": (catalog.rules, ruleOffsets) = try readCatalogRules()
      default: try passOver(member, ofA: "catalog")
      }
    }
    let known = Set(catalog.keys.map { Array($0.name.utf8) })
    for (rule, offset) in zip(catalog.rules, ruleOffsets) {
      for key in rule.expression.keys where !known.contains(Array(key.utf8)) {
        throw fault("a key of this catalog", found: "`\(key)`", at: offset)
      }
    }
    return catalog
  }

  // MARK: Keys

  private mutating func readCatalogKeys() throws(ParseError) -> [CatalogKey] {
    var keys: [CatalogKey] = []
    var names: Set<[UInt8]> = []
    var elements = try beginArray()
    while try nextElement(&elements) {
      guard keys.count < EventLimits.catalogKeysMax else {
        throw fault("at most \(EventLimits.catalogKeysMax) keys", found: "one more")
      }
      keys.append(try readCatalogKey(&names))
    }
    return keys
  }

  private mutating func readCatalogKey(
    _ names: inout Set<[UInt8]>
  ) throws(ParseError) -> CatalogKey {
    var name: String?
    var type: ValueType?
    var isSynced: Bool?
    var registeredDefault: Value?
    var reason = ""
    var audience = Audience.both
    var sampleSize: Int64?
    var readable = CatalogKey.Readable.name
    let offset = try nextOffset()
    var defaultOffset = offset
    var members = try beginObject()
    while let member = try nextKey(&members) {
      switch member {
      case "name": name = try readName("key", &names)
      case "type": type = try readWord(ValueType.allCases, "a type")
      case "default":
        defaultOffset = try nextOffset()
        registeredDefault = try readValue()
      case "synced": isSynced = try readBool()
      case "reason": reason = try readString()
      case "audience": audience = try readWord(Audience.allCases, "an audience")
      case "sampleSize": sampleSize = try readInteger(in: 0...(1 << 53))
      case "readable":
        readable = try readWord(CatalogKey.Readable.allCases, "what of it may be read")
      default: try passOver(member, ofA: "key")
      }
    }
    if dialect == .relaxed, type == .double { registeredDefault?.becomeDouble() }
    let ofIt = name.map { " of `\($0)`" } ?? ""
    let key = CatalogKey(
      name: try require(name, "`name`", offset),
      type: try require(type, "`type`\(ofIt)", offset), registeredDefault: registeredDefault,
      isSynced: try require(isSynced, "`synced`\(ofIt)", offset),
      reason: reason, audience: audience,
      sampleSize: sampleSize ?? Int64(registeredDefault?.canonicalBytes.count ?? 0),
      readable: readable)
    if key.isSynced && key.reason.isEmpty {
      throw fault("the reason why a key is synced", found: "none for `\(key.name)`", at: offset)
    }
    if dialect == .relaxed, let registeredDefault, registeredDefault.type != key.type {
      throw fault(
        "a default of the type of `\(key.name)`, \(key.type)",
        found: registeredDefault.type.map { "\($0)" } ?? "a digest", at: defaultOffset)
    }
    return key
  }

  // MARK: Rules

  private mutating func readCatalogRules() throws(ParseError) -> ([CatalogRule], offsets: [Int]) {
    var rules: [CatalogRule] = []
    var offsets: [Int] = []
    var names: Set<[UInt8]> = []
    var elements = try beginArray()
    while try nextElement(&elements) {
      guard rules.count < EventLimits.catalogRulesMax else {
        throw fault("at most \(EventLimits.catalogRulesMax) rules", found: "one more")
      }
      let (rule, offset) = try readCatalogRule(&names)
      rules.append(rule)
      offsets.append(offset)
    }
    return (rules, offsets)
  }

  private mutating func readCatalogRule(
    _ names: inout Set<[UInt8]>
  ) throws(ParseError) -> (CatalogRule, expressionOffset: Int) {
    var name: String?
    var expression: RuleExpression?
    var isEntitlement: Bool?
    var decides: String?
    let offset = try nextOffset()
    var expressionOffset = offset
    var members = try beginObject()
    while let member = try nextKey(&members) {
      switch member {
      case "name": name = try readName("rule", &names)
      case "when":
        expressionOffset = try nextOffset()
        expression = try readExpression()
      case "entitlement": isEntitlement = try readBool()
      case "decides": decides = try readString()
      default: try passOver(member, ofA: "rule")
      }
    }
    let rule = CatalogRule(
      name: try require(name, "`name`", offset),
      expression: try require(expression, "`when`", offset),
      isEntitlement: try require(isEntitlement, "`entitlement`", offset),
      decides: try require(decides, "`decides`", offset))
    return (rule, expressionOffset)
  }

  private mutating func readExpression() throws(ParseError) -> RuleExpression {
    let offset = try nextOffset()
    let text = try readString()
    do {
      return try RuleExpression(parsing: text)
    } catch {
      throw fault(error.expected, found: error.found, at: offset)
    }
  }

  // MARK: Parts

  /// Reads a name that has not come before and may come in a catalog.
  private mutating func readName(
    _ thing: String, _ names: inout Set<[UInt8]>
  ) throws(ParseError) -> String {
    let offset = try nextOffset()
    let name = try readString()
    if name.isEmpty { throw fault("a name", found: "an empty one", at: offset) }
    if name.utf8.first == UInt8(ascii: "#") {
      throw fault(
        "a name without `#` in front, which marks what rides along", found: "`\(name)`", at: offset)
    }
    guard names.insert(Array(name.utf8)).inserted else {
      throw fault("each \(thing) once", found: "`\(name)` for the second time", at: offset)
    }
    return name
  }

  /// Passes over a member that is not known; a file that people write must not have one.
  private mutating func passOver(_ member: String, ofA thing: String) throws(ParseError) {
    if dialect == .relaxed { throw fault("a member that a \(thing) has", found: "`\(member)`") }
    try skipValue()
  }

  private func require<Part>(
    _ part: Part?, _ member: String, _ offset: Int
  ) throws(ParseError) -> Part {
    guard let part else { throw fault("the member \(member)", found: "none", at: offset) }
    return part
  }
}

extension Value {
  /// Makes a double of a whole number: that a number is one is lost where a tool writes 6.0 as 6.
  fileprivate mutating func becomeDouble() {
    switch self {
    case .integer(let number): self = .double(Double(number))
    case .unsigned(let number): self = .double(Double(number))
    case .bool, .double, .string, .data, .date, .array, .dictionary, .withheld: break
    }
  }
}
