public import ReelEvents

/// The keys of a catalog as small numbers, in the order of their names' UTF-8 bytes.
///
/// A key that the catalog does not know gets the next number when it is first met.
public struct SettingsKeys: Sendable {
  /// The names by number; the catalog's come first.
  public private(set) var names: [String]
  /// The size of each name in a payload's canonical text, in bytes: quotes, colon and comma
  /// included.
  public private(set) var textSizes: ContiguousArray<Int32>
  /// How many of the names are the catalog's.
  public let catalogCount: Int
  /// Whether the catalog syncs the key, by number.
  public let isSynced: [Bool]
  /// The audience of a catalog key, by number.
  public let audiences: [Audience]
  /// The numbers of the keys that an entitlement rule names, ascending.
  public let entitlementKeys: [Int32]
  private var numbers: [KeyText: Int32]

  /// Numbers the keys of `catalog`. Complexity: O(n log n).
  public init(_ catalog: Catalog) {
    let sorted = catalog.keys.sorted { utf8Precedes($0.name, $1.name) }
    names = sorted.map(\.name)
    textSizes = ContiguousArray(sorted.map { Self.textSize($0.name) })
    catalogCount = sorted.count
    isSynced = sorted.map(\.isSynced)
    audiences = sorted.map(\.audience)
    var numbers: [KeyText: Int32] = [:]
    for (index, key) in sorted.enumerated() { numbers[KeyText(key.name)] = Int32(index) }
    self.numbers = numbers
    let named = catalog.rules.filter(\.isEntitlement).flatMap { $0.expression.keys }
    entitlementKeys = Set(named.compactMap { numbers[KeyText($0)] }).sorted()
  }

  /// The number of `name`; nil for a key not met so far.
  public func number(of name: String) -> Int32? { numbers[KeyText(name)] }

  /// The number of `name`, a new one if it was not met so far.
  public mutating func numberAdding(_ name: String) -> Int32 {
    if let known = numbers[KeyText(name)] { return known }
    let number = Int32(names.count)
    names.append(name)
    textSizes.append(Self.textSize(name))
    numbers[KeyText(name)] = number
    return number
  }

  private static func textSize(_ name: String) -> Int32 { Int32(clamping: name.utf8.count + 4) }

  /// Whether the catalog knows the key and syncs it.
  public func isCatalogSynced(_ key: Int32) -> Bool {
    Int(key) < catalogCount && isSynced[Int(key)]
  }
}
