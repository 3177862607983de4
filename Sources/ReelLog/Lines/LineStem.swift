import ReelEvents

/// What stands between the time of a line and the first text that is its own:
/// `","device":"phone","event":"store.set","key":"`.
struct LineStem {
  var kind: EventKind
  var store: Int32 = -1
}

extension LinePass {
  /// Passes what tells the device: from the quote that ends the time up to the word of the kind.
  @inline(__always)
  mutating func device(_ cursor: inout LineCursor) -> Int32? {
    guard cursor.has(TextMemo.bytesAhead) else { return nil }
    // Behind `","device":"`.
    let hash = TextMemo.hash(cursor.load8(cursor.position &+ 12), 0)
    if let device = devices.find(hash, cursor) {
      cursor.position &+= device.pointee.count
      return device.pointee.id
    }
    guard let (device, end) = newDevice(hash, cursor) else { return nil }
    cursor.position = end
    return device
  }

  @inline(never)
  private mutating func newDevice(
    _ hash: UInt64, _ start: LineCursor
  ) -> (device: Int32, end: Int)? {
    var cursor = start
    guard cursor.skip("\",\"device\":\""), let range = cursor.plainText(),
      cursor.skip(",\"event\":\"")
    else { return nil }
    let device = name(range, cursor)
    devices.add(device, hash, start.position..<cursor.position, start)
    return (device, cursor.position)
  }

  /// Passes the word of a frequent kind, and what stands between it and the text that follows; nil
  /// for a line of another form or a rarer kind.
  @inline(__always)
  mutating func stem(_ cursor: inout LineCursor) -> LineStem? {
    guard cursor.has(TextMemo.bytesAhead) else { return nil }
    let hash = TextMemo.hash(cursor.load8(cursor.position), cursor.load8(cursor.position &+ 8))
    if let found = stems.find(hash, cursor) {
      cursor.position &+= found.pointee.count
      return LineStem(kind: kinds[Int(found.pointee.id)])
    }
    guard let (stem, end) = stemWithStore(cursor) else { return nil }
    cursor.position = end
    return stem
  }

  /// Passes a stem that names another store than `defaults`.
  @inline(never)
  private mutating func stemWithStore(_ start: LineCursor) -> (stem: LineStem, end: Int)? {
    var cursor = start
    guard let kind = cursor.kindInStore(), cursor.skip(",\"store\":\""),
      let range = cursor.plainText(), !cursor.bytes(range).elementsEqual("defaults".utf8)
    else { return nil }
    let stem = LineStem(kind: kind, store: name(range, cursor))
    let isApply = kind == .storeCleared || kind == .storeApplied
    guard cursor.skip(isApply ? ",\"by\":\"" : ",\"key\":\"") else { return nil }
    return (stem, cursor.position)
  }
}

extension LineCursor {
  /// Passes the word of a frequent kind with a store, and its quote; nil for any other.
  fileprivate mutating func kindInStore() -> EventKind? {
    if skip("store.set\"") { return .storeSet }
    if skip("store.read\"") { return .storeRead }
    if skip("store.applied\"") { return .storeApplied }
    if skip("store.cleared\"") { return .storeCleared }
    if skip("store.remove\"") { return .storeRemove }
    return nil
  }
}

extension LinePass {
  /// Learns the stems of the frequent kinds, in the store `defaults` where there is one.
  mutating func learnStems() {
    let frequent: [(kind: EventKind, member: String)] = [
      (.storeSet, "key"), (.storeRead, "key"), (.storeRemove, "key"), (.storeCleared, "by"),
      (.storeApplied, "by"), (.entitlementRead, "rule"), (.ruleRead, "rule"),
      (.messageSent, "message"), (.messageReceived, "message"),
    ]
    for stem in frequent {
      let text = Array("\(stem.kind.name)\",\"\(stem.member)\":\"".utf8)
      let line = text + [UInt8](repeating: LineFeeds.byte, count: TextMemo.bytesAhead)
      line.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        let cursor = LineCursor(bytes, at: base)
        let hash = TextMemo.hash(cursor.load8(0), cursor.load8(8))
        stems.add(Int32(kinds.count), hash, 0..<text.count, cursor)
        kinds.append(stem.kind)
      }
    }
  }
}
