import ReelEvents

extension Mark {
  /// The later stamps of both: the join of the two marks.
  public func joined(with other: Mark) -> Mark {
    Mark(added: max(added, other.added), removed: max(removed, other.removed))
  }
}

extension MarkedSet {
  /// The join of two sets: per item the later addition and the later removal.
  ///
  /// With `usesHorizon`, what only one side knows and is no newer than the newest mark that the
  /// other side dropped is left out: the other side may have dropped that item's removal. This
  /// price of bounded tombstones makes the merge depend on grouping (an item that a third set
  /// knows too may be dropped before that set is reached), so it is not associative.
  ///
  /// Complexity: O(n + m).
  public func merged(with other: MarkedSet, usesHorizon: Bool) -> MarkedSet {
    var merged: [Entry] = []
    merged.reserveCapacity(max(entries.count, other.entries.count))
    let horizons = usesHorizon ? (horizon, other.horizon) : (Mark.never, Mark.never)
    var mine = 0
    var theirs = 0
    while mine < entries.count || theirs < other.entries.count {
      if theirs == other.entries.count
        || (mine < entries.count && utf8Precedes(entries[mine].id, other.entries[theirs].id))
      {
        if entries[mine].mark.latest > horizons.1 { merged.append(entries[mine]) }
        mine += 1
      } else if mine == entries.count
        || utf8Precedes(other.entries[theirs].id, entries[mine].id)
      {
        if other.entries[theirs].mark.latest > horizons.0 { merged.append(other.entries[theirs]) }
        theirs += 1
      } else {
        var both = entries[mine]
        both.mark = both.mark.joined(with: other.entries[theirs].mark)
        merged.append(both)
        mine += 1
        theirs += 1
      }
    }
    return MarkedSet(sorted: merged, horizon: max(horizon, other.horizon))
  }
}
