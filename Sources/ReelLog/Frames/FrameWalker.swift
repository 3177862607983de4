/// Goes through a file frame by frame, from block header to block header, and hands out raw bytes.
///
/// It decompresses nothing, so that the work behind it can be spread over threads.
struct FrameWalker {
  /// What stands at the walker's place.
  enum Step: Equatable {
    /// A frame whose bytes are now in the raw frame.
    case frame
    /// A skippable frame of that magic number, which was passed over.
    case skippable(UInt32)
    /// A frame too large to be held; the walker has not moved.
    case oversized
    /// The file ends inside the frame that begins here; the walker has not moved.
    case torn
    /// The end of the file, and of its last frame.
    case end
  }

  /// Where the next frame begins.
  private(set) var offset: Int64 = 0
  /// The number of that frame among all of the file, skippable ones included, from 0.
  private(set) var number: Int64 = 0
  let file: FileReader
  private var window: FileWindow
  /// How many bytes were followed from what began like a frame and was none.
  private var followedInVain: Int64 = 0

  init(_ file: FileReader) {
    self.file = file
    window = FileWindow(file)
  }

  /// Continues at the frame `number`, which begins at `offset`.
  mutating func move(to offset: Int64, number: Int64) {
    self.offset = offset
    self.number = number
  }

  /// Passes the frame that begins here and puts its bytes into `raw`.
  /// - Throws: `damaged` where no frame begins or a block's header is wrong; the walker stays.
  mutating func next(into raw: inout RawFrame) throws(LogError) -> Step {
    raw.bytes.removeAll(keepingCapacity: true)
    let step = try pass(&raw)
    guard step == .frame else { return step }
    let count = Int(offset - raw.offset)
    guard let index = try window.index(of: raw.offset, count: count) else {
      // The file was cut short since it was opened.
      move(to: raw.offset, number: raw.number)
      return .torn
    }
    raw.bytes.append(contentsOf: window.bytes[index..<index + count])
    return .frame
  }

  /// Passes the frame that begins here and puts down all of it but its bytes.
  private mutating func pass(_ raw: inout RawFrame) throws(LogError) -> Step {
    raw.offset = offset
    raw.number = number
    raw.header = FrameHeader()
    let available = file.size - offset
    if available == 0 { return .end }
    if let index = try window.index(of: offset, count: 4) {
      let magic = UInt32(littleEndian(window.bytes, at: index, count: 4))
      if magic & ~0xF == SkippableFrame.magicBase { return try skip(magic) }
      if magic == FrameHeader.magic { return try walk(&raw) }
    } else if try startsLikeFrame(count: Int(available)) {
      return .torn
    }
    throw damaged(expected: "a Zstandard frame", found: "other bytes")
  }

  /// Moves on to the next place after this one at which a frame begins.
  ///
  /// Complexity: O(file), whatever the file holds: see `placeBehindFault`.
  /// - Returns: false, without moving, if there is none.
  mutating func moveToNextMagic() throws(LogError) -> Bool {
    let (start, startNumber) = (offset, number)
    var place = placeBehindFault(endingAt: try look().end)
    while place <= file.size - 4, let index = try window.index(of: place, count: 4) {
      let magic = UInt32(littleEndian(window.bytes, at: index, count: 4))
      if magic == FrameHeader.magic || magic & ~0xF == SkippableFrame.magicBase {
        move(to: place, number: startNumber + 1)
        let found = try look()
        if found.isFrame { return true }
        place = placeBehindFault(endingAt: found.end)
      } else {
        place += 1
      }
    }
    move(to: start, number: startNumber)
    return false
  }

