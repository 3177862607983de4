import ReelEvents

/// What stands between the time of a line and the first text that is its own:
/// `","device":"phone","event":"store.set","key":"`.
struct LineStem: Sendable {
  var kind: EventKind
  var device: Int32
  var store: Int32 = -1
}

/// A device as lines name it, from the quote that ends the time up to the word of the kind:
/// `","device":"phone","event":"`.
///
/// Few devices make up a recording, so a line's device is mostly found by comparing its bytes.
struct DeviceStem: Sendable {
  /// Where in the lines it stands.
  var text: Range<Int>
  /// Eight of its bytes, from the name on.
  var word: UInt64
  var device: Int32
}

extension LineScanner {
  private static let devicesMax = 16

  /// Passes a stem; nil where the line has another form or is of a rarer kind.
  @inline(__always)
  mutating func stem(_ cursor: inout LineCursor, _ batch: inout EventBatch) -> LineStem? {
    guard let device = device(&cursor, &batch), let kind = cursor.frequentKind() else { return nil }
    var stem = LineStem(kind: kind, device: device)
    switch kind {
    case .entitlementRead, .ruleRead: return cursor.skip(",\"rule\":\"") ? stem : nil
    case .messageSent, .messageReceived: return cursor.skip(",\"message\":\"") ? stem : nil
    default:
      let isApply = kind == .storeCleared || kind == .storeApplied
      if cursor.skip(isApply ? ",\"by\":\"" : ",\"key\":\"") { return stem }
      guard let store = store(&cursor, &batch) else { return nil }
      stem.store = store
      return cursor.skip(isApply ? ",\"by\":\"" : ",\"key\":\"") ? stem : nil
    }
  }

  /// Passes what tells the device.
  @inline(__always)
  private mutating func device(_ cursor: inout LineCursor, _ batch: inout EventBatch) -> Int32? {
    guard cursor.has(20) else { return nil }
    let word = cursor.load8(cursor.position &+ 12)
    for stem in devices where stem.word == word && cursor.skip(cursor.bytes(stem.text)) {
      return stem.device
    }
    return newDevice(word, &cursor, &batch)
  }

  private mutating func newDevice(
    _ word: UInt64, _ cursor: inout LineCursor, _ batch: inout EventBatch
  ) -> Int32? {
    let start = cursor.position
    guard cursor.skip("\",\"device\":\""), let name = cursor.plainText(),
      cursor.skip(",\"event\":\"")
    else { return nil }
    let device = self.name(name, cursor, &batch)
    if devices.count == Self.devicesMax { devices.removeFirst() }
    devices.append(DeviceStem(text: start..<cursor.position, word: word, device: device))
    return device
  }

  /// Passes the name of another store than `defaults`.
  private mutating func store(_ cursor: inout LineCursor, _ batch: inout EventBatch) -> Int32? {
    guard cursor.skip(",\"store\":\""), let store = cursor.plainText(),
      !cursor.bytes(store).elementsEqual("defaults".utf8)
    else { return nil }
    return name(store, cursor, &batch)
  }
}

extension LineCursor {
  /// Passes the word of a frequent kind and its quote; nil for any other.
  @inline(__always)
  fileprivate mutating func frequentKind() -> EventKind? {
    if skip("store.set\"") { return .storeSet }
    if skip("store.read\"") { return .storeRead }
    if skip("message.sent\"") { return .messageSent }
    if skip("message.received\"") { return .messageReceived }
    if skip("store.applied\"") { return .storeApplied }
    if skip("store.cleared\"") { return .storeCleared }
    if skip("entitlement.read\"") { return .entitlementRead }
    if skip("store.remove\"") { return .storeRemove }
    if skip("rule.read\"") { return .ruleRead }
    return nil
  }
}
