import ReelEvents

extension EventBatch {
  /// The line of the event in `row`, without its line feed.
  func line(_ row: Int) -> ArraySlice<UInt8> { bytes(lines[row]) }

  /// The time of the event in `row`.
  func instant(_ row: Int) -> Instant { Instant(microseconds: instants[row]) }

  /// The device or process of the event in `row`.
  func device(_ row: Int) -> String { name(devices[row]) }

  /// The name at `index`.
  func name(_ index: Int32) -> String { String(decoding: bytes(names[Int(index)]), as: UTF8.self) }

  /// The bytes of `range`.
  func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    text[Int(range.start)..<Int(range.start + range.count)]
  }
}
