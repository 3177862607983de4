/// What a flush of a recording outlives.
public enum Durability: String, Sendable, CaseIterable {
  /// Lines reach the file when a frame is full or somebody flushes; a recorder never does by
  /// itself.
  case none
  /// The death of the process: what is flushed is with the operating system.
  case flush
  /// A power cut too: what is flushed is on the disk, and so is the file's name in its folder.
  case fsync
}
