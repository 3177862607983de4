internal import ReelEvents

/// What stands between the time of a line and the first text that is its own:
/// `","device":"phone","event":"store.set","key":"`.
///
/// Few stems make up a recording, so a line's kind, device and store are mostly found by comparing
/// its bytes with those of a stem seen before.
struct LineStem: Sendable {
  /// Where in the lines it stands.
  var text: Range<Int>
  var kind: EventKind
  var device: Int32
  var store: Int32
}

extension LineScanner {
  private static let stemsMax = 8

  /// Passes a stem; nil where the line has another form or is of a rarer kind.
  @inline(__always)
  mutating func stem(_ cursor: inout LineCursor, _ batch: inout EventBatch) -> LineStem? {
    for stem in stems where cursor.skip(cursor.bytes(stem.text)) { return stem }
    return newStem(&cursor, &batch)
  }

  private mutating func newStem(
    _ cursor: inout LineCursor, _ batch: inout EventBatch
  ) -> LineStem? {
    let start = cursor.position
    guard cursor.skip("\",\"device\":\""), let device = cursor.plainText(),
      cursor.skip(",\"event\":\""), let kind = cursor.frequentKind()
    else { return nil }
    var store: Range<Int>?
    switch kind {
    case .entitlementRead, .ruleRead: guard cursor.skip(",\"rule\":\"") else { return nil }
    case .messageSent, .messageReceived:
      guard cursor.skip(",\"message\":\"") else { return nil }
    default:
      if cursor.skip(",\"store\":\"") {
        store = cursor.plainText()
        guard let store, !cursor.bytes(store).elementsEqual("defaults".utf8) else { return nil }
      }
      let isApply = kind == .storeCleared || kind == .storeApplied
      guard isApply ? cursor.skip(",\"by\":\"") : cursor.skip(",\"key\":\"") else { return nil }
    }
    let stem = LineStem(
      text: start..<cursor.position, kind: kind, device: name(device, cursor, &batch),
      store: store.map { name($0, cursor, &batch) } ?? -1)
    if stems.count == Self.stemsMax { stems.removeLast() }
    stems.insert(stem, at: 0)
    return stem
  }
}

extension LineCursor {
  /// Passes the word of a frequent kind and its quote; nil for any other.
  fileprivate mutating func frequentKind() -> EventKind? {
    if skip("store.set\"") { return .storeSet }
    if skip("store.remove\"") { return .storeRemove }
    if skip("store.read\"") { return .storeRead }
    if skip("entitlement.read\"") { return .entitlementRead }
    if skip("rule.read\"") { return .ruleRead }
    if skip("message.sent\"") { return .messageSent }
    if skip("message.received\"") { return .messageReceived }
    if skip("store.applied\"") { return .storeApplied }
    if skip("store.cleared\"") { return .storeCleared }
    return nil
  }
}
