/// The text of a compressed recording, frame by frame, in file order.
///
/// A frame that is whole and not too large is delivered once its checksum held. One that the file
/// does not close, or a foreign one over the limit, is decoded as it is read.
struct FramePieces: ~Copyable {
  /// Where the file breaks off; known once everything before was delivered.
  private(set) var tear: Tear?
  private(set) var walker: FrameWalker
  private var raw = RawFrame()
  private var decompressor: Decompressor
  private var openFrame: OpenFrame?
  /// A fault behind text that was still good: thrown by the call after the one that delivered it.
  private var postponed: LogError?

  /// How much text is decoded at once where little of it is wanted, in bytes: what stays in a
  /// processor's own cache.
  private static let lookBytes = 256 << 10

  /// A frame under way that is decoded as it is read.
  private struct OpenFrame {
    var window: FileWindow
    /// Where its next bytes are in the file.
    var offset: Int64
  }

  init(_ file: FileReader) throws(LogError) {
    walker = FrameWalker(file)
    decompressor = try Decompressor(path: file.path)
  }

  /// Whether a frame begins here, of which nothing was delivered yet.
  var isBetweenFrames: Bool { openFrame == nil && postponed == nil && tear == nil }

  /// Continues at the frame `number`, which begins at `offset`.
  mutating func move(to offset: Int64, number: Int64) {
    walker.move(to: offset, number: number)
    openFrame = nil
    postponed = nil
    tear = nil
  }

  /// Adds the next piece to `text`; nil at the end.
  /// - Throws: `damaged`, `overLimit`, `unsupported` or `inputOutput`, with the frame.
  mutating func next(appendingTo text: inout [UInt8]) throws(LogError) -> Piece? {
    if let error = postponed {
      postponed = nil
      throw error
    }
    if openFrame != nil { return try continueOpenFrame(appendingTo: &text) }
    while tear == nil {
      switch try walker.next(into: &raw) {
      case .end: return nil
      case .skippable: continue
      case .frame:
        try admit()
        if try decompressWhole(appendingTo: &text) {
          return Piece(
            frameOffset: raw.offset, assurance: raw.header.hasChecksum ? .verified : .unchecked)
        }
        walker.move(to: raw.offset, number: raw.number)
      case .torn where raw.header.headerBytes == 0:
        try noteTear()
        return nil
      case .torn, .oversized: try admit()
      }
      openFrame = OpenFrame(window: FileWindow(walker.file), offset: walker.offset)
      decompressor.restart()
      return try continueOpenFrame(appendingTo: &text)
    }
    return nil
  }

  /// Hands those lines of the frame at `offset` to `body` that have so many before them, ascending,
  /// and reads no further; what does not decode is left out. No checksum is awaited: this is for a
  /// frame that has been read before.
  /// - Throws: `inputOutput`, and what `body` throws.
  mutating func readLines(
    _ numbers: [Int64], at offset: Int64, _ body: (Int64, ArraySlice<UInt8>) throws -> Void
  ) throws {
    move(to: offset, number: 0)
    guard try walker.next(into: &raw) == .frame, raw.refusal == nil else { return }
    decompressor.restart()
    var (wanted, before) = (numbers[...], Int64(0))
    var (text, index, hasEnded): ([UInt8], Int, Bool) = ([], 0, false)
    while !hasEnded, let last = wanted.last, before <= last {
      let start = text.count
      do throws(FrameFault) {
        hasEnded = try decompressor.decompress(
          raw.bytes, from: &index, appendingTo: &text, upTo: start + Self.lookBytes)
      } catch {
        return
      }
      if text.count == start && !hasEnded { return }
      guard let end = LineFeeds.endOfLastLine(text, from: start) else { continue }
      let count = LineFeeds.count(text)
      while let number = wanted.first, number < before + count {
        if let range = LineFeeds.line(number - before, in: text) { try body(number, text[range]) }
        wanted.removeFirst()
      }
      before += count
      text.removeSubrange(..<end)
    }
  }

  /// Passes what the last call of `next` could not read, up to where another frame begins. Its own
  /// length is not believed: one wrong bit there would take all that follows with it.
  /// - Returns: where it goes on; nil if no other frame begins.
  /// - Throws: `inputOutput`.
  mutating func skipDamage() throws(LogError) -> Int64? {
    openFrame = nil
    postponed = nil
    walker.move(to: raw.offset, number: raw.number)
    return try walker.moveToNextMagic() ? walker.offset : nil
  }

  /// Settles that the file ends inside the frame.
  /// - Throws: `damaged` where other frames begin behind it, so that its length must be wrong.
  private mutating func noteTear() throws(LogError) {
    walker.move(to: raw.offset, number: raw.number)
    if try walker.moveToNextMagic() {
      walker.move(to: raw.offset, number: raw.number)
      throw explained(.wrong("a length that reaches over the next frame"))
    }
    tear = Tear(offset: walker.file.size, start: raw.offset)
  }

  private mutating func decompressWhole(
    appendingTo text: inout [UInt8]
  ) throws(LogError) -> Bool {
    do {
      return try decompressor.decompress(raw, appendingTo: &text)
    } catch {
      throw explained(error)
    }
  }

  private mutating func continueOpenFrame(
    appendingTo text: inout [UInt8]
  ) throws(LogError) -> Piece? {
    guard var open = openFrame else { return nil }
    openFrame = nil
    let piece = Piece(frameOffset: raw.offset, assurance: .unclosed)
    let before = text.count
    let limit = before + Limits.frameBytesTarget
    while text.count < limit {
      guard let index = try open.window.index(of: open.offset, count: 1) else {
        do throws(LogError) {
          try noteTear()
        } catch {
          if text.count == before { throw error }
          postponed = error
        }
        return text.count > before ? piece : nil
      }
      var position = index
      do {
        let hasEnded = try decompressor.decompress(
          open.window.bytes, from: &position, appendingTo: &text, upTo: limit)
        open.offset += Int64(position - index)
        if hasEnded {
          walker.move(to: open.offset, number: raw.number + 1)
          return piece
        }
      } catch {
        let fault = explained(error)
        if text.count == before { throw fault }
        postponed = fault
        return piece
      }
    }
    openFrame = open
    return piece
  }

  /// Refuses a frame that asks for what no recording needs.
  private func admit() throws(LogError) {
    switch raw.refusal {
    case .needsDictionary:
      throw LogError(
        .unsupported, path: walker.file.path, offset: raw.offset, frame: raw.number,
        expected: "a frame that decodes alone", found: "one that needs a dictionary")
    case .windowTooLarge: throw explained(.windowTooLarge)
    case nil: break
    }
  }

  private func explained(_ fault: FrameFault) -> LogError {
    let path = walker.file.path
    switch fault {
    case .wrong(let found):
      return LogError(
        .damaged, path: path, offset: raw.offset, frame: raw.number,
        expected: "a frame that decodes", found: found, remedy: LogError.recoverAdvice(path))
    case .windowTooLarge:
      return LogError(
        .overLimit, path: path, offset: raw.offset, frame: raw.number,
        expected: "a window of at most \(Limits.windowBytesMax) bytes",
        found: "one of \(raw.header.windowBytes)",
        remedy: "`zstd -d -c --long=31 \(path) | zstd -o NEW` makes one with a smaller window.")
    case .memory: return .withoutMemory(path: path, for: "a decoder")
    }
  }
}
