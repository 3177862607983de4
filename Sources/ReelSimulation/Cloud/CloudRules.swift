/// The rules of the key-value cloud, and how it behaves where sources disagree
/// (platform-semantics, sections 0 and 2).
public struct CloudRules: Sendable, Equatable {
  /// What becomes of a write that was made without knowledge of a newer one from elsewhere.
  public enum Conflict: String, Sendable, CaseIterable {
    /// It is not taken, and the device gets the newer value in its place.
    case refused
    /// It is taken: whatever arrives last counts.
    case latest
  }

  /// How long a key may be.
  public enum KeyLength: String, Sendable, CaseIterable {
    /// 64 bytes of UTF-8, as the iCloud Design Guide has it and crashes show.
    case bytes64
    /// 128 units of UTF-16, as the class page has it.
    case units128
  }

  /// When the first download tells of itself by the reason `initial`.
  public enum FirstDownload: String, Sendable, CaseIterable {
    /// Only if it overwrote something that was written before it.
    case whenOverwriting
    /// Whenever it brings something.
    case always
  }

  /// What becomes of a write that knew nothing of a newer one.
  public var conflict = Conflict.refused
  /// How long a key may be.
  public var keyLength = KeyLength.bytes64
  /// When the first download tells of itself.
  public var firstDownload = FirstDownload.whenOverwriting
  /// How long a write waits for others to go up with it, in milliseconds.
  public var uploadDelayMilliseconds: Int64 = 0
  /// The least time between two uploads of a device, in milliseconds.
  public var uploadIntervalMilliseconds: Int64 = 0
  /// How long a device waits for what the cloud holds when it asks for all of it, in milliseconds.
  public var downloadDelayMilliseconds: Int64 = 0

  /// The first reading of each rule, and no delays.
  public init() {}

  /// The most that one value may take, in bytes (KV-01).
  public static let valueSizeMax = 1_048_576
  /// The most that all values of an account may take together, in bytes; keys do not count (KV-01).
  public static let totalSizeMax = 1_048_576
  /// How many keys an account may have (KV-01).
  public static let keysMax = 1024
}

extension CloudRules {
  /// Whether a key is too long for the platform, which stops the process of an app that uses it.
  func isTooLong(_ key: String) -> Bool {
    switch keyLength {
    case .bytes64: key.utf8.count > 64
    case .units128: key.utf16.count > 128
    }
  }
}
