extension Array {
  /// Adds what already stands at `range`, each element as `change` gives it.
  ///
  /// What is added first is a part of `room`, as often as it takes: elements in one piece go in
  /// far faster than the same one again and again.
  @inline(__always)
  mutating func appendCopy(
    of range: Range<Int>, room: [Element], change: (Element) -> Element = { $0 }
  ) {
    let start = count
    var left = range.count
    while left > 0 {
      let part = Swift.min(left, room.count)
      append(contentsOf: room[..<part])
      left &-= part
    }
    withUnsafeMutableBufferPointer { elements in
      for offset in 0..<range.count {
        elements[start &+ offset] = change(elements[range.lowerBound &+ offset])
      }
    }
  }
}
