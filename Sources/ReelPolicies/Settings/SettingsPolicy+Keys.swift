extension SettingsPolicy {
  /// A key that a switch names.
  public struct NamedKey: Sendable, Equatable {
    /// The switch, as a policy file calls it.
    public var switchName: String
    /// The key.
    public var key: String
  }

  /// The keys that the switches name one by one, in the order of the switches. A key that the
  /// catalog does not have is none of them that is wrong for certain: an app may use more.
  public var namedKeys: [NamedKey] {
    let sent: [String] = if case .list(let names) = send { names } else { [] }
    let omitted: [String] = if case .keys(let names) = omit { names } else { [] }
    return sent.map { NamedKey(switchName: "settings.send", key: $0) }
      + omitted.map { NamedKey(switchName: "settings.omit", key: $0) }
  }
}
