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
  public var order: SettingsPolicy.Apply
  /// Room for what becomes of keys, of which the first `count` are used.
  private var room: ContiguousArray<Write> = []
  private var count = 0

  /// No effect, in the given order of halves.
  public init(order: SettingsPolicy.Apply) { self.order = order }

  /// What becomes of each key that either half changes, ascending.
  public var writes: ArraySlice<Write> { ArraySlice(room[..<count]) }
  /// The keys removed, ascending. Complexity: O(n).
  public var cleared: [Int32] { writes.filter(\.isCleared).map(\.key) }
  /// The keys set, ascending. Complexity: O(n).
  public var applied: [Setting] {
    writes.filter { $0.value != 0 }.map { Setting(key: $0.key, value: $0.value) }
  }
  /// Whether neither half changes anything.
  public var isEmpty: Bool { count == 0 }

  /// Calls `body` with what becomes of each key, ascending: as `writes`, without a copy.
  public func withWrites(_ body: (UnsafeBufferPointer<Write>) -> Void) {
    room.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Whether both do the same in the same order.
  public static func == (one: SettingsEffect, other: SettingsEffect) -> Bool {
    one.order == other.order && one.writes == other.writes
  }

  /// Has `body` fill in up to `capacity` writes, ascending, and tell how many.
  mutating func fill(
    order: SettingsPolicy.Apply, capacity: Int,
    _ body: (UnsafeMutableBufferPointer<Write>) -> Int
  ) {
    self.order = order
    if room.count < capacity {
      let blank = Write(key: 0, value: 0, isCleared: false)
      room.append(contentsOf: repeatElement(blank, count: capacity - room.count))
    }
    count = room.withUnsafeMutableBufferPointer { body($0) }
  }

  /// Leaves only the half that comes first: the process died before the other.
  public mutating func cutShort() {
    var left = writes.filter { order == .clearFirst ? $0.isCleared : $0.value != 0 }
    for index in left.indices {
      switch order {
      case .clearFirst: left[index].value = 0
      case .setFirst: left[index].isCleared = false
      }
    }
    room = ContiguousArray(left)
    count = left.count
  }
}
