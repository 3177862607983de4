/// The bounds of the file format and of the memory its reader uses: no input file exceeds them.
public enum Limits {
  /// A line, in bytes without its line feed. A store with a transaction cache of thousands of
  /// records in one event is a few MiB; defaults themselves are refused at 4 MiB.
  public static let lineBytesMax = 16 << 20
  /// The lines of a frame at which the writer closes it, in bytes: large enough to compress well,
  /// small enough that a seek decodes little and a few frames in work stay cheap.
  public static let frameBytesTarget = 2 << 20
  /// How many lines as long as its longest a frame may hold all the same: each frame holds what
  /// the lines share once more, which is nearly all of a store's cache that every message carries.
  public static let frameLinesTarget = 28
  /// The lines of a frame at which the writer closes it however long they are, in bytes.
  public static let longFrameBytesTarget = 10 << 20
  /// The lines of a frame, in bytes, up to which its checksum is awaited before delivery: the
  /// largest frame of our own writer, which is a target less one byte and then the longest line
  /// with its line feed.
  public static let frameBytesMax = longFrameBytesTarget + lineBytesMax
  /// The lines of a frame, in bytes, from which `flush` closes it. Below that, a frame of its own
  /// would cost more than a block.
  public static let flushFrameBytesMin = 16 << 10
  /// The window a frame may ask for, in bytes, which is what decoding it keeps in memory: the
  /// 8 MiB that the Zstandard specification recommends every decoder to support.
  public static let windowBytesMax = 8 << 20
  /// The frames a seek table may list. The table of so many takes 32 MiB and serves 4 TiB of
  /// lines; beyond that no table is written or believed.
  public static let tableFramesMax = 4 << 20
}