  /// Where to look on behind what begins here and is no frame, or none that decodes.
  ///
  /// Its length is not believed, since one wrong bit there would take all that follows with it. But
  /// bytes made to begin a frame at every turn would have each of them followed to its end; once
  /// more was followed in vain than damage could ask for, what begins there is passed whole.
  private mutating func placeBehindFault(endingAt end: Int64) -> Int64 {
    followedInVain += end - offset
    let isPatient = followedInVain <= file.size * Self.patience + Int64(RawFrame.bytesMax)
    return isPatient ? offset + 1 : max(end, offset + 1)
  }

  /// How many times the file's bytes are followed in vain.
  private static let patience: Int64 = 4

  /// Whether what begins here is a frame as far as headers tell, and how far they lead: to its end,
  /// to the block whose header is wrong, or as far as a frame is followed. The walker stays.
  private mutating func look() throws(LogError) -> (isFrame: Bool, end: Int64) {
    let (start, startNumber) = (offset, number)
    defer { move(to: start, number: startNumber) }
    var raw = RawFrame()
    do {
      switch try pass(&raw) {
      case .frame, .skippable: return (true, offset)
      case .oversized: return (true, min(start + Int64(RawFrame.bytesMax), file.size))
      case .torn: return (true, file.size)
      case .end: return (false, start)
      }
    } catch {
      guard error.kind == .damaged else { throw error }
      return (false, error.offset ?? start)
    }
  }

  private mutating func skip(_ magic: UInt32) throws(LogError) -> Step {
    guard let index = try window.index(of: offset, count: SkippableFrame.headerBytes) else {
      return .torn
    }
    let payload = Int64(littleEndian(window.bytes, at: index + 4, count: 4))
    let end = offset + Int64(SkippableFrame.headerBytes) + payload
    guard end <= file.size else { return .torn }
    move(to: end, number: number + 1)
    return .skippable(magic)
  }

  private mutating func walk(_ raw: inout RawFrame) throws(LogError) -> Step {
    let held = Int(min(Int64(FrameHeader.headerBytesMax), file.size - offset))
    guard let start = try window.index(of: offset, count: held) else { return .torn }
    do {
      raw.header = try FrameHeader(window.bytes, at: start)
    } catch {
      switch error {
      case .tooShort: return .torn
      case .reservedBit: throw damaged(expected: "a frame header", found: "a reserved bit in it")
      }
    }
    guard let count = try countBytes(of: raw.header) else { return .torn }
    if count > RawFrame.bytesMax { return .oversized }
    move(to: offset + Int64(count), number: number + 1)
    return .frame
  }

  /// The length of the frame that begins here; one above the limit as soon as it is passed, nil if
  /// the file ends before.
  private mutating func countBytes(of header: FrameHeader) throws(LogError) -> Int? {
    var count = header.headerBytes
    while count <= RawFrame.bytesMax {
      let needed = count + BlockHeader.byteCount
      guard let index = try window.index(of: offset, count: needed) else { return nil }
      let block = BlockHeader(window.bytes, at: index + count)
      guard block.isValid else {
        throw damaged(
          at: offset + Int64(count), expected: "a block", found: "a block header that is wrong")
      }
      count += BlockHeader.byteCount + block.storedBytes
      if block.isLast {
        count += header.hasChecksum ? 4 : 0
        return Int64(count) <= file.size - offset ? count : nil
      }
    }
    return count
  }

  /// Whether the file's last bytes, too few for a magic number, begin one.
  private mutating func startsLikeFrame(count: Int) throws(LogError) -> Bool {
    guard let index = try window.index(of: offset, count: count) else { return false }
    let mask: UInt64 = 1 << UInt64(8 * count) - 1
    let found = littleEndian(window.bytes, at: index, count: count)
    return found == UInt64(FrameHeader.magic) & mask
      || found & ~0xF == UInt64(SkippableFrame.magicBase) & mask
  }

  private func damaged(
    at place: Int64? = nil, expected: String, found: String
  ) -> LogError {
    LogError(
      .damaged, path: file.path, offset: place ?? offset, frame: number, expected: expected,
      found: found, remedy: LogError.recoverAdvice(file.path))
  }
}
