/// The candidate that takes the fewest single-letter edits to become `text`, if it is near enough
/// to be what was meant: at most a third of the letters differ.
/// Complexity: O(candidates × length²).
public func nearest(to text: String, in candidates: [String]) -> String? {
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(text.utf8), Array(candidate.utf8))
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  guard let best, best.distance * 3 <= max(text.utf8.count, 3) else { return nil }
  return best.name
}

private func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
  var row = Array(0...other.count)
  for (index, byte) in one.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let substituted = diagonal + (byte == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
    }
  }
  return row[other.count]
}
