/// What one settings message carries: values by key, and what rides along.
public struct SettingsPayload: Sendable, Equatable {
  /// The keys, ascending.
  public var keys: [Int32] = []
  /// The value of each key; never 0.
  public var values: [Int32] = []
  /// What most payloads do without; nil where all of it is empty.
  private var riders: Riders?

  /// A payload of nothing.
  public init() {}

  private init(keys: [Int32], values: [Int32], riders: Riders?) {
    (self.keys, self.values, self.riders) = (keys, values, riders)
  }

  /// Whether it carries a value for `key`. Complexity: O(log n).
  public func sets(_ key: Int32) -> Bool { index(of: key) != nil }

  /// The value it carries for `key`; 0 for none. Complexity: O(log n).
  public func value(of key: Int32) -> Int32 { index(of: key).map { values[$0] } ?? 0 }

  /// The same keys and riders with other values at `places`, by their keys. Complexity: O(keys).
  public func replacingValues(
    at places: UnsafeBufferPointer<Int32>, with value: (_ key: Int32) -> Int32
  ) -> SettingsPayload {
    // An array made without values asks the runtime for its type; a copy of a buffer does not.
    var changed = values.withUnsafeBufferPointer { Array($0) }
    changed.withUnsafeMutableBufferPointer { changed in
      keys.withUnsafeBufferPointer { keys in
        for place in places { changed[Int(place)] = value(keys[Int(place)]) }
      }
    }
    return SettingsPayload(keys: keys, values: changed, riders: riders)
  }

  /// Calls `body` with the keys and their values, to go through all of them.
  func withMembers<Result>(
    _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in body(keys, values) }
    }
  }

  /// Where a key is among the keys; nil for none. Complexity: O(log n).
  func index(of key: Int32) -> Int? { keys.withUnsafeBufferPointer { Self.index(of: key, in: $0) } }

  /// Where a key is among ascending keys, each there once; nil for none. Complexity: O(log n), and
  /// less where few numbers are missing between the keys: those tell how far off it can be.
  public static func index(of key: Int32, in keys: UnsafeBufferPointer<Int32>) -> Int? {
    guard let first = keys.first, let last = keys.last, first <= key, key <= last else {
      return nil
    }
    return index(
      of: key, in: keys, from: max(0, keys.count - 1 - (Int(last) - Int(key))),
      through: min(keys.count - 1, Int(key) - Int(first)))
  }

  /// Where a key is among ascending keys, if it is between two places. Complexity: O(log n).
  static func index(
    of key: Int32, in keys: UnsafeBufferPointer<Int32>, from first: Int, through last: Int
  ) -> Int? {
    var (low, high) = (first, last)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low == high && keys[low] == key ? low : nil
  }
}

/// What rides along with the settings. It is one reference in a payload, so that copying one takes
/// no time over what it mostly has not.
extension SettingsPayload {
  private final class Riders: Sendable {
    let registeredOnly: [Int32]
    let removed: [Int32]
    let number: Int64?
    let installation: Int64?

    /// nil where all of it is empty.
    init?(registeredOnly: [Int32], removed: [Int32], number: Int64?, installation: Int64?) {
      if registeredOnly.isEmpty && removed.isEmpty && number == nil && installation == nil {
        return nil
      }
      self.registeredOnly = registeredOnly
      self.removed = removed
      self.number = number
      self.installation = installation
    }
  }

  /// Whether anything rides along, or some value is only registered.
  public var hasRiders: Bool { riders != nil }

  /// The keys whose value the sender only registered; known to the sender, not carried.
  public var registeredOnly: [Int32] {
    get { riders?.registeredOnly ?? [] }
    set { setRiders(newValue, removed, number, installation) }
  }
  /// The keys that the sender lists as removed, ascending.
  public var removed: [Int32] {
    get { riders?.removed ?? [] }
    set { setRiders(registeredOnly, newValue, number, installation) }
  }
  /// A number that only grows, of a `numbered` sender.
  public var number: Int64? {
    get { riders?.number }
    set { setRiders(registeredOnly, removed, newValue, installation) }
  }
  /// The first number of the sender's installation, which tells one installation from the next.
  public var installation: Int64? {
    get { riders?.installation }
    set { setRiders(registeredOnly, removed, number, newValue) }
  }

  /// Sets what a message carries besides its settings.
  mutating func ride(removed: [Int32], number: Int64?, installation: Int64?) {
    if riders == nil && removed.isEmpty && number == nil { return }
    setRiders(registeredOnly, removed, number, installation)
  }

  private mutating func setRiders(
    _ registeredOnly: [Int32], _ removed: [Int32], _ number: Int64?, _ installation: Int64?
  ) {
    riders = Riders(
      registeredOnly: registeredOnly, removed: removed, number: number, installation: installation)
  }

  /// Whether a receiver could tell the two apart.
  public static func == (one: SettingsPayload, other: SettingsPayload) -> Bool {
    one.keys == other.keys && one.values == other.values
      && (one.riders === other.riders
        || one.removed == other.removed && one.number == other.number
          && one.installation == other.installation)
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
