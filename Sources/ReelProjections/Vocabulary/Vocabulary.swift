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
  @usableFromInline @exclusivity(unchecked) private(set) var allKeys: SettingsKeys
  @usableFromInline @exclusivity(unchecked) private(set) var allValues = ValueTable()
  /// Makes the payloads of all worlds.
  @exclusivity(unchecked) var payloads = PayloadStock()
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
  /// The lists of keys that payloads had lately.
  @exclusivity(unchecked) private var keyLists: [[Int32]] = []
  /// How many lists of keys were met.
  @exclusivity(unchecked) private var keyListCount = 0
  /// The device that owns a process's stores, as a process number.
  @exclusivity(unchecked) private var owners: [Int32] = []

  /// How many distinct keys a recording may have: every device keeps a cell for each.
  public static let keysMax = 100_000
  /// How many devices and processes a recording may have: each keeps the cells of all keys.
  public static let processesMax = 1_000
  /// How many cells a recording may have, one for each key in each process: a world keeps some 30
  /// bytes of each.
  public static let cellsMax = 10_000_000

  /// How many rules a recording may name: each device keeps the last answer of each.
  public static let rulesMax = EventLimits.catalogRulesMax
  /// How many lists a recording may name: each device keeps each.
  public static let listsMax = 10_000
  /// How many answers a recording may have, one for each rule on each process.
  public static let answersMax = 1_000_000

  /// How many names the recording has so far of those whose numbers are limited.
  @inlinable public var limitedCount: Int {
    allKeys.names.count &+ processes.names.count &+ rules.names.count &+ lists.names.count
  }

  /// What the recording has too much of, as a sentence; nil while it keeps to the limits.
  public var excess: String? {
    let (keyCount, processCount) = (keys.names.count, processes.names.count)
    let (ruleCount, listCount) = (rules.names.count, lists.names.count)
    for (count, most, name) in [
      (keyCount, Self.keysMax, "distinct keys"),
      (processCount, Self.processesMax, "devices and processes"),
      (ruleCount, Self.rulesMax, "rules"), (listCount, Self.listsMax, "lists"),
    ] where count > most {
      return "the recording has more than \(most) \(name), the most that a replay keeps"
    }
    for (count, most, name, cells) in [
      (keyCount, Self.cellsMax, "distinct keys", "cells"),
      (ruleCount, Self.answersMax, "rules", "answers"),
    ] where count * processCount > most {
      return
        "the recording has \(count) \(name) on \(processCount) devices and processes, "
        + "more than the \(most) \(cells) that a replay keeps"
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
    if keyLists.count < Self.keyListsMax {
      keyLists.append(keys)
    } else {
      keyLists[keyListCount % Self.keyListsMax] = keys
    }
    keyListCount += 1
    return keys
  }

  /// The device that owns the stores of `process`.
  public func owner(of process: Int32) -> Int32 { owners[Int(process)] }

  /// The device whose owner's name is `name`, as events call it.
  public func deviceName(_ number: Int32) -> DeviceName { DeviceName(processes[number]) }

  /// Whether the catalog has a rule.
  @inlinable public func hasCatalogRule(_ rule: Int32) -> Bool { Int(rule) < catalogRules.count }

  /// The rule's compiled form; nil if the catalog has no such rule.
  public func catalogRule(_ rule: Int32) -> CompiledRule? {
    Int(rule) < catalogRules.count ? catalogRules[Int(rule)] : nil
  }

  /// The rule's compiled form, uncounted: it is kept for good.
  func lentRule(_ rule: Int32) -> Unmanaged<CompiledRule>? { catalogRule(rule).lent }
}
