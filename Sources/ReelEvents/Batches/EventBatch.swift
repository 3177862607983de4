/// The events of one frame as columns, with ids that are local to the batch.
///
/// Decoding workers fill it; one consumer, in file order, maps each batch's distinct names and
/// values to ids of its own. Every `ByteRange` points into `text`. All columns have `count`
/// elements; `-1` in a column of indices means that the event has no such field.
///
/// Of the kinds `store.set`, `store.remove`, `store.read`, `entitlement.read`, `rule.read`
/// everything stands in the columns; `message.sent` and `message.received` have an element of
/// `messages` besides, `store.cleared` and `store.applied` one of `applies`; every other kind is
/// whole in `events`.
public struct EventBatch: Sendable {
  /// The number in its recording of the first event, from 1, or, where the batch begins with bad
  /// lines, the number that the first of those would have.
  public var firstNumber: Int64 = 1
  /// Where bad lines were left out between the events: empty for a recording without any.
  public var gaps: [Gap] = []
  /// Whether the checksum of the frame held; false for lines of an unclosed tail.
  public var isVerified = true
  /// The lines, then, after `lineBytes`, canonical copies of whatever was not written canonically.
  public var text: [UInt8] = []
  /// How many bytes at the start of `text` are the frame's own lines.
  public var lineBytes = 0

  /// The kind of each event.
  public var kinds: [EventKind] = []
  /// The time of each event, microseconds since 1970.
  public var instants: [Int64] = []
  /// The device of each event: an index into `names`.
  public var devices: [Int32] = []
  /// The store of each event: an index into `names`; -1 = `defaults` or none.
  public var stores: [Int32] = []
  /// The key or rule of each event: an index into `names`.
  public var keys: [Int32] = []
  /// The value of each event: an index into `values`; -1 = absent. For `entitlement.read` and
  /// `rule.read` the answer itself: 0, 1, or -1 for unknown.
  public var valueIndices: [Int32] = []
  /// An index into `messages`, `applies` or `events`, by kind.
  public var details: [Int32] = []
  /// The line of each event, without its line feed. An unknown kind has one too.
  public var lines: [ByteRange] = []

  /// The distinct texts of devices, stores, keys and rules: unescaped UTF-8.
  public var names: [ByteRange] = []
  /// The distinct values: canonical text.
  public var values: [ByteRange] = []
  /// Those of `values` that are no larger than `TextDigest.smallSizeMax`, once more, one behind the
  /// other: whoever looks up all of them does not have to fetch each from where it stands.
  public var smallValues: [UInt8] = []
  /// The hash of each of `values`, so that who looks them up need not make it: as `ByteHash` gives
  /// it, and of those with a digest its lower half.
  public var valueHashes: [UInt64] = []
  /// The digests of those of `values` that are larger than `TextDigest.smallSizeMax`, in order.
  public var digests: [ValueDigest] = []
  /// The messages, in file order.
  public var messages: [MessageColumns] = []
  /// The halves of applying messages, in file order.
  public var applies: [ApplyColumns] = []
  /// Members of the messages' payloads and of the halves, in runs; what was written the same twice
  /// may be the same run.
  public var members: [PayloadMember] = []
  /// Where payloads differ from earlier ones, in runs: indices into their own members.
  public var places: [Int32] = []
  /// The events of the rarer kinds, whole, in file order.
  public var events: [Event] = []

  /// An empty batch.
  public init() {}

  /// The number of events.
  public var count: Int { kinds.count }

