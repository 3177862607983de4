import ReelEvents

/// Names and values as ids of the batch.
extension LinePass {
  /// Passes a key or rule and the quote that ends it, and gives its id.
  @inline(__always)
  mutating func key(_ cursor: inout LineCursor) -> Int32? {
    let start = cursor.position
    guard cursor.has(TextMemo.bytesAhead) else {
      return cursor.plainText().map { name($0, cursor) }
    }
    let hash = TextMemo.hash(cursor.load8(start), cursor.load8(start &+ 8))
    if let key = keys.find(hash, cursor) {
      cursor.position &+= key.pointee.count
      return key.pointee.id
    }
    guard let (key, end) = newKey(hash, cursor) else { return nil }
    cursor.position = end
    return key
  }

  /// Behind a shorter key, the first 16 bytes have some of a value.
  private static let keyBytesMin = 6

  @inline(never)
  private mutating func newKey(_ hash: UInt64, _ start: LineCursor) -> (key: Int32, end: Int)? {
    var cursor = start
    guard let range = cursor.plainText() else { return nil }
    let key = name(range, cursor)
    if range.count >= Self.keyBytesMin {
      keys.add(key, hash, start.position..<cursor.position, start)
    }
    return (key, cursor.position)
  }

  /// The id of the name whose bytes stand at `range` of the lines.
  mutating func name(_ range: Range<Int>, _ cursor: LineCursor) -> Int32 {
    let bytes = cursor.bytes(range)
    let hash = ByteHash.of(UnsafeRawBufferPointer(bytes))
    if let id = find(name: bytes, hash, cursor) { return id }
    return add(name: ByteRange(range), hash)
  }

  /// The id of the value whose canonical bytes stand at `range` of the lines.
  @inline(__always)
  mutating func value(_ range: Range<Int>, _ cursor: LineCursor) -> Int32 {
    value(range, ByteHash.of(UnsafeRawBufferPointer(cursor.bytes(range))), cursor)
  }

  /// The id of the value whose canonical bytes, of `hash`, stand at `range` of the lines.
  @inline(__always)
  mutating func value(_ range: Range<Int>, _ hash: UInt64, _ cursor: LineCursor) -> Int32 {
    let bytes = cursor.bytes(range)
    if let id = find(value: bytes, hash, cursor) { return id }
    return add(value: ByteRange(range), bytes, hash)
  }

  /// The id of the name `text`, of which a copy is kept if it is new.
  mutating func name(_ text: String, _ cursor: LineCursor) -> Int32 {
    let bytes = Array(text.utf8)
    let hash = bytes.withUnsafeBytes { ByteHash.of($0) }
    let found = bytes.withUnsafeBufferPointer { find(name: $0, hash, cursor) }
    return found ?? add(name: keepCopy(of: bytes, cursor), hash)
  }

  /// The id of `value`, of whose canonical bytes a copy is kept if it is new.
  mutating func value(_ value: Value, _ cursor: LineCursor) -> Int32 {
    let bytes = value.canonicalBytes
    let digest =
      bytes.count > TextDigest.smallSizeMax ? bytes.withUnsafeBytes { TextDigest($0) } : nil
    let hash = digest?.low ?? bytes.withUnsafeBytes { ByteHash.of($0) }
    let found = bytes.withUnsafeBufferPointer { find(value: $0, hash, cursor) }
    if let found { return found }
    let copy = keepCopy(of: bytes, cursor)
    let id = bytes.withUnsafeBufferPointer { add(value: copy, $0, hash) }
    if let digest { digests.append(ValueDigest(value: id, digest: digest)) }
    return id
  }

  /// The id of the large value whose canonical bytes, of `digest`, stand at `range` of the lines.
  @inline(never)
  mutating func value(_ range: Range<Int>, _ digest: TextDigest, _ cursor: LineCursor) -> Int32 {
    let countBefore = values.count
    let id = value(range, digest.low, cursor)
    if values.count > countBefore { digests.append(ValueDigest(value: id, digest: digest)) }
    return id
  }

  @inline(__always)
  private func find(
    name: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ cursor: LineCursor
  ) -> Int32? {
    var slot = nameTable.slot(hash)
    while let id = nameTable.next(hash, at: &slot) {
      if isEqual(names[Int(id)], name, cursor) { return id }
    }
    return nil
  }

  @inline(__always)
  private func find(
    value: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ cursor: LineCursor
  ) -> Int32? {
    var slot = valueTable.slot(hash)
    while let id = valueTable.next(hash, at: &slot) {
      if isEqual(values[Int(id)], value, cursor) { return id }
    }
    return nil
  }

  @inline(__always)
  private mutating func add(
    value: ByteRange, _ bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64
  ) -> Int32 {
    values.append(value)
    if bytes.count <= TextDigest.smallSizeMax { smallValues.append(contentsOf: bytes) }
    return valueTable.insert(hash)
  }

  private mutating func add(name: ByteRange, _ hash: UInt64) -> Int32 {
    names.append(name)
    lastValues.append(-1)
    return nameTable.insert(hash)
  }

  /// Adds `bytes` to what follows the lines, and says where they will stand.
  mutating func keepCopy(of bytes: [UInt8], _ cursor: LineCursor) -> ByteRange {
    let start = cursor.end + copies.count
    copies.append(contentsOf: bytes)
    return ByteRange(start..<start + bytes.count)
  }

  /// Whether `range` of the lines and copies holds `bytes`.
  @inline(__always)
  func isEqual(
    _ range: ByteRange, _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: LineCursor
  ) -> Bool {
    guard Int(range.count) == bytes.count, let start = bytes.baseAddress else {
      return range.count == 0 && bytes.isEmpty
    }
    let first = Int(range.start)
    let isCopy = first >= cursor.end
    let own = isCopy ? UnsafePointer(copies.base) + (first &- cursor.end) : cursor.base + first
    return areEqual(own, start, count: bytes.count)
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
