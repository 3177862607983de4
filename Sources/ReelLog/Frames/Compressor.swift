#if canImport(CZstd)
  import CZstd

  /// An encoder for one frame at a time; its context is made once and used for all.
  struct Compressor: ~Copyable {
    private let context: OpaquePointer
    private let path: String
    /// Whether a frame is under way.
    private var isOpen = false
    /// Where the encoder writes, grown as needed: an array would be filled with zeros before each
    /// frame, all of it for the few bytes that most frames become.
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 1)

    init(level: CompressionLevel, path: String) throws(LogError) {
      guard let context = ZSTD_createCCtx() else {
        throw .withoutMemory(path: path, for: "an encoder")
      }
      self.context = context
      self.path = path
      ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level.number)
      ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
      // Lines repeat long runs of one another; passing over shorter ones than zstd would look for
      // makes a frame 1 to 2 % smaller, and is quicker both ways. Other levels choose better.
      if level == .standard { ZSTD_CCtx_setParameter(context, ZSTD_c_minMatch, 7) }
    }

    deinit {
      ZSTD_freeCCtx(context)
      room.deallocate()
    }

    /// Adds `text` to the open frame, or to a new one, and the frame's bytes so far to `bytes`: all
    /// that is needed to decode `text`.
    ///
    /// A frame that begins and ends in one call tells its length.
    mutating func compress(
      _ text: [UInt8], _ ending: Ending, appendingTo bytes: inout [UInt8]
    ) throws(LogError) {
      if !isOpen { setWindow(for: text) }
      isOpen = ending == .block
      let directive = ending == .frame ? ZSTD_e_end : ZSTD_e_flush
      var index = 0
      var left = 1
      while left != 0 {
        makeRoom(ZSTD_compressBound(text.count - index))
        var input = ZSTD_inBuffer(src: nil, size: text.count, pos: index)
        var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        left = text.withUnsafeBytes { source in
          input.src = source.baseAddress
          return ZSTD_compressStream2(context, &output, &input, directive)
        }
        // The parameters are fixed and valid, which leaves one thing to go wrong.
        if ZSTD_isError(left) != 0 { throw .withoutMemory(path: path, for: "an encoder") }
        index = input.pos
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<output.pos]))
      }
    }

    /// Lets a frame of more lines than most look back as far as a reader grants.
    private func setWindow(for text: [UInt8]) {
      let isLong = text.count > Limits.frameBytesTarget
      // 0 is what the level thinks best.
      let log = isLong ? Int32(Limits.windowBytesMax.trailingZeroBitCount) : 0
      ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, log)
    }

    private mutating func makeRoom(_ byteCount: Int) {
      if room.count >= byteCount { return }
      room.deallocate()
      room = .allocate(byteCount: byteCount, alignment: 1)
    }
  }
#else
  /// Stands in for the encoder where there is no libzstd: it cannot be made.
  struct Compressor: ~Copyable {
    init(level: CompressionLevel, path: String) throws(LogError) {
      throw LogError(
        .unsupported, path: path, expected: "a plain recording, as this build has no libzstd",
        found: "a name for a compressed one", remedy: "Let the name end in .jsonl.")
    }

    mutating func compress(
      _ text: [UInt8], _ ending: Ending, appendingTo bytes: inout [UInt8]
    ) throws(LogError) {}
  }
#endif

extension Compressor {
  /// How far a call takes the frame.
  enum Ending {
    /// To the end of a block: what was written can be decoded if nothing follows.
    case block
    /// To its own end.
    case frame
  }
}

/// How hard the encoder tries.
public struct CompressionLevel: Sendable, Equatable {
  /// zstd's own number, 1 to 19.
  public let number: Int32

  /// The level `number`, brought into 1 to 19: the higher ones need windows that no reader of
  /// recordings grants.
  public init(_ number: Int32) { self.number = min(max(number, 1), 19) }

  /// Level 3, zstd's own choice.
  public static let standard = CompressionLevel(3)
}
