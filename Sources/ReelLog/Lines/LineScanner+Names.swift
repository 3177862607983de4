import ReelEvents

/// Names and values as ids of the batch.
extension LineScanner {
  /// The id of the name whose bytes stand at `range` of the lines.
  @inline(__always)
  mutating func name(
    _ range: Range<Int>, _ cursor: LineCursor, _ batch: inout EventBatch
  ) -> Int32 {
    let bytes = cursor.bytes(range)
    let hash = ByteHash.of(UnsafeRawBufferPointer(bytes))
    if let id = names.find(hash, { isEqual(batch.names[Int($0)], bytes, cursor, batch.lineBytes) })
    {
      return id
    }
    batch.names.append(ByteRange(range))
    lastValues.append(-1)
    return names.insert(hash)
  }

  /// The id of the value whose canonical bytes stand at `range` of the lines.
  @inline(__always)
  mutating func value(
    _ range: Range<Int>, _ cursor: LineCursor, _ batch: inout EventBatch
  ) -> Int32 {
    let bytes = cursor.bytes(range)
    let hash = ByteHash.of(UnsafeRawBufferPointer(bytes))
    if let id = values.find(
      hash, { isEqual(batch.values[Int($0)], bytes, cursor, batch.lineBytes) })
    {
      return id
    }
    batch.values.append(ByteRange(range))
    return values.insert(hash)
  }

  /// The id of the name `text`, of which a copy is kept if it is new.
  mutating func name(_ text: String, _ cursor: LineCursor, _ batch: inout EventBatch) -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    scratch += text.utf8
    let (hash, found) = scratch.withUnsafeBufferPointer { bytes in
      let hash = ByteHash.of(UnsafeRawBufferPointer(bytes))
      return (
        hash, names.find(hash) { isEqual(batch.names[Int($0)], bytes, cursor, batch.lineBytes) }
      )
    }
    if let found { return found }
    batch.names.append(keepCopy(of: scratch, batch.lineBytes))
    lastValues.append(-1)
    return names.insert(hash)
  }

  /// The id of `value`, of whose canonical bytes a copy is kept if it is new.
  mutating func value(_ value: Value, _ cursor: LineCursor, _ batch: inout EventBatch) -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    value.appendCanonical(to: &scratch)
    let (hash, found) = scratch.withUnsafeBufferPointer { bytes in
      let hash = ByteHash.of(UnsafeRawBufferPointer(bytes))
      return (
        hash, values.find(hash) { isEqual(batch.values[Int($0)], bytes, cursor, batch.lineBytes) }
      )
    }
    if let found { return found }
    batch.values.append(keepCopy(of: scratch, batch.lineBytes))
    return values.insert(hash)
  }

  /// Adds `bytes` to what follows the lines, and says where they will stand.
  mutating func keepCopy(of bytes: [UInt8], _ lineBytes: Int) -> ByteRange {
    let start = lineBytes + copies.count
    copies += bytes
    return ByteRange(start..<start + bytes.count)
  }

  /// Whether `range` of the lines and copies holds `bytes`.
  @inline(__always)
  func isEqual(
    _ range: ByteRange, _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: LineCursor,
    _ lineBytes: Int
  ) -> Bool {
    guard Int(range.count) == bytes.count, let start = bytes.baseAddress else {
      return range.count == 0 && bytes.isEmpty
    }
    let first = Int(range.start)
    if first < lineBytes {
      guard let own = cursor.bytes(first..<first + bytes.count).baseAddress else { return false }
      return areEqual(own, start, count: bytes.count)
    }
    return copies.withUnsafeBufferPointer { copies in
      copies.baseAddress.map { areEqual($0 + (first - lineBytes), start, count: bytes.count) }
        ?? false
    }
  }
}

extension ByteRange {
  /// The range of those indices; lines of a batch are far below what 32 bits count.
  @inline(__always)
  init(_ range: Range<Int>) {
    self.init(
      start: Int32(truncatingIfNeeded: range.lowerBound),
      count: Int32(truncatingIfNeeded: range.count))
  }

  /// The indices.
  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
