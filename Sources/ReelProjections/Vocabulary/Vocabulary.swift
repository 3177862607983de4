public import ReelEvents
public import ReelPolicies

/// What the numbers of a replay stand for: keys, values, devices, stores, rules.
///
/// One vocabulary serves all the worlds that are replayed side by side, so that their states can be
/// compared number by number.
public final class Vocabulary {
  /// The keys of the settings store.
  public var keys: SettingsKeys {
    _read { yield allKeys }
    _modify { yield &allKeys }
  }
  /// The values of keys.
  public var values: ValueTable {
    _read { yield allValues }
    _modify { yield &allValues }
  }
  @exclusivity(unchecked) private var allKeys: SettingsKeys
  @exclusivity(unchecked) private var allValues = ValueTable()
  /// The devices and processes, by their whole names.
  @exclusivity(unchecked) public private(set) var processes = NameTable()
  /// The names of synchronised lists; each is the key of its blob too.
  @exclusivity(unchecked) public var lists = NameTable()
  /// The names of rules, whether or not the catalog has them.
  @exclusivity(unchecked) public var rules: NameTable
  /// The catalog's rules over key numbers, by rule number; the catalog's come first.
  public let catalogRules: [CompiledRule]
  /// The catalog itself.
  public let catalog: Catalog
  /// The lists of keys that payloads had, in the order in which they were met.
  @exclusivity(unchecked) private var keyLists: [[Int32]] = []
  /// The device that owns a process's stores, as a process number.
  @exclusivity(unchecked) private var owners: [Int32] = []

  /// How many distinct keys a recording may have: every device keeps a cell for each.
  public static let keysMax = 100_000
  /// How many devices and processes a recording may have: each keeps the cells of all keys.
  public static let processesMax = 1_000

  /// What the recording has too much of, as a sentence; nil while it keeps to the limits.
  public var excess: String? {
    if keys.names.count > Self.keysMax {
      return
        "the recording has more than \(Self.keysMax) distinct keys, the most that a replay keeps"
    }
    if processes.names.count > Self.processesMax {
      return
        "the recording has more than \(Self.processesMax) devices and processes, the most that "
        + "a replay keeps"
    }
    return nil
  }

  /// The vocabulary of a recording with `catalog`.
  public init(catalog: Catalog) {
    self.catalog = catalog
    var keys = SettingsKeys(catalog)
    var rules = NameTable()
    catalogRules = catalog.rules.map { rule in
      _ = rules.number(adding: rule.name)
      return CompiledRule(rule, keys: &keys)
    }
    allKeys = keys
    self.rules = rules
  }

  /// The number of the process or device called `name`.
  public func process(_ name: String) -> Int32 {
    if let known = processes.number(of: name) { return known }
    let number = processes.number(adding: name)
    owners.append(number)
    let owner = DeviceName(name).owner
    if !owner.utf8.elementsEqual(name.utf8) { owners[Int(number)] = process(owner) }
    return number
  }

  private static let keyListsMax = 16

  /// The array that payloads with these keys share, so that two of them are mostly found the same
  /// without a look at the keys. Complexity: O(keys).
  func shared(_ keys: [Int32]) -> [Int32] {
    if let known = keyLists.first(where: { $0 == keys }) { return known }
    if keyLists.count < Self.keyListsMax { keyLists.append(keys) }
    return keys
  }

  /// The device that owns the stores of `process`.
  public func owner(of process: Int32) -> Int32 { owners[Int(process)] }

  /// The device whose owner's name is `name`, as events call it.
  public func deviceName(_ number: Int32) -> DeviceName { DeviceName(processes[number]) }

  /// The rule's compiled form; nil if the catalog has no such rule.
  public func catalogRule(_ rule: Int32) -> CompiledRule? {
    Int(rule) < catalogRules.count ? catalogRules[Int(rule)] : nil
  }
}

/// A catalog rule over key numbers.
public struct CompiledRule: Sendable {
  /// The keys it names, in order of first appearance.
  public let keys: [Int32]
  /// Whether its answer decides what the user has paid for.
  public let isEntitlement: Bool
  private let root: Node

  private indirect enum Node: Sendable {
    case absent(Int32)
    case isTrue(Int32)
    case any([Node])
    case all([Node])
    case not(Node)
  }

  init(_ rule: CatalogRule, keys: inout SettingsKeys) {
    isEntitlement = rule.isEntitlement
    var numbers: [Int32] = []
    for name in rule.expression.keys { numbers.append(keys.numberAdding(name)) }
    self.keys = numbers
    root = Self.node(rule.expression, keys: &keys)
  }

  private static func node(_ expression: RuleExpression, keys: inout SettingsKeys) -> Node {
    switch expression {
    case .absent(let key): return .absent(keys.numberAdding(key))
    case .isTrue(let key): return .isTrue(keys.numberAdding(key))
    case .any(let parts): return .any(parts.map { node($0, keys: &keys) })
    case .all(let parts): return .all(parts.map { node($0, keys: &keys) })
    case .not(let part): return .not(node(part, keys: &keys))
    }
  }

  /// The keys whose readings make the answer, whatever the others read as, in the order of `keys`:
  /// of a yes that several ways lead to, the keys of the ways that hold.
  /// - Parameters:
  ///   - reading: the value a key reads as in the asking process; 0 = absent.
  ///   - isTrue: whether a value reads as true.
  public func deciding(reading: (Int32) -> Int32, isTrue: (Int32) -> Bool) -> [Int32] {
    func decided(_ node: Node) -> (holds: Bool, by: [Int32]) {
      switch node {
      case .absent(let key): return (reading(key) == 0, [key])
      case .isTrue(let key): return (isTrue(reading(key)), [key])
      case .not(let part):
        let part = decided(part)
        return (!part.holds, part.by)
      case .any(let parts): return join(parts.map(decided), decisive: true)
      case .all(let parts): return join(parts.map(decided), decisive: false)
      }
    }
    func join(
      _ parts: [(holds: Bool, by: [Int32])], decisive: Bool
    ) -> (holds: Bool, by: [Int32]) {
      let deciding = parts.filter { $0.holds == decisive }
      return deciding.isEmpty
        ? (!decisive, parts.flatMap(\.by)) : (decisive, deciding.flatMap(\.by))
    }
    let deciding = Set(decided(root).by)
    return keys.filter(deciding.contains)
  }

  /// The answer, from what each key reads as.
  /// - Parameters:
  ///   - reading: the value a key reads as in the asking process; 0 = absent.
  ///   - isTrue: whether a value reads as true.
  ///   - absentAsFalse: whether to take every absent key as stored false.
  public func answer(
    reading: (Int32) -> Int32, isTrue: (Int32) -> Bool, absentAsFalse: Bool
  ) -> Bool {
    func holds(_ node: Node) -> Bool {
      switch node {
      case .absent(let key): !absentAsFalse && reading(key) == 0
      case .isTrue(let key): isTrue(reading(key))
      case .any(let parts): parts.contains(where: holds)
      case .all(let parts): parts.allSatisfy(holds)
      case .not(let part): !holds(part)
      }
    }
    return holds(root)
  }
}
