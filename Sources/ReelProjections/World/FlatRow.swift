/// Plain values side by side in memory of their own, as many as were asked for or appended.
///
/// Arrays ask at every write whether they share their memory, and count a reference whenever they
/// are handed on; at what is written and handed on at every event, that is most of the work. The
/// memory is never shared, and indices are checked.
struct FlatRow<Element: BitwiseCopyable>: ~Copyable {
  private var room: UnsafeMutableBufferPointer<Element>
  /// How many values there are.
  private(set) var count = 0

  /// A row of no values.
  init() { room = .allocate(capacity: 8) }

  /// `element`, `count` times.
  init(repeating element: Element, count: Int) {
    room = .allocate(capacity: count)
    room.initialize(repeating: element)
    self.count = count
  }

  deinit { room.deallocate() }

  /// The places of the values.
  var indices: Range<Int> { 0..<count }

  /// The value at a place.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      check(index)
      return room[index]
    }
    @inline(__always) set {
      check(index)
      room[index] = newValue
    }
  }

  /// The values, until the row is changed or gone.
  var values: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: room.baseAddress, count: count)
  }

  /// Adds a value at the end.
  @inline(__always) mutating func append(_ element: Element) {
    if count == room.count { reserve(count + 1) }
    room.initializeElement(at: count, to: element)
    count &+= 1
  }

  /// Removes all values and keeps the room.
  mutating func empty() { count = 0 }

  /// Adds values at the end until there are `count`.
  mutating func grow(to count: Int, filling element: Element) {
    reserve(count)
    while self.count < count { append(element) }
  }

  /// Moves the last `kept` values to the front and removes the others.
  mutating func keepLast(_ kept: Int) {
    for place in 0..<kept { self[place] = self[count - kept + place] }
    count = kept
  }

  /// Has `body` write values in place of the present ones, at most `most` of them; it gives how
  /// many it wrote, and nil for none.
  mutating func refill(
    atMost most: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Int?
  ) -> Bool {
    reserve(most)
    let written = body(room)
    count = min(written ?? 0, room.count)
    return written != nil
  }

  @inline(never) private mutating func reserve(_ capacity: Int) {
    if capacity <= room.count { return }
    let more = UnsafeMutableBufferPointer<Element>.allocate(
      capacity: max(capacity, room.count * 2))
    _ = more.initialize(fromContentsOf: values)
    room.deallocate()
    room = more
  }

  @inline(__always) private func check(_ index: Int) {
    precondition(index >= 0 && index < count, "an index of a row is within it")
  }
}

extension FlatRow where Element: Comparable {
  /// Sorts the values and removes what is there twice. Complexity: O(n * n), of few values.
  mutating func sortUnique() {
    var sorted = 0
    for next in 0..<count {
      let element = room[next]
      var place = sorted
      while place > 0 && room[place - 1] > element { place -= 1 }
      if place > 0 && room[place - 1] == element { continue }
      var moved = sorted
      while moved > place {
        room[moved] = room[moved - 1]
        moved -= 1
      }
      room[place] = element
      sorted += 1
    }
    count = sorted
  }
}
