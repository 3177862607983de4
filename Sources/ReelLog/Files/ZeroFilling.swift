extension [UInt8] {
  /// Adds `count` zeros: the room for bytes to come.
  ///
  /// Copied from an array that is there: as fast as `repeatElement`, and in a build without
  /// optimisation thousands of times faster.
  mutating func appendZeros(_ count: Int) {
    var left = count
    while left > 0 {
      let part = Swift.min(left, zeros.count)
      append(contentsOf: zeros[..<part])
      left -= part
    }
  }
}

private let zeros = [UInt8](repeating: 0, count: 64 << 10)
