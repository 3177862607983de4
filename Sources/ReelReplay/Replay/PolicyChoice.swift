public import ReelEvents
public import ReelPolicies
import ReelProjections

/// Which rule to replay a recording under.
public struct PolicyChoice: Sendable {
  /// The policy argument; nil = as recorded.
  public var text: String?
  /// Policies besides the built-in ones that the argument may name.
  public var named: [NamedPolicy]

  /// The choice of `text`; nil = as recorded.
  public init(_ text: String?, named: [NamedPolicy] = []) {
    self.text = text
    self.named = named
  }

  /// How the choice reads in results: the argument, or what the recording was made under.
  public func description(for header: RecordingHeader) -> String {
    text ?? header.recordedUnder ?? "as recorded"
  }

  /// A world of the recording under this choice.
  /// - Throws: `PolicyError`: the argument, or the one in the recording's header, is wrong.
  func world(
    _ vocabulary: Vocabulary, header: RecordingHeader, fates: MessageFates
  ) throws(PolicyError) -> World {
    var base: PolicyArgument?
    if let recorded = header.recordedUnder {
      base = try PolicyArgument(recorded, named: named)
    }
    if let text {
      let argument = try PolicyArgument(text, over: base, named: named)
      return World(
        vocabulary: vocabulary, mode: .policy(argument), fates: fates, followsStatedPolicies: false)
    }
    return World(
      vocabulary: vocabulary, mode: base.map { .policy($0) } ?? .recorded, fates: fates,
      followsStatedPolicies: true)
  }
}

/// Where a replay ends before its recording does.
public enum Until: Sendable, Equatable {
  /// After the event of that number.
  case event(Int64)
  /// Before the first event that is later.
  case time(Instant)
}
