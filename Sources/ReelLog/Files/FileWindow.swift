/// A stretch of a file in memory that moves forward as it is read.
struct FileWindow {
  private(set) var bytes: [UInt8] = []
  private let file: FileReader
  /// Where in the file `bytes` begins.
  private var start: Int64 = 0

  /// How much is read at a time.
  static let portionBytes = 1 << 20

  init(_ file: FileReader) { self.file = file }

  /// Where in `bytes` the file's `count` bytes from `offset` are; nil if the file ends before them.
  /// What comes before `offset` may be gone afterwards.
  mutating func index(of offset: Int64, count: Int) throws(LogError) -> Int? {
    guard Int64(count) <= file.size - offset else { return nil }
    let end = start + Int64(bytes.count)
    if offset < start || offset > end {
      bytes.removeAll(keepingCapacity: true)
      start = offset
    } else if offset + Int64(count) > end {
      bytes.removeSubrange(..<Int(offset - start))
      start = offset
    }
    let index = Int(offset - start)
    let missing = index + count - bytes.count
    if missing > 0 {
      try file.read(
        max(missing, Self.portionBytes), at: start + Int64(bytes.count), appendingTo: &bytes)
    }
    return index + count <= bytes.count ? index : nil
  }
}
