/// The bounds of what a recorder holds in memory, and for how long.
public struct RecorderLimits: Sendable {
  /// The lines that wait to be written, in bytes, beyond which events are dropped and counted: some
  /// seconds of a busy app, and small beside what a watch app may use.
  public var queueBytesMax = 4 << 20
  /// The waiting lines, in bytes, at which they are written at once.
  public var flushBytes = 64 << 10
  /// The time after which a waiting line is written, in milliseconds: what a crash may cost.
  public var flushMilliseconds = 1000

  /// The usual bounds.
  public init() {}
}
