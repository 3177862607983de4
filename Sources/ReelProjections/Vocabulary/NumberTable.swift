/// One value for each number of a vocabulary: a device, a list, a rule, a key.
///
/// Numbers are small and dense, so that a look-up is one index and nothing is hashed. They are
/// never negative: where -1 stands for nobody, a dictionary is the thing to use. The values lie in
/// memory that nobody shares, so that one is read and changed where it is: nothing is retained, and
/// no change asks whose the memory is.
public struct NumberTable<Value>: ~Copyable {
  /// The values of the numbers below `count`; all of them are initialised.
  @usableFromInline private(set) var values: UnsafeMutablePointer<Value>
  /// How many numbers have room.
  @usableFromInline private(set) var count = 0
  /// What every value is at first.
  @usableFromInline let first: UnsafeMutablePointer<Value>

  /// A table in which every value is `first`.
  @inlinable public init(first: Value) {
    self.first = .allocate(capacity: 1)
    self.first.initialize(to: first)
    values = .allocate(capacity: 0)
  }

  deinit {
    values.deinitialize(count: count)
    values.deallocate()
    first.deinitialize(count: 1)
    first.deallocate()
  }

  /// The value of `number`.
  @inlinable public subscript(number: Int32) -> Value {
    _read { yield place(of: number).pointee }
    _modify {
      if !has(number) { makeRoom(for: number) }
      yield &values[Int(number)]
    }
  }

  /// Where the value of a number is to be read.
  @inlinable func place(of number: Int32) -> UnsafeMutablePointer<Value> {
    has(number) ? values + Int(number) : first
  }

  /// The numbers that have room, ascending: those of which a value was set, and more.
  @inlinable public var numbers: Range<Int32> { 0..<Int32(count) }

  @inlinable func has(_ number: Int32) -> Bool {
    UInt32(bitPattern: number) < UInt32(truncatingIfNeeded: count)
  }

  @inline(never) @usableFromInline
  mutating func makeRoom(for number: Int32) {
    precondition(number >= 0, "a table has no value for nobody")
    let room = max(Int(number) + 1, count * 2, 4)
    let wider = UnsafeMutablePointer<Value>.allocate(capacity: room)
    wider.moveInitialize(from: values, count: count)
    (wider + count).initialize(repeating: first.pointee, count: room - count)
    values.deallocate()
    (values, count) = (wider, room)
  }
}

/// One value for each pair of numbers: for a direction between two devices, for a key on a device.
public struct PairTable<Value>: ~Copyable {
  /// By the first number, then by the second; rows are as long as they have to be.
  @usableFromInline var rows: NumberTable<UnsafeMutableBufferPointer<Value>>
  /// What every value is at first.
  @usableFromInline let first: UnsafeMutablePointer<Value>

  /// A table in which every value is `first`.
  @inlinable public init(first: Value) {
    self.first = .allocate(capacity: 1)
    self.first.initialize(to: first)
    rows = NumberTable(first: UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  deinit {
    for number in rows.numbers {
      rows[number].deinitialize()
      rows[number].deallocate()
    }
    first.deinitialize(count: 1)
    first.deallocate()
  }

  /// The value of `one` and `other`, in this order.
  @inlinable public subscript(one: Int32, other: Int32) -> Value {
    _read { yield place(of: one, other).pointee }
    _modify {
      if !has(one, other) { makeRoom(for: one, other) }
      yield &rows.values[Int(one)][Int(other)]
    }
  }

  /// Where the value of a pair is to be read.
  @inlinable func place(of one: Int32, _ other: Int32) -> UnsafeMutablePointer<Value> {
    let row = rows.place(of: one).pointee
    guard let start = row.baseAddress,
      UInt32(bitPattern: other) < UInt32(truncatingIfNeeded: row.count)
    else { return first }
    return start + Int(other)
  }

  /// The first numbers of pairs that have room, ascending, and more.
  @inlinable public var numbers: Range<Int32> { rows.numbers }

  /// The pairs that have room, by their first number, then by the second: those of which a value
  /// was set, and more.
  public var pairs: [(Int32, Int32)] {
    rows.numbers.flatMap { one in seconds(of: one).map { (one, $0) } }
  }

  /// The numbers that have room after `one`, ascending.
  public func seconds(of one: Int32) -> Range<Int32> { 0..<Int32(rows[one].count) }

  /// Sets every value of `one` to what it was at first.
  public mutating func forget(_ one: Int32) { rows[one].update(repeating: first.pointee) }

  @inlinable func has(_ one: Int32, _ other: Int32) -> Bool {
    rows.has(one)
      && UInt32(bitPattern: other) < UInt32(truncatingIfNeeded: rows.values[Int(one)].count)
  }

  @inline(never) @usableFromInline
  mutating func makeRoom(for one: Int32, _ other: Int32) {
    precondition(other >= 0, "a table has no value for nobody")
    let row = rows[one]
    let room = max(Int(other) + 1, row.count * 2, 4)
    let wider = UnsafeMutableBufferPointer<Value>.allocate(capacity: room)
    let rest = wider[wider.moveInitialize(fromContentsOf: row)...]
    UnsafeMutableBufferPointer(rebasing: rest).initialize(repeating: first.pointee)
    row.deallocate()
    rows[one] = wider
  }
}
