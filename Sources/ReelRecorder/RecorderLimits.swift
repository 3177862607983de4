/// The bounds of what a recorder holds in memory, and for how long.
public struct RecorderLimits: Sendable {
  /// The lines that wait to be written, in bytes, beyond which events are dropped and counted: some
  /// seconds of a busy app, and small beside what a watch app may use.
  public var queueBytesMax = 4 << 20
  /// The waiting lines, in bytes, at which they are handed to the writer at once. It holds less
  /// than a frame of them back, to compress them well.
  public var writeBytes = 256 << 10
  /// The time after which a line is flushed, in milliseconds, whatever happens meanwhile: what a
  /// crash may cost, besides being less than a frame.
  public var flushMilliseconds = 1000

  /// The usual bounds.
  public init() {}
}
