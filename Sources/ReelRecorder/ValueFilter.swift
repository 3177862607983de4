import ReelEvents
import ReelLog

/// Decides which values a recording may hold: those of keys that the catalog syncs, that a rule
/// names, or that were put on a short list. Of all others it holds a keyed digest and a size.
struct ValueFilter: Sendable {
  /// The keys whose values it may.
  let shown: ShownKeys
  private let secret: [UInt8]

  /// A filter by `catalog`.
  /// - Parameters:
  ///   - shortList: further keys whose values may be held.
  ///   - secret: what digests are keyed by, `KeyedDigest.secretByteCount` bytes.
  init(_ catalog: Catalog, shortList: Set<String>, secret: [UInt8]) {
    let synced = catalog.keys.filter(\.isSynced).map(\.name)
    let named = catalog.rules.flatMap(\.expression.keys)
    shown = ShownKeys(synced + named + shortList)
    self.secret = secret
  }

  /// The action with every value that may not be held replaced by its digest.
  ///
  /// Lists and blobs pass as they are: an album's id is the key there, and the value says nothing.
  func filtered(_ action: Action) -> Action {
    switch action {
    case .storeLoaded(.defaults, let values):
      return .storeLoaded(store: .defaults, values: filtered(values))
    case .storeRegister(let values): return .storeRegister(values: filtered(values))
    case .storeSet(.defaults, let key, let value):
      return .storeSet(store: .defaults, key: key, value: filtered(value, of: key))
    case .storeApplied(.defaults, let message, let values):
      return .storeApplied(store: .defaults, by: message, values: filtered(values))
    case .storeRead(.defaults, let key, let value):
      return .storeRead(store: .defaults, key: key, value: value.map { filtered($0, of: key) })
    case .messageSent(var message) where message.channel != .kvs:
      message.payload = message.payload.map(filtered(payload:))
      return .messageSent(message)
    case .messageReceived(var message) where message.channel != .kvs:
      message.payload = message.payload.map(filtered(payload:))
      return .messageReceived(message)
    case .storeLoaded, .storeSet, .storeRemove, .storeCleared, .storeApplied, .storeRead,
      .entitlementRead, .ruleRead, .messageSent, .messageReceived, .messageFailed,
      .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      return action
    }
  }

  private func filtered(payload: Value) -> Value {
    if case .dictionary(let members) = payload { .dictionary(filtered(members)) } else { payload }
  }

  private func filtered(_ values: ValueDictionary) -> ValueDictionary {
    ValueDictionary(
      values.members.map { .init(key: $0.key, value: filtered($0.value, of: $0.key)) })
  }

  private func filtered(_ value: Value, of key: String) -> Value {
    if shown.mayShow(value, of: key) { return value }
    var bytes = Array(key.utf8)
    bytes.append(0xFF)
    let keyCount = bytes.count
    value.appendCanonical(to: &bytes)
    return .withheld(
      digest: KeyedDigest.text(of: bytes, secret: secret),
      size: Self.rounded(Int64(bytes.count - keyCount)))
  }

  /// Up to a multiple of eight: the exact size would tell true from false.
  private static func rounded(_ size: Int64) -> Int64 { (size + 7) / 8 * 8 }
}
