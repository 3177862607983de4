public import ReelPolicies

/// A settings payload that was made once and is shared by all who speak of it: the message, the
/// outcome, the link. `PayloadStock` makes them.
public final class SharedPayload: Equatable {
  /// The keys, and what rides along: the payload without its values.
  public let form: SettingsPayload
  /// Tells it from all others of the replay; 1 and more.
  public private(set) var number: Int64 {
    @inlinable get { stockNumber }
    set { stockNumber = newValue }
  }
  @usableFromInline @exclusivity(unchecked) var stockNumber: Int64
  @usableFromInline let room: UnsafeMutableBufferPointer<Int32>
  /// The size of its settings as canonical text, in bytes, riders left out; 0 until it is weighed.
  public internal(set) var textSize: Int64 {
    @inlinable get { weighed }
    set { weighed = newValue }
  }
  @usableFromInline @exclusivity(unchecked) var weighed: Int64 = 0
  /// What is known of its size as a binary property list, in bytes; nil until that was asked for.
  @exclusivity(unchecked) var listSizes: ClosedRange<Int64>?

  /// Shares `payload`, which has a value for each of its keys.
  fileprivate init(_ payload: SettingsPayload, number: Int64) {
    precondition(payload.keys.count == payload.values.count, "a payload has a value for each key")
    var form = payload
    form.values = []
    self.form = form
    stockNumber = number
    room = .allocate(capacity: payload.values.count)
    _ = room.initialize(fromContentsOf: payload.values)
  }

  fileprivate init(like other: SharedPayload) {
    form = other.form
    stockNumber = other.number
    room = .allocate(capacity: other.room.count)
    room.initialize(repeating: 0)
  }

  deinit { room.deallocate() }

  /// Becomes what has the keys and riders of `last`, which it has too, and other values at
  /// `places`.
  fileprivate func become(
    _ number: Int64, after last: SharedPayload, at places: UnsafeBufferPointer<Int32>,
    with value: (_ key: Int32) -> Int32
  ) {
    self.number = number
    weighed = 0
    listSizes = nil
    _ = room.update(fromContentsOf: last.room)
    form.keys.withUnsafeBufferPointer { keys in
      for place in places { room[Int(place)] = value(keys[Int(place)]) }
    }
  }

  /// The payload with its values. Complexity: O(keys).
  public var payload: SettingsPayload {
    var payload = form
    payload.values = Array(room)
    return payload
  }

  /// The keys, ascending.
  public var keys: [Int32] { form.keys }

  /// The value of each key, while the payload is there.
  @inlinable public var values: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(room) }

  /// Calls `body` with the keys and their values, to go through all of them.
  @inlinable public func withMembers<Result>(
    _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    form.keys.withUnsafeBufferPointer { body($0, values) }
  }

  /// The value it carries for `key`; 0 for none. Complexity: O(log n).
  public func value(of key: Int32) -> Int32 {
    withMembers { keys, values in
      SettingsPayload.index(of: key, in: keys).map { values[$0] } ?? 0
    }
  }

  /// Takes over what is known of the size of one that says the same.
  func takeSizes(of other: SharedPayload) {
    textSize = other.textSize
    listSizes = other.listSizes
  }

  /// Whether it is `payload`, and registered alike.
  func says(_ payload: SettingsPayload) -> Bool {
    self.payload == payload && form.registeredOnly == payload.registeredOnly
  }

  /// Whether its keys are known to be those of `other` without a look at them.
  @inline(__always) func sharesKeys(with other: SharedPayload) -> Bool {
    form.keys.withUnsafeBufferPointer { mine in
      other.form.keys.withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress && mine.count == theirs.count
      }
    }
  }

  /// Whether both have the same values in the same places.
  public func hasValues(of other: SharedPayload) -> Bool {
    guard room.count == other.room.count else { return false }
    for place in 0..<room.count where room[place] != other.room[place] { return false }
    return true
  }

  /// Whether a receiver could tell the two apart.
  public static func == (one: SharedPayload, other: SharedPayload) -> Bool {
    one === other || one.form == other.form && one.hasValues(of: other)
  }
}

/// Makes the payloads of a replay and numbers them.
///
/// It keeps some that nobody speaks of any more, and makes the next ones of those: what is written
/// again in place is had for less than what is given back and asked for anew.
struct PayloadStock {
  private static let sparesMax = 8

  private var spares: ContiguousArray<SharedPayload> = []
  private var nextToGo = 0
  private var count: Int64 = 0

  /// Shares `payload`, which has a value for each of its keys. Complexity: O(keys).
  mutating func make(_ payload: SettingsPayload) -> SharedPayload {
    count += 1
    return SharedPayload(payload, number: count)
  }

  /// What has the keys and riders of `last` and other values at `places`, by their keys.
  /// Complexity: O(keys).
  mutating func makeSuccessor(
    of last: SharedPayload, at places: UnsafeBufferPointer<Int32>,
    with value: (_ key: Int32) -> Int32
  ) -> SharedPayload {
    let payload = takeSpare(like: last) ?? SharedPayload(like: last)
    count += 1
    payload.become(count, after: last, at: places, with: value)
    return payload
  }

  /// Lets go of `last`, and keeps what it held if nobody else does.
  @inline(__always) mutating func takeBack(_ last: inout SharedPayload?) {
    if isKnownUniquelyReferenced(&last), let payload = last.take() {
      keep(payload)
    } else if last != nil {
      last = nil
    }
  }

  private mutating func keep(_ payload: consuming SharedPayload) {
    if payload.form.hasRiders { return }
    if spares.count < Self.sparesMax {
      spares.append(payload)
    } else {
      nextToGo = (nextToGo + 1) % Self.sparesMax
      spares[nextToGo] = payload
    }
  }

  /// A payload of the very keys of `last`, to be filled in; nil if there is none.
  private mutating func takeSpare(like last: SharedPayload) -> SharedPayload? {
    if last.form.hasRiders { return nil }
    var index = spares.count - 1
    while index >= 0 {
      if Unmanaged.passUnretained(spares[index]).use({ $0.sharesKeys(with: last) }) {
        spares.swapAt(index, spares.count - 1)
        return spares.removeLast()
      }
      index -= 1
    }
    return nil
  }
}
