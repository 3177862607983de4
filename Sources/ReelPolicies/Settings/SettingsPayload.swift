/// What one settings message carries: values by key, and what rides along.
public struct SettingsPayload: Sendable, Equatable {
  /// The keys, ascending.
  public var keys: [Int32] = []
  /// The value of each key; never 0.
  public var values: [Int32] = []
  /// The keys whose value the sender only registered; known to the sender, not carried.
  public var registeredOnly: [Int32] = []
  /// The keys that the sender lists as removed, ascending.
  public var removed: [Int32] = []
  /// A number that only grows, of a `numbered` sender.
  public var number: Int64?
  /// The first number of the sender's installation, which tells one installation from the next.
  public var installation: Int64?

  /// A payload of nothing.
  public init() {}

  /// Whether it carries a value for `key`. Complexity: O(log n).
  public func sets(_ key: Int32) -> Bool { index(of: key) != nil }

  /// The value it carries for `key`; 0 for none. Complexity: O(log n).
  public func value(of key: Int32) -> Int32 { index(of: key).map { values[$0] } ?? 0 }

  /// Calls `body` with the keys and their values, to go through all of them.
  @inlinable public func withMembers<Result>(
    _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in body(keys, values) }
    }
  }

  /// Whether a receiver could tell the two apart.
  public static func == (one: SettingsPayload, other: SettingsPayload) -> Bool {
    one.keys == other.keys && one.values == other.values && one.removed == other.removed
      && one.number == other.number && one.installation == other.installation
  }

  /// Where a key is among the keys; nil for none. Complexity: O(log n).
  func index(of key: Int32) -> Int? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }
}

/// The member names under which a settings message carries what is no setting.
///
/// A catalog may not name a key that begins with `#`, so they cannot clash with one.
public enum Rider {
  /// The number of a numbered message.
  public static let number = "#number"
  /// The first number of the sender's installation.
  public static let installation = "#installation"
  /// The list of keys that the sender removed.
  public static let removed = "#removed"

  /// Whether `name` is a rider's, known or not, and no key's.
  public static func isRider(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "#") }
}

/// What applying a message does to a store, half by half.
public struct SettingsEffect: Sendable, Equatable {
  /// One key set to a value.
  public struct Setting: Sendable, Equatable {
    /// The key.
    public var key: Int32
    /// The value it gets; never 0.
    public var value: Int32

    /// `key` set to `value`.
    public init(key: Int32, value: Int32) {
      self.key = key
      self.value = value
    }
  }

  /// Which half comes first.
  public var order: SettingsPolicy.Apply
  /// The keys removed.
  public var cleared: [Int32] = []
  /// The keys set.
  public var applied: [Setting] = []
  /// Whether neither half changes anything.
  public var isEmpty: Bool { cleared.isEmpty && applied.isEmpty }

  /// No effect, in the given order of halves.
  public init(order: SettingsPolicy.Apply) { self.order = order }

  mutating func reset(order: SettingsPolicy.Apply) {
    self.order = order
    cleared.removeAll(keepingCapacity: true)
    applied.removeAll(keepingCapacity: true)
  }

  /// Leaves only the half that comes first: the process died before the other.
  public mutating func cutShort() {
    switch order {
    case .clearFirst: applied.removeAll(keepingCapacity: true)
    case .setFirst: cleared.removeAll(keepingCapacity: true)
    }
  }
}
