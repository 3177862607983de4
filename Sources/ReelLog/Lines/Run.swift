/// A growing run of trivial elements that nothing is checked of: the columns of a scan, which grow
/// by an element a line.
///
/// Whoever makes one frees it. Copies share the room.
struct Run<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  var count = 0
  private var room: Int

  init(room: Int) {
    precondition(room > 0, "A run has room for something.")
    self.room = room
    base = .allocate(capacity: room)
  }

  func free() { base.deallocate() }

  /// The elements.
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == room { grow(by: 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds all of `elements`.
  mutating func append(contentsOf elements: [Element]) {
    elements.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Adds all of `elements`.
  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    reserve(elements.count)
    _ = UnsafeMutableBufferPointer(start: base + count, count: elements.count)
      .initialize(from: elements)
    count += elements.count
  }

  /// Adds `count` elements that stand at `start`.
  @inline(__always)
  mutating func appendCopy(from start: Int, _ count: Int) {
    reserve(count &+ Self.blockBytes)
    let (source, target) = (
      UnsafeRawPointer(base + start), UnsafeMutableRawPointer(base + self.count)
    )
    let bytes = count &* MemoryLayout<Element>.stride
    var index = 0
    // A block at a time, some of it for nothing: there is room, and most runs are short.
    repeat {
      let block = source.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
      target.storeBytes(of: block, toByteOffset: index, as: SIMD8<UInt64>.self)
      index &+= Self.blockBytes
    } while index < bytes
    self.count &+= count
  }

  private static var blockBytes: Int { 64 }

  /// Makes room for `more` elements.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if room &- count < more { grow(by: more) }
  }

  /// Makes room for `more` elements.
  @inline(never)
  private mutating func grow(by more: Int) {
    room = max(room * 2, count + more)
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: room)
    wider.moveInitialize(from: base, count: count)
    base.deallocate()
    base = wider
  }
}

extension Run<Int32> {
  /// Adds `count` elements that stand at `start`, each greater by `shift`.
  @inline(__always)
  mutating func appendCopy(from start: Int, _ count: Int, adding shift: Int32) {
    let first = self.count
    appendCopy(from: start, count)
    if shift == 0 { return }
    for index in first..<self.count { self[index] &+= shift }
  }
}

extension Array {
  /// Adds the elements of `run`.
  mutating func append(_ run: Run<Element>) { append(contentsOf: run.elements) }
}
