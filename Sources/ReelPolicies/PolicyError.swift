/// Why a policy argument or a policy file could not be understood.
public struct PolicyError: Error, Sendable, Equatable {
  /// The kinds of fault.
  public enum Kind: Sendable, Equatable {
    /// No policy of that name.
    case unknownPolicy
    /// No switch of that name.
    case unknownSwitch
    /// A switch exists, and not that setting of it.
    case badSetting
    /// The argument's form is wrong.
    case malformed
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// One sentence: what was found, what was expected.
  public var message: String

  /// A fault told by `message`.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
