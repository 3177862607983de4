public import ReelEvents

/// A key's value on its way; nil = removed.
public struct CloudWrite: Sendable, Equatable {
  /// The key.
  public var key: String
  /// Its value; nil where it was removed.
  public var value: Value?
  /// From the cloud: the revision that wrote the value. From a device: the newest revision of the
  /// key that it knows; 0 = none.
  public var revision: Int64

  /// A write of `value` to `key`.
  public init(key: String, value: Value?, revision: Int64) {
    self.key = key
    self.value = value
    self.revision = revision
  }
}

/// Writes that go up together.
public struct CloudUpload: Sendable, Equatable {
  /// The device's own number for it, from 1.
  public var number: Int64
  /// The writes, in the order of the keys' bytes.
  public var writes: [CloudWrite]

  /// The upload `number`.
  public init(number: Int64, writes: [CloudWrite]) {
    self.number = number
    self.writes = writes
  }
}

/// Which of a device's uploads the cloud applied last.
public struct LastUpload: Sendable, Equatable {
  /// Its number; 0 = none.
  public var number: Int64 = 0
  /// The revision it made.
  public var revision: Int64 = 0

  /// The upload `number`, which made `revision`.
  public init(number: Int64 = 0, revision: Int64 = 0) {
    self.number = number
    self.revision = revision
  }
}

/// What the quota counts of a set of values.
struct CloudSize: Equatable {
  var keys = 0
  var bytes = 0
  var largestValue = 0

  /// The size of the values under some keys.
  init(of values: some Sequence<Value>) {
    for value in values { add(value) }
  }

  private mutating func add(_ value: Value) {
    let size: Int
    switch value {
    case .string(let text): size = text.utf8.count
    case .data(let data): size = data.count
    case .bool, .integer, .unsigned, .double, .date, .array, .dictionary, .withheld:
      size = value.canonicalBytes.count
    }
    keys += 1
    bytes += size
    largestValue = max(largestValue, size)
  }

  /// Whether a write that leads here fails.
  var isOverQuota: Bool {
    keys > CloudRules.keysMax || bytes > CloudRules.totalSizeMax
      || largestValue > CloudRules.valueSizeMax
  }
}
