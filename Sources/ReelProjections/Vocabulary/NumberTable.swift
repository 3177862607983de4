/// One value for each number of a vocabulary that was met: a device, a list, a rule.
///
/// Numbers are small and dense, so that a look-up is one index and nothing is hashed. They are
/// never negative: where -1 stands for nobody, a dictionary is the thing to use.
public struct NumberTable<Value> {
  @usableFromInline var values: ContiguousArray<Value?> = []

  /// An empty table.
  public init() {}

  /// The value of `number`; nil for one that has none, and for a negative one.
  @inlinable public subscript(number: Int32) -> Value? {
    get { number >= 0 && Int(number) < values.count ? values[Int(number)] : nil }
    set {
      if Int(number) >= values.count {
        if newValue == nil { return }
        values.append(contentsOf: repeatElement(nil, count: Int(number) + 1 - values.count))
      }
      values[Int(number)] = newValue
    }
  }

  /// The value of `number`, made from `first` where there is none.
  @inlinable public subscript(number: Int32, default first: @autoclosure () -> Value) -> Value {
    get { self[number] ?? first() }
    _modify {
      var value = self[number] ?? first()
      self[number] = nil
      defer { self[number] = value }
      yield &value
    }
  }

  /// Whether no number ever had a value.
  @inlinable public var isEmpty: Bool { values.isEmpty }

  /// The numbers that have a value, ascending.
  @inlinable public var numbers: [Int32] {
    values.indices.filter { values[$0] != nil }.map { Int32($0) }
  }
}

/// A direction between two devices.
public struct Direction: Sendable {
  /// The sending device.
  public let sender: Int32
  /// The receiving device.
  public let receiver: Int32

  /// From `sender` to `receiver`.
  @inlinable public init(sender: Int32, receiver: Int32) {
    self.sender = sender
    self.receiver = receiver
  }
}

/// One value for each direction between two devices.
public struct LinkTable<Value> {
  /// By sender, then by receiver; rows are as long as they have to be.
  @usableFromInline var rows: ContiguousArray<ContiguousArray<Value?>> = []

  /// An empty table.
  public init() {}

  /// The value of the direction from `sender` to `receiver`; nil where it has none.
  @inlinable public subscript(sender: Int32, receiver: Int32) -> Value? {
    get {
      let (sender, receiver) = (Int(sender), Int(receiver))
      guard rows.indices.contains(sender), rows[sender].indices.contains(receiver) else {
        return nil
      }
      return rows[sender][receiver]
    }
    set {
      reserve(sender, receiver)
      rows[Int(sender)][Int(receiver)] = newValue
    }
  }

  /// Changes the value of a direction in place; it begins as `first`.
  @inlinable public mutating func change(
    _ sender: Int32, _ receiver: Int32, first: @autoclosure () -> Value,
    _ body: (inout Value) -> Void
  ) {
    reserve(sender, receiver)
    var value = rows[Int(sender)][Int(receiver)] ?? first()
    rows[Int(sender)][Int(receiver)] = nil
    body(&value)
    rows[Int(sender)][Int(receiver)] = value
  }

  /// Makes room for a direction.
  @inlinable mutating func reserve(_ sender: Int32, _ receiver: Int32) {
    let (sender, receiver) = (Int(sender), Int(receiver))
    while rows.count <= sender { rows.append([]) }
    while rows[sender].count <= receiver { rows[sender].append(nil) }
  }

  /// The directions that have a value, by sender, then by receiver.
  @inlinable public var directions: [Direction] {
    rows.indices.flatMap { sender in
      rows[sender].indices.filter { rows[sender][$0] != nil }
        .map { Direction(sender: Int32(sender), receiver: Int32($0)) }
    }
  }
}
