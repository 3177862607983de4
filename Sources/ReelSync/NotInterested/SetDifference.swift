import ReelEvents

/// What is in one of two ordered lists of ids and not in the other.
enum SetDifference {
  /// The ids that only `old` has and those that only `new` has, in order. Complexity: O(n).
  static func between(_ old: [String], _ new: [String]) -> (gone: [String], come: [String]) {
    var (gone, come): ([String], [String]) = ([], [])
    var index = 0
    for id in new {
      while index < old.count && utf8Precedes(old[index], id) {
        gone.append(old[index])
        index += 1
      }
      if index < old.count && !utf8Precedes(id, old[index]) {
        index += 1
      } else {
        come.append(id)
      }
    }
    return (gone + old[index...], come)
  }
}
