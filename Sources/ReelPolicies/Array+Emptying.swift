extension RangeReplaceableCollection where Self: BidirectionalCollection {
  /// Removes all elements and keeps the room. Of the few that most steps leave, one by one: the
  /// general way takes longer than the step.
  @inlinable package mutating func empty() {
    if count > 4 {
      removeAll(keepingCapacity: true)
    } else {
      while popLast() != nil {}
    }
  }
}
