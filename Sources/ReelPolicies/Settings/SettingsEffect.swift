/// What applying a message does to a store, key by key; each key belongs to one half or to both.
public struct SettingsEffect: Sendable, Equatable {
  /// What becomes of one key in both halves.
  public struct Write: Sendable, Equatable {
    /// The key.
    public var key: Int32
    /// The value it gets; 0 = none.
    public var value: Int32
    /// Whether it is removed, in the half that clears.
    public var isCleared: Bool
  }

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
  public let order: SettingsPolicy.Apply
  /// What becomes of each key that either half changes, ascending.
  public private(set) var writes: ContiguousArray<Write>

  init(order: SettingsPolicy.Apply, writes: ContiguousArray<Write>) {
    self.order = order
    self.writes = writes
  }

  /// The keys removed, ascending. Complexity: O(n).
  public var cleared: [Int32] { writes.filter(\.isCleared).map(\.key) }
  /// The keys set, ascending. Complexity: O(n).
  public var applied: [Setting] {
    writes.filter { $0.value != 0 }.map { Setting(key: $0.key, value: $0.value) }
  }
  /// Whether neither half changes anything.
  public var isEmpty: Bool { writes.isEmpty }

  /// Leaves only the half that comes first: the process died before the other.
  public mutating func cutShort() {
    writes.removeAll { order == .clearFirst ? !$0.isCleared : $0.value == 0 }
    for index in writes.indices {
      switch order {
      case .clearFirst: writes[index].value = 0
      case .setFirst: writes[index].isCleared = false
      }
    }
  }
}
