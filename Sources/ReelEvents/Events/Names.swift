/// The name of a device, or of one process of a device (`watch/widget`).
///
/// The device owns the stores; the process owns its registered defaults.
public struct DeviceName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The whole name, process included.
  public let text: String

  /// The name `text`.
  public init(_ text: String) { self.text = text }

  /// The device that owns the stores: the name up to the first `/`.
  public var owner: String {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return text }
    return String(text[..<slash])
  }

  /// The key-value cloud, which is no device of a user.
  public static let cloud = DeviceName("cloud")

  /// The whole name.
  public var description: String { text }

  /// Orders by UTF-8 bytes.
  public static func < (one: DeviceName, other: DeviceName) -> Bool {
    utf8Precedes(one.text, other.text)
  }

  /// Whether both names have the same UTF-8 bytes.
  public static func == (one: DeviceName, other: DeviceName) -> Bool {
    utf8Equal(one.text, other.text)
  }

  /// Feeds the name's bytes to `hasher`.
  public func hash(into hasher: inout Hasher) { KeyText(text).hash(into: &hasher) }
}

/// The name of a store on a device: `defaults`, `kvs`, or a synchronised set such as
/// `notInterested`.
public struct StoreName: Sendable, Hashable, CustomStringConvertible {
  /// The name as a line has it.
  public let text: String

  /// The store `text`.
  public init(_ text: String) { self.text = text }

  /// The settings store; the one meant where a line names none.
  public static let defaults = StoreName("defaults")
  /// What the outside world did to the cloud's copy.
  public static let kvs = StoreName("kvs")
  /// The list of dismissed albums.
  public static let notInterested = StoreName("notInterested")

  /// The name as a line has it.
  public var description: String { text }

  /// Whether both names have the same UTF-8 bytes.
  public static func == (one: StoreName, other: StoreName) -> Bool {
    utf8Equal(one.text, other.text)
  }

  /// Feeds the name's bytes to `hasher`.
  public func hash(into hasher: inout Hasher) { KeyText(text).hash(into: &hasher) }
}
