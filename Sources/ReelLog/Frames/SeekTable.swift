/// The table at the very end of a file that lists its frames: the zstd seekable format, version
/// 0.1.0, as the zstd project publishes it (contrib/seekable_format).
struct SeekTable: Equatable {
  /// One frame, skippable ones included.
  struct Entry: Equatable {
    /// Its length in the file.
    var storedBytes: UInt32
    /// The length of its text; 0 for a skippable frame.
    var textBytes: UInt32
  }

  var entries: [Entry] = []
  /// The checksums of the frames' text, which tables of other programs may have; ours do not.
  private(set) var checksums: [UInt32] = []

  static let magic: UInt32 = 0x184D_2A5E
  private static let footerMagic: UInt32 = 0x8F92_EAB1
  private static let footerBytes = 9
  private static let entryBytes = 8

  /// The length in the file of all the frames listed.
  var storedBytes: Int64 { entries.reduce(0) { $0 + Int64($1.storedBytes) } }

  /// The length of the text of all the frames listed.
  var textBytes: Int64 { entries.reduce(0) { $0 + Int64($1.textBytes) } }

  /// The length in the file of a table of `count` frames without checksums.
  static func frameBytes(count: Int) -> Int {
    SkippableFrame.headerBytes + count * entryBytes + footerBytes
  }

  /// The table as a skippable frame.
  var frame: [UInt8] {
    var bytes: [UInt8] = []
    let frameBytes = Self.frameBytes(count: entries.count)
    bytes.reserveCapacity(frameBytes)
    appendLittleEndian(UInt64(Self.magic), count: 4, to: &bytes)
    appendLittleEndian(UInt64(frameBytes - SkippableFrame.headerBytes), count: 4, to: &bytes)
    for entry in entries {
      appendLittleEndian(UInt64(entry.storedBytes), count: 4, to: &bytes)
      appendLittleEndian(UInt64(entry.textBytes), count: 4, to: &bytes)
    }
    appendLittleEndian(UInt64(entries.count), count: 4, to: &bytes)
    bytes.append(0)
    appendLittleEndian(UInt64(Self.footerMagic), count: 4, to: &bytes)
    return bytes
  }

  init() {}

  /// Reads the table at the end of `file`; nil where there is none, or one that cannot be right.
  /// - Throws: `inputOutput`.
  init?(endOf file: FileReader) throws(LogError) {
    var footer: [UInt8] = []
    let footerStart = file.size - Int64(Self.footerBytes)
    guard footerStart >= SkippableFrame.headerBytes else { return nil }
    try file.read(Self.footerBytes, at: footerStart, appendingTo: &footer)
    guard footer.count == Self.footerBytes,
      littleEndian(footer, at: 5, count: 4) == UInt64(Self.footerMagic)
    else { return nil }
    let count = littleEndian(footer, at: 0, count: 4)
    let descriptor = footer[4]
    guard count <= UInt64(Limits.tableFramesMax), descriptor & 0b0111_1100 == 0 else { return nil }

    let entryBytes = descriptor & 0x80 == 0 ? Self.entryBytes : Self.entryBytes + 4
    let payloadBytes = Int(count) * entryBytes + Self.footerBytes
    let frameBytes = SkippableFrame.headerBytes + payloadBytes
    let start = file.size - Int64(frameBytes)
    guard start >= 0 else { return nil }
    var bytes: [UInt8] = []
    try file.read(frameBytes, at: start, appendingTo: &bytes)
    guard bytes.count == frameBytes, littleEndian(bytes, at: 0, count: 4) == UInt64(Self.magic),
      littleEndian(bytes, at: 4, count: 4) == UInt64(payloadBytes)
    else { return nil }
    for index in 0..<Int(count) {
      let place = SkippableFrame.headerBytes + index * entryBytes
      entries.append(
        Entry(
          storedBytes: UInt32(littleEndian(bytes, at: place, count: 4)),
          textBytes: UInt32(littleEndian(bytes, at: place + 4, count: 4))))
      if entryBytes > Self.entryBytes {
        checksums.append(UInt32(littleEndian(bytes, at: place + 8, count: 4)))
      }
    }
    guard storedBytes == start else { return nil }
  }
}
