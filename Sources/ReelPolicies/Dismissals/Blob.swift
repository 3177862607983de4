public import ReelEvents

/// The synchronised form of a list: one value under one key of the key-value cloud.
///
/// `{"added":{ID:T},"horizon":T,"removed":{ID:T},"schema":1}` with the stamps T of the latest
/// addition and the latest removal, in milliseconds since 1970; `horizon` and `removed` only where
/// there is something to say. An item is listed when its addition is the later. Both stamps travel,
/// the losing one too: what one device did must be known to all. Members that this version does not
/// know are kept.
public enum Blob {
  /// The schema that this version writes and the only one it reads.
  public static let schema: Int64 = 1

  /// The stamps that a blob may hold, in milliseconds since 1970: what every JSON tool keeps, and
  /// so far from the ends of Int64 that no sum of ours runs over.
  public static let stampRange: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

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
      let added = entries(members["added"], { Mark(added: $0) }),
      let removed = entries(members["removed"], { Mark(removed: $0) })
    else { return .unreadable }
    var horizon = Mark.never
    switch members["horizon"] {
    case nil: break
    case .integer(let stamp)? where stampRange.contains(stamp): horizon = stamp
    case .some: return .unreadable
    }
    for name in ["schema", "added", "removed", "horizon"] { members[name] = nil }
    var set = MarkedSet(sorted: added, horizon: horizon)
    if !removed.isEmpty {
      let removals = MarkedSet(sorted: removed, horizon: horizon)
      set = set.merged(with: removals, usesHorizon: false)
    }
    return .list(set, unknownMembers: members)
  }

  /// The blob of `set`; for a policy that keeps no marks, of its listed items only.
  public static func write(
    _ set: MarkedSet, tie: DismissalPolicy.Tie, carriesRemovals: Bool,
    unknownMembers: ValueDictionary
  ) -> Value {
    let entries = carriesRemovals ? set.entries : set.entries.filter { $0.mark.isLive(tie) }
    let added = entries.filter { $0.mark.added != Mark.never }
    let removed = entries.filter { carriesRemovals && $0.mark.removed != Mark.never }
    var blob = unknownMembers
    blob["schema"] = .integer(schema)
    blob["added"] = stamps(added, \.added)
    if !removed.isEmpty { blob["removed"] = stamps(removed, \.removed) }
    if carriesRemovals && set.horizon != Mark.never { blob["horizon"] = .integer(set.horizon) }
    return .dictionary(blob)
  }

  private static func stamps(
    _ entries: [MarkedSet.Entry], _ stamp: KeyPath<Mark, Int64>
  ) -> Value {
    .dictionary(
      ValueDictionary(
        entries.map { .init(key: $0.id, value: .integer($0.mark[keyPath: stamp])) }))
  }

  /// The entries of a dictionary of stamps, in order as its members are; nil where it is none.
  private static func entries(
    _ value: Value?, _ mark: (Int64) -> Mark
  ) -> [MarkedSet.Entry]? {
    guard let value else { return [] }
    guard case .dictionary(let members) = value else { return nil }
    var entries: [MarkedSet.Entry] = []
    entries.reserveCapacity(members.members.count)
    for member in members.members {
      guard case .integer(let stamp) = member.value, stampRange.contains(stamp) else { return nil }
      entries.append(MarkedSet.Entry(id: member.key, mark: mark(stamp)))
    }
    return entries
  }
}
