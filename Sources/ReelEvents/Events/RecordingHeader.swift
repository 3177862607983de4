/// The first line of a recording: what it is and what its events mean.
public struct RecordingHeader: Sendable {
  /// The recording's name; not a path.
  public var name: String
  /// The policy that made its outcomes, as a policy argument; nil for an app's own code.
  public var recordedUnder: String?
  /// The keys and rules the events speak of.
  public var catalog: Catalog

  /// The newest major version of the format that this reads and the one it writes.
  public static let formatVersion: Int64 = 1

  /// A header for a recording called `name`.
  public init(name: String, recordedUnder: String?, catalog: Catalog) {
    self.name = name
    self.recordedUnder = recordedUnder
    self.catalog = catalog
  }
}
