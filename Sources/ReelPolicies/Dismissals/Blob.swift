public import ReelEvents

/// The synchronised form of a list: one value under one key of the key-value cloud.
///
/// `{"horizon":T,"live":{ID:T},"removed":{ID:T},"schema":1}` with stamps T in milliseconds since
/// 1970; `horizon` and `removed` only where there is something to say. Members that this version
/// does not know are kept.
public enum Blob {
  /// The schema that this version writes and the only one it reads.
  public static let schema: Int64 = 1

  /// A blob as a device understands it.
  public enum Content: Sendable, Equatable {
    case absent
    /// Not of this schema: never taken as empty, never written over.
    case unreadable
    case list(MarkedSet, unknownMembers: ValueDictionary)
  }

  /// What `value` says. Complexity: O(n log n).
  public static func read(_ value: Value?) -> Content {
    guard let value else { return .absent }
    guard case .dictionary(var members) = value, case .integer(schema)? = members["schema"],
      let live = stamps(members["live"]), let removed = stamps(members["removed"])
    else { return .unreadable }
    var horizon = Mark.never
    switch members["horizon"] {
    case nil: break
    case .integer(let stamp)?: horizon = stamp
    case .some: return .unreadable
    }
    for name in ["schema", "live", "removed", "horizon"] { members[name] = nil }
    let entries =
      live.map { MarkedSet.Entry(id: $0.id, mark: Mark(added: $0.stamp)) }
      + removed.map { MarkedSet.Entry(id: $0.id, mark: Mark(removed: $0.stamp)) }
    return .list(MarkedSet(entries, horizon: horizon), unknownMembers: members)
  }

  /// The blob of `set`; without `removed` for a policy that keeps no marks.
  public static func write(
    _ set: MarkedSet, tie: DismissalPolicy.Tie, carriesRemovals: Bool,
    unknownMembers: ValueDictionary
  ) -> Value {
    var live: [ValueDictionary.Member] = []
    var removed: [ValueDictionary.Member] = []
    for entry in set.entries {
      if entry.mark.isLive(tie) {
        live.append(.init(key: entry.id, value: .integer(entry.mark.added)))
      } else if carriesRemovals {
        removed.append(.init(key: entry.id, value: .integer(entry.mark.removed)))
      }
    }
    var blob = unknownMembers
    blob["schema"] = .integer(schema)
    blob["live"] = .dictionary(ValueDictionary(live))
    if !removed.isEmpty { blob["removed"] = .dictionary(ValueDictionary(removed)) }
    if carriesRemovals && set.horizon != Mark.never { blob["horizon"] = .integer(set.horizon) }
    return .dictionary(blob)
  }

  private static func stamps(_ value: Value?) -> [(id: String, stamp: Int64)]? {
    guard let value else { return [] }
    guard case .dictionary(let members) = value else { return nil }
    var stamps: [(id: String, stamp: Int64)] = []
    stamps.reserveCapacity(members.members.count)
    for member in members.members {
      guard case .integer(let stamp) = member.value, stamp != Mark.never else { return nil }
      stamps.append((member.key, stamp))
    }
    return stamps
  }
}
