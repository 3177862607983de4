import ReelEvents

/// A policy argument: which policy each device runs, and from which version on.
///
/// `[DEVICE[@VERSION]=]NAME[+NAME]`, joined by commas: `tombstones`, `wipe-then-apply+union`,
/// `phone=wipe-then-apply,watch=allowlist`, `phone@2=allowlist`. A half that nothing names stays as
/// the base has it.
public struct PolicyArgument: Sendable {
  /// A device that a part names, and the version from which on it holds.
  public struct Target: Sendable, Hashable {
    /// The device.
    public var device: String
    /// What its version begins with; nil for a part that always holds.
    public var version: String?

    /// `device` from `version` on.
    public init(device: String, version: String?) {
      self.device = device
      self.version = version
    }
  }

  /// One part between commas.
  struct Part: Sendable {
    var text: String
    var device: String?
    var version: String?
    var settings: SettingsPolicy?
    var dismissals: DismissalPolicy?

    var target: Target? { device.map { Target(device: $0, version: version) } }
  }

  /// The text it was read from.
  public let text: String
  private var parts: [Part] = []
  /// What holds where no part says otherwise: none or one.
  private let base: [PolicyArgument]

  /// Reads `text`, over what the recording was made under.
  /// - Parameters:
  ///   - base: the argument whose halves stay where `text` names none; nil for the scenario
  ///     default.
  ///   - named: policies besides the built-in ones, by the names used in `text`.
  /// - Throws: `PolicyError`: the part that is wrong and the nearest name.
  public init(
    _ text: String, over base: PolicyArgument? = nil, named: [NamedPolicy] = []
  ) throws(PolicyError) {
    self.text = text
    self.base = base.map { [$0] } ?? []
    for text in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = try Self.part(String(text), named: named + BuiltInPolicies.all)
      for earlier in parts where earlier.target == part.target {
        if earlier.settings != nil, part.settings != nil {
          throw Self.repeated(earlier, part, half: "settings")
        }
        if earlier.dismissals != nil, part.dismissals != nil {
          throw Self.repeated(earlier, part, half: "dismissal")
        }
      }
      parts.append(part)
    }
  }

  /// The names that `text` uses, in order, so that a caller can look for files of those names.
  public static func names(in text: String) -> [String] {
    text.split(separator: ",").flatMap { part in
      let name = part.split(separator: "=", maxSplits: 1).last ?? part
      return name.split(separator: "+").map(String.init)
    }
  }

  /// The devices and versions that the parts name, in order.
  public var targets: [Target] { parts.compactMap(\.target) }

  /// Whether any part names a settings half, and whether any names a dismissal half; what is not
  /// named stays as the base has it.
  public var halves: (settings: Bool, dismissals: Bool) {
    (parts.contains { $0.settings != nil }, parts.contains { $0.dismissals != nil })
  }

  /// The policy that `device` runs once it has reached `version`.
  ///
  /// - Parameter version: the last version that switched the device's policy; nil at first.
  public func policy(device: String, version: String?) -> Policy {
    var policy =
      base.first?.policy(device: device, version: version) ?? Policy.scenarioDefault
    for isVersioned in [false, true] {
      for isNamed in [false, true] {
        for part in parts {
          guard (part.device != nil) == isNamed, (part.version != nil) == isVersioned,
            part.device == nil || part.device == device,
            part.version.map({ version?.hasPrefix($0) ?? false }) ?? true
          else { continue }
          if let settings = part.settings { policy.settings = settings }
          if let dismissals = part.dismissals { policy.dismissals = dismissals }
        }
      }
    }
    return policy
  }

  /// Whether reaching `version` on `device` is when some part of the argument begins to hold.
  public func begins(at version: String, on device: String) -> Bool {
    let isNamed = parts.contains { part in
      guard let prefix = part.version else { return false }
      return (part.device == nil || part.device == device) && version.hasPrefix(prefix)
    }
    return isNamed || base.contains { $0.begins(at: version, on: device) }
  }

  private static func part(
    _ text: String, named: [NamedPolicy]
  ) throws(PolicyError) -> Part {
    var part = Part(text: text)
    var names = text[...]
    if let equals = text.firstIndex(of: "=") {
      names = text[text.index(after: equals)...]
      let target = text[..<equals].split(
        separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      part.device = target.first.map(String.init)
      if target.count > 1 { part.version = String(target[1]) }
      if target.contains(where: \.isEmpty) { throw malformed(text) }
    }
    for name in names.split(separator: "+", omittingEmptySubsequences: false) {
      if name.isEmpty { throw malformed(text) }
      guard let policy = named.first(where: { $0.name == name }) else {
        throw unknown(String(name), named: named)
      }
      if let settings = policy.settings {
        if part.settings != nil { throw twice(text, half: "settings") }
        part.settings = settings
      }
      if let dismissals = policy.dismissals {
        if part.dismissals != nil { throw twice(text, half: "dismissal") }
        part.dismissals = dismissals
      }
    }
    return part
  }

  private static func malformed(_ text: String) -> PolicyError {
    PolicyError(
      .malformed,
      "\"\(text)\" is no policy; a policy is [DEVICE[@VERSION]=]NAME[+NAME], joined by commas")
  }

  private static func twice(_ text: String, half: String) -> PolicyError {
    PolicyError(.malformed, "\"\(text)\" names two policies with a \(half) half; one is enough")
  }

  private static func repeated(_ one: Part, _ other: Part, half: String) -> PolicyError {
    let place =
      switch one.target {
      case nil: ""
      case let target?:
        " for \(target.device)" + (target.version.map { " from \($0) on" } ?? "")
      }
    return PolicyError(
      .malformed,
      "\"\(one.text)\" and \"\(other.text)\" both name a \(half) half\(place); one is enough")
  }

  private static func unknown(_ name: String, named: [NamedPolicy]) -> PolicyError {
    let known = named.map(\.name)
    let hint = nearest(to: name, in: known).map { "did you mean \($0)?" }
    return PolicyError(
      .unknownPolicy,
      "no policy is called \"\(name)\"; "
        + (hint ?? "the policies are \(known.joined(separator: ", ")), or a file"))
  }
}