  /// The number in its recording of the event in `row`. Complexity: O(log gaps).
  public func number(of row: Int) -> Int64 {
    var low = 0
    var high = gaps.count
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].row <= row { low = middle + 1 } else { high = middle }
    }
    return firstNumber + Int64(row) + (low == 0 ? 0 : Int64(gaps[low - 1].lines))
  }

  /// The digest of the value at an index, where it is a large one. Complexity: O(log digests) for
  /// those, O(1) for all others.
  public func digest(of value: Int32) -> TextDigest? {
    if values[Int(value)].count <= TextDigest.smallSizeMax { return nil }
    var low = 0
    var high = digests.count
    while low < high {
      let middle = (low + high) / 2
      if digests[middle].value < value { low = middle + 1 } else { high = middle }
    }
    return low < digests.count && digests[low].value == value ? digests[low].digest : nil
  }

  /// Empties the batch and keeps its buffers.
  public mutating func removeAll() {
    isVerified = true
    gaps.removeAll()
    text.removeAll(keepingCapacity: true)
    lineBytes = 0
    kinds.removeAll(keepingCapacity: true)
    instants.removeAll(keepingCapacity: true)
    devices.removeAll(keepingCapacity: true)
    stores.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    valueIndices.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    smallValues.removeAll(keepingCapacity: true)
    valueHashes.removeAll(keepingCapacity: true)
    digests.removeAll(keepingCapacity: true)
    messages.removeAll(keepingCapacity: true)
    applies.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

/// Bad lines between two events of a batch; they have numbers too, so that an event's number is
/// that of its line.
public struct Gap: Sendable, Hashable {
  /// The row of the event after them.
  public var row: Int
  /// How many bad lines come before that row, those of earlier gaps included.
  public var lines: Int

  /// The `lines` bad lines before `row`.
  public init(row: Int, lines: Int) {
    self.row = row
    self.lines = lines
  }
}

/// A run of bytes in a batch's text.
public struct ByteRange: Sendable, Hashable {
  /// The first byte.
  public var start: Int32
  /// How many bytes.
  public var count: Int32

  /// The `count` bytes from `start`.
  public init(start: Int32, count: Int32) {
    self.start = start
    self.count = count
  }
}

/// The digest of a large value of a batch.
public struct ValueDigest: Sendable, Equatable {
  /// The value: an index into the batch's `values`.
  public var value: Int32
  /// The digest of its canonical text.
  public var digest: TextDigest

  /// The `digest` of the value at the index `value`.
  public init(value: Int32, digest: TextDigest) {
    self.value = value
    self.digest = digest
  }
}

/// The fields of `message.sent` and `message.received`.
public struct MessageColumns: Sendable {
  /// The message's id: unescaped UTF-8; nil for a pull that names none.
  public var id: ByteRange?
  /// The `messageDigest` of the id, so that who looks it up need not read it; 0 without one.
  public var digest: UInt64
  /// How it travels.
  public var channel: Channel
  /// The receiving device of a sent message: an index into `names`; -1 for a received one.
  public var to: Int32
  /// The key of the key-value store: an index into `names`, or -1.
  public var key: Int32
  /// The recorded reason why nothing was sent or applied.
  public var suppressed: Suppression?
  /// Whether the process died between the halves of the apply.
  public var isInterrupted: Bool
  /// The canonical text of the whole payload; nil where the line has none.
  public var payload: ByteRange?
  /// The payload's members in `EventBatch.members`, where it is a dictionary; else empty.
  public var members: Range<Int>
  /// The first of the members of an earlier payload, which has the same keys; -1 where none is
  /// known.
  public var base: Int32 = -1
  /// In `EventBatch.places`, where the values differ from those of that payload, ascending.
  public var places: Range<Int32> = 0..<0

  /// The columns of a message.
  public init(
    id: ByteRange?, digest: UInt64, channel: Channel, to: Int32, key: Int32,
    suppressed: Suppression?, isInterrupted: Bool, payload: ByteRange?, members: Range<Int>
  ) {
    self.id = id
    self.digest = digest
    self.channel = channel
    self.to = to
    self.key = key
    self.suppressed = suppressed
    self.isInterrupted = isInterrupted
    self.payload = payload
    self.members = members
  }
}

/// The fields of `store.cleared` and `store.applied`, besides the store.
public struct ApplyColumns: Sendable {
  /// The id of the message that is applied: unescaped UTF-8.
  public var by: ByteRange
  /// In `EventBatch.members`, what is set, its keys ascending by their bytes and each once, or, of
  /// `store.cleared`, what is removed, in the order of the line and without values.
  public var members: Range<Int>

  /// The columns of half an apply.
  public init(by: ByteRange, members: Range<Int>) {
    self.by = by
    self.members = members
  }
}

/// One member of a payload or of half an apply: indices into a batch's `names` and `values`.
public struct PayloadMember: Sendable {
  /// The key.
  public var key: Int32
  /// The value; -1 for a key that is removed.
  public var value: Int32

  /// The member `key`: `value`.
  public init(key: Int32, value: Int32) {
    self.key = key
    self.value = value
  }
}

/// Events handed out a batch at a time: a pull iterator that can throw.
public protocol EventSource {
  /// The header that the events follow.
  var header: RecordingHeader { get }
  /// Fills `batch` with the next events; false at the end, when `batch` is left empty.
  /// - Throws: what the recording's reader throws: the file, the place and the fault.
  mutating func next(into batch: inout EventBatch) throws -> Bool
}
