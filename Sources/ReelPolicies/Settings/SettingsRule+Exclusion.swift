extension SettingsRule {
  /// Why a key is none of those that a rule deals with.
  public enum Exclusion: Sendable, Equatable {
    /// The policy takes it as not synced.
    case omitted
    /// The catalog does not sync it.
    case notSynced
    /// The policy's own list does not name it.
    case notListed
    /// The catalog does not know it.
    case unknown
  }

  /// Why a sender does not send `key`; nil where it does.
  /// - Parameter keys: the keys that the rule was made for.
  public func exclusionFromSending(of key: Int32, _ keys: SettingsKeys) -> Exclusion? {
    if sends(key) { return nil }
    switch policy.send {
    case .list:
      return Self.omitted(by: policy, keys).contains(key) ? .omitted : .notListed
    case .all, .synced: return exclusion(of: key, keys)
    }
  }

  /// Why a receiver does not store `key` when it arrives; nil where it does.
  /// - Parameter keys: the keys that the rule was made for.
  public func exclusionFromAccepting(of key: Int32, _ keys: SettingsKeys) -> Exclusion? {
    accepts(key) ? nil : exclusion(of: key, keys)
  }

  private func exclusion(of key: Int32, _ keys: SettingsKeys) -> Exclusion {
    if Self.omitted(by: policy, keys).contains(key) { return .omitted }
    return Int(key) < keys.catalogCount ? .notSynced : .unknown
  }
}
