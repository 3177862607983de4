/// The bytes of one frame as they are in the file, with what its header says.
struct RawFrame: Sendable {
  /// Where it begins in the file.
  var offset: Int64 = 0
  /// Its number among all frames of the file, from 0.
  var number: Int64 = 0
  /// All of it, where the walker could hold it; else empty.
  var bytes: [UInt8] = []
  /// What its header says; meaningless for a frame torn before the end of that.
  var header = FrameHeader()

  /// The largest frame to be held, in bytes: one of incompressible lines up to the limit, with room
  /// for the headers of its blocks.
  static let bytesMax = Limits.frameBytesMax + (1 << 20)

  /// Why a frame is refused before any of it is decoded.
  enum Refusal { case needsDictionary, windowTooLarge }

  /// Why it is refused; nil if it asks for no more than a recording needs.
  var refusal: Refusal? {
    if header.dictionary != 0 { return .needsDictionary }
    return header.windowBytes > UInt64(Limits.windowBytesMax) ? .windowTooLarge : nil
  }
}

/// Where a piece of text came from, and how far it is to be trusted.
struct Piece {
  /// Where its frame begins in the file.
  var frameOffset: Int64
  var assurance: LineChunk.Assurance
}

/// The numbers of skippable frames (RFC 8878, section 3.1.2).
enum SkippableFrame {
  /// The lowest of the sixteen magic numbers.
  static let magicBase: UInt32 = 0x184D_2A50
  /// Magic number and size of what follows.
  static let headerBytes = 8
}

/// Where a recording breaks off.
public struct Tear: Sendable, Equatable {
  /// The byte offset at which the file ends too early, which is its size.
  public var offset: Int64
  /// The byte offset at which the unfinished frame begins; in a plain file, the unfinished line.
  public var start: Int64

  /// A tear at `offset` in what begins at `start`.
  public init(offset: Int64, start: Int64) {
    self.offset = offset
    self.start = start
  }
}
