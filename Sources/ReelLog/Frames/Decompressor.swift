#if canImport(CZstd)
  import CZstd

  /// A decoder for one frame at a time; its context is made once and used for all.
  struct Decompressor: ~Copyable {
    private let context: OpaquePointer
    /// From how many bytes on a buffer wants large pages, of which it has to hold some.
    private static let largePagesBytesMin = 4 << 20

    init(path: String) throws(LogError) {
      guard let context = ZSTD_createDCtx() else {
        throw .withoutMemory(path: path, for: "a decoder")
      }
      self.context = context
      let windowLog = Limits.windowBytesMax.trailingZeroBitCount
      ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(windowLog))
    }

    deinit { ZSTD_freeDCtx(context) }

    /// Puts the text of a whole frame into `text`, of which nothing is kept but the buffer.
    /// - Returns: false for a frame of more than `Limits.frameBytesMax`.
    mutating func decompress(
      _ raw: RawFrame, replacing text: inout [UInt8]
    ) throws(FrameFault) -> Bool {
      if let count = raw.header.textBytes, count <= UInt64(Limits.frameBytesMax) {
        // What lies there is as good as zeros, and spares writing them. Growing by what is needed,
        // not by doubling, keeps a buffer small enough to be used again.
        text.removeLast(max(0, text.count - Int(count)))
        if text.capacity < Int(count) { makeRoom(Int(count) + Int(count) / 8, in: &text) }
        text.appendZeros(Int(count) - text.count)
        try decompress(raw.bytes, to: 0, of: &text)
        return true
      }
      text.removeAll(keepingCapacity: true)
      return try decompress(raw, appendingTo: &text)
    }

    private func makeRoom(_ byteCount: Int, in text: inout [UInt8]) {
      text.reserveCapacity(byteCount)
      guard byteCount >= Self.largePagesBytesMin else { return }
      text.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        SystemCall.preferLargePages(start + bytes.count, byteCount: byteCount - bytes.count)
      }
    }

    /// Adds the text of a whole frame to `text`, once its checksum, if it has one, has held.
    /// - Returns: false, with `text` as it was, for a frame of more than `Limits.frameBytesMax`.
    mutating func decompress(
      _ raw: RawFrame, appendingTo text: inout [UInt8]
    ) throws(FrameFault) -> Bool {
      let before = text.count
      do throws(FrameFault) {
        if let count = raw.header.textBytes {
          if count > UInt64(Limits.frameBytesMax) { return false }
          text.appendZeros(Int(count))
          try decompress(raw.bytes, to: before, of: &text)
          return true
        }
        restart()
        var index = 0
        let limit = before + Limits.frameBytesMax + 1
        if try decompress(raw.bytes, from: &index, appendingTo: &text, upTo: limit) { return true }
        if text.count < limit { throw .wrong("a frame without its last block") }
        text.removeLast(text.count - before)
        return false
      } catch {
        text.removeLast(text.count - before)
        throw error
      }
    }

    /// Forgets what came before: the next bytes begin a frame.
    mutating func restart() {
      ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
    }

    /// Goes on with the frame: reads `bytes` from `index` and adds text to `text`, until one is
    /// used up or the other has `limit` bytes.
    /// - Returns: whether the frame has ended, and its checksum, if it has one, has held.
    mutating func decompress(
      _ bytes: [UInt8], from index: inout Int, appendingTo text: inout [UInt8], upTo limit: Int
    ) throws(FrameFault) -> Bool {
      let start = text.count
      while text.count < limit {
        let before = text.count
        let room = min(limit - before, max(32 << 10, min(before - start, 512 << 10)))
        text.appendZeros(room)
        var input = ZSTD_inBuffer(src: nil, size: bytes.count, pos: index)
        var output = ZSTD_outBuffer(dst: nil, size: text.count, pos: before)
        let result = bytes.withUnsafeBytes { source in
          text.withUnsafeMutableBytes { target in
            input.src = source.baseAddress
            output.dst = target.baseAddress
            return ZSTD_decompressStream(context, &output, &input)
          }
        }
        text.removeLast(text.count - output.pos)
        index = input.pos
        if ZSTD_isError(result) != 0 { throw FrameFault(result) }
        if result == 0 { return true }
        if index == bytes.count, output.pos < output.size { return false }
      }
      return false
    }

    /// Decodes a whole frame to where `text` has room for it, from `start` to the end.
    private mutating func decompress(
      _ bytes: [UInt8], to start: Int, of text: inout [UInt8]
    ) throws(FrameFault) {
      let room = text.count - start
      let result = bytes.withUnsafeBytes { source in
        text.withUnsafeMutableBytes { target in
          ZSTD_decompressDCtx(
            context, target.baseAddress.map { $0 + start }, room, source.baseAddress, source.count)
        }
      }
      if ZSTD_isError(result) != 0 { throw FrameFault(result) }
      if result != room { throw .wrong("less text than its header says") }
    }
  }

  extension FrameFault {
    fileprivate init(_ result: Int) {
      switch ZSTD_getErrorCode(result) {
      case ZSTD_error_checksum_wrong: self = .wrong("a checksum that does not hold")
      case ZSTD_error_frameParameter_windowTooLarge: self = .windowTooLarge
      case ZSTD_error_memory_allocation: self = .memory
      default: self = .wrong("bytes that do not decode")
      }
    }
  }
#else
  /// Stands in for the decoder where there is no libzstd: it cannot be made.
  struct Decompressor: ~Copyable {
    init(path: String) throws(LogError) {
      throw LogError(
        .unsupported, path: path, expected: "a plain recording, as this build has no libzstd",
        found: "a compressed one", remedy: "`zstd -d \(path)` makes a plain one of it.")
    }

    mutating func decompress(
      _ raw: RawFrame, replacing text: inout [UInt8]
    ) throws(FrameFault) -> Bool { false }

    mutating func decompress(
      _ raw: RawFrame, appendingTo text: inout [UInt8]
    ) throws(FrameFault) -> Bool { false }

    mutating func restart() {}

    mutating func decompress(
      _ bytes: [UInt8], from index: inout Int, appendingTo text: inout [UInt8], upTo limit: Int
    ) throws(FrameFault) -> Bool { false }
  }
#endif

/// Why a frame does not decode.
enum FrameFault: Error {
  /// Its bytes are wrong: what was found, as a noun phrase.
  case wrong(String)
  /// It asks for more memory than the limit.
  case windowTooLarge
  /// There is no memory left.
  case memory
}
