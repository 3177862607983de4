/// Which events the frames of a recording hold: our own skippable frame before the seek table.
///
/// `Format.md` beside this folder is its specification.
struct EventIndex: Equatable {
  /// One frame, skippable ones included, in the order of the seek table.
  struct Entry: Equatable {
    /// The number of the first event that begins in or after it.
    var firstEvent: Int64
    /// The latest time of all events up to its end, microseconds since 1970; `Int64.min` before the
    /// first event.
    var latest: Int64
  }

  var entries: [Entry] = []
  /// The number that the event after the last one would have.
  var nextEvent: Int64 = 1

  /// The lowest byte is the letter R; tools that keep data of their own in skippable frames are
  /// known to use 50, 5D and 5E.
  static let magic: UInt32 = 0x184D_2A52
  private static let name = Array("reelidx1".utf8)
  private static let entryBytes = 16
  /// Name, next event and checksum.
  private static let fixedBytes = 24

  /// The length in the file of the index of `count` frames.
  static func frameBytes(count: Int) -> Int {
    SkippableFrame.headerBytes + fixedBytes + count * entryBytes
  }

  /// The index as a skippable frame.
  var frame: [UInt8] {
    var bytes: [UInt8] = []
    let frameBytes = Self.frameBytes(count: entries.count)
    bytes.reserveCapacity(frameBytes)
    appendLittleEndian(UInt64(Self.magic), count: 4, to: &bytes)
    appendLittleEndian(UInt64(frameBytes - SkippableFrame.headerBytes), count: 4, to: &bytes)
    bytes.append(contentsOf: Self.name)
    for entry in entries {
      appendLittleEndian(UInt64(bitPattern: entry.firstEvent), count: 8, to: &bytes)
      appendLittleEndian(UInt64(bitPattern: entry.latest), count: 8, to: &bytes)
    }
    appendLittleEndian(UInt64(bitPattern: nextEvent), count: 8, to: &bytes)
    appendLittleEndian(Self.checksum(bytes[SkippableFrame.headerBytes...]), count: 8, to: &bytes)
    return bytes
  }

  init() {}

  /// Reads the index of `count` frames; nil if `bytes` are not one, or one that cannot be right.
  init?(frame bytes: [UInt8], count: Int) {
    guard bytes.count == Self.frameBytes(count: count),
      littleEndian(bytes, at: 0, count: 4) == UInt64(Self.magic),
      littleEndian(bytes, at: 4, count: 4) == UInt64(bytes.count - SkippableFrame.headerBytes),
      bytes[SkippableFrame.headerBytes...].starts(with: Self.name)
    else { return nil }
    let payload = bytes[SkippableFrame.headerBytes..<bytes.count - 8]
    guard littleEndian(bytes, at: bytes.count - 8, count: 8) == Self.checksum(payload) else {
      return nil
    }
    func number(_ place: Int) -> Int64 {
      Int64(bitPattern: littleEndian(bytes, at: place, count: 8))
    }
    for index in 0..<count {
      let place = SkippableFrame.headerBytes + Self.name.count + index * Self.entryBytes
      entries.append(Entry(firstEvent: number(place), latest: number(place + 8)))
    }
    nextEvent = number(bytes.count - 16)
    guard isOrdered else { return nil }
  }

  /// Whether `head`, the first bytes of a frame, begins an index of this layout, right or wrong.
  static func begins(_ head: [UInt8]) -> Bool {
    head.count >= SkippableFrame.headerBytes && littleEndian(head, at: 0, count: 4) == UInt64(magic)
      && head[SkippableFrame.headerBytes...].starts(with: name)
  }

  /// Whether the numbers and times only grow, from 1 on.
  private var isOrdered: Bool {
    var last = Entry(firstEvent: 1, latest: .min)
    for entry in entries {
      if entry.firstEvent < last.firstEvent || entry.latest < last.latest { return false }
      last = entry
    }
    return nextEvent >= last.firstEvent
  }

  /// FNV-1a with 64 bits: any change of a single byte changes it.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
