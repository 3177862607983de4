import ReelEvents

/// The columns that have an element for every event, while lines are scanned.
///
/// They grow together, so that a line asks once whether there is room. Whoever makes them frees
/// them. Copies share the room.
struct LineColumns {
  /// One event of the columns.
  struct Row {
    var kind: EventKind
    var instant: Int64
    var device: Int32
    var store: Int32 = -1
    var key: Int32 = -1
    var value: Int32 = -1
    var detail: Int32 = -1
  }

  private static let roomMin = 1024

  private(set) var count = 0
  private var room = roomMin
  private var kinds = UnsafeMutablePointer<EventKind>.allocate(capacity: roomMin)
  private var instants = UnsafeMutablePointer<Int64>.allocate(capacity: roomMin)
  private var devices = UnsafeMutablePointer<Int32>.allocate(capacity: roomMin)
  private var stores = UnsafeMutablePointer<Int32>.allocate(capacity: roomMin)
  private var keys = UnsafeMutablePointer<Int32>.allocate(capacity: roomMin)
  private var values = UnsafeMutablePointer<Int32>.allocate(capacity: roomMin)
  private var details = UnsafeMutablePointer<Int32>.allocate(capacity: roomMin)
  private var lines = UnsafeMutablePointer<ByteRange>.allocate(capacity: roomMin)

  func free() {
    kinds.deallocate()
    instants.deallocate()
    devices.deallocate()
    stores.deallocate()
    keys.deallocate()
    values.deallocate()
    details.deallocate()
    lines.deallocate()
  }

  mutating func removeAll() { count = 0 }

  /// Adds the event of the line at `line`.
  @inline(__always)
  mutating func append(_ row: Row, line: Range<Int>) {
    if count == room { grow() }
    (kinds + count).initialize(to: row.kind)
    (instants + count).initialize(to: row.instant)
    (devices + count).initialize(to: row.device)
    (stores + count).initialize(to: row.store)
    (keys + count).initialize(to: row.key)
    (values + count).initialize(to: row.value)
    (details + count).initialize(to: row.detail)
    (lines + count).initialize(to: ByteRange(line))
    count &+= 1
  }

  /// Adds the columns to those of `batch`.
  func fill(_ batch: inout EventBatch) {
    batch.kinds.append(contentsOf: UnsafeBufferPointer(start: kinds, count: count))
    batch.instants.append(contentsOf: UnsafeBufferPointer(start: instants, count: count))
    batch.devices.append(contentsOf: UnsafeBufferPointer(start: devices, count: count))
    batch.stores.append(contentsOf: UnsafeBufferPointer(start: stores, count: count))
    batch.keys.append(contentsOf: UnsafeBufferPointer(start: keys, count: count))
    batch.valueIndices.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
    batch.details.append(contentsOf: UnsafeBufferPointer(start: details, count: count))
    batch.lines.append(contentsOf: UnsafeBufferPointer(start: lines, count: count))
  }

  @inline(never)
  private mutating func grow() {
    func widen<Element>(_ column: inout UnsafeMutablePointer<Element>) {
      let wider = UnsafeMutablePointer<Element>.allocate(capacity: room * 2)
      wider.moveInitialize(from: column, count: count)
      column.deallocate()
      column = wider
    }
    widen(&kinds)
    widen(&instants)
    widen(&devices)
    widen(&stores)
    widen(&keys)
    widen(&values)
    widen(&details)
    widen(&lines)
    room *= 2
  }
}
