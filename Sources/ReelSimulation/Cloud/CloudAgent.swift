public import ReelEvents
import ReelPolicies
public import ReelSeams

/// What one device does for the key-value store of an app: it keeps a copy of the account's values,
/// sends writes up together, and takes in what comes down.
///
/// It is told the time and never asks for it; notices go to whoever calls.
public struct CloudAgent: Sendable {
  /// What became of a write.
  public enum WriteResult: Sendable, Equatable {
    /// The copy has it, and it will go up.
    case taken
    /// It would take too much, and nothing was changed.
    case overQuota(CloudNotice)
    /// The platform stops the process of an app that does this; here nothing is changed.
    case misuse(String)
  }

  private struct Cell {
    var value: Value?
    /// The newest revision of the key that the device knows.
    var revision: Int64 = 0
    var isPending = false
  }

  /// The device, and which installation of the app on it.
  public let device: String
  /// The account; nil = signed out.
  public private(set) var account: String?
  /// Whether the app has the entitlement for the key-value store; without it nothing leaves
  /// (KV-10).
  public let isEntitled: Bool
  /// The cloud's rules.
  public var rules: CloudRules
  private var cells: [KeyText: Cell] = [:]
  private var pendingSince: Int64?
  private var uploadedAt: Int64?
  private var underWay: CloudUpload?
  private var lastNumber: Int64 = 0
  private var isConnected = false
  private var download: Download?
  private var isDownloadFirst = true
  private var isAccountNew = false

  /// What came from the cloud and is yet to be taken in.
  private struct Download: Equatable {
    var due: Int64
    var writes: [CloudWrite]
    var lastUpload: LastUpload
    var changes: [CloudWrite] = []
  }

  /// The agent of a new installation: its copy is empty until the first download.
  public init(device: String, account: String?, isEntitled: Bool = true, rules: CloudRules) {
    self.device = device
    self.account = account
    self.isEntitled = isEntitled
    self.rules = rules
  }

  /// The copy, as the app reads it. Complexity: O(n log n).
  public var values: ValueDictionary {
    ValueDictionary(
      cells.compactMap { key, cell in cell.value.map { .init(key: key.text, value: $0) } })
  }

  /// The value of `key` in the copy.
  public func value(of key: String) -> Value? { cells[KeyText(key)]?.value }

  /// Whether it has the account's values and may send: false while offline or signed out, and until
  /// the download.
  public var isUp: Bool { isConnected }

  /// When something is to be done next, if nothing happens before; nil = never.
  public var due: Int64? { [download?.due, uploadDue].compactMap(\.self).min() }

  // MARK: Writes go up

  /// The app sets `key`; nil removes it.
  public mutating func write(_ value: Value?, to key: String, at now: Int64) -> WriteResult {
    if rules.isTooLong(key) {
      return .misuse("a key of \(key.utf8.count) bytes; the platform takes up to 64")
    }
    var after = cells.mapValues(\.value)
    after[KeyText(key)] = .some(value)
    if value != nil, CloudSize(of: after.values.lazy.compactMap(\.self)).isOverQuota {
      return .overQuota(CloudNotice(.quota, keys: [key]))
    }
    cells[KeyText(key), default: Cell()].value = value
    cells[KeyText(key)]?.isPending = true
    if pendingSince == nil { pendingSince = now }
    return .taken
  }

  /// When the next upload is due; nil while there is none or it cannot be.
  public var uploadDue: Int64? {
    guard isConnected, isEntitled, account != nil, underWay == nil, let pendingSince else {
      return nil
    }
    let afterDelay = pendingSince + rules.uploadDelayMilliseconds
    guard let uploadedAt else { return afterDelay }
    return max(afterDelay, uploadedAt + rules.uploadIntervalMilliseconds)
  }

  /// The upload that is due: the newest value of every key written since the last one.
  public mutating func takeUpload(at now: Int64) -> CloudUpload? {
    guard let uploadDue, uploadDue <= now else { return nil }
    var writes: [CloudWrite] = []
    for (key, cell) in cells where cell.isPending {
      writes.append(CloudWrite(key: key.text, value: cell.value, revision: cell.revision))
      cells[key]?.isPending = false
    }
    pendingSince = nil
    if writes.isEmpty { return nil }
    writes.sort { utf8Precedes($0.key, $1.key) }
    lastNumber += 1
    let upload = CloudUpload(number: lastNumber, writes: writes)
    underWay = upload
    uploadedAt = now
    return upload
  }

  // MARK: The connection

  /// The connection is gone: nothing goes up or comes down until the contents come again.
  public mutating func disconnect() {
    isConnected = false
    download = nil
  }

  /// The user signs in to another account, or out of any.
  ///
  /// What was written while signed out stays and goes up (KV-11); all else gives way to the new
  /// account's values, whatever is newer (KV-08). Signing out gives notice at once; signing in does
  /// when the contents have come.
  public mutating func changeAccount(to next: String?) -> [CloudNotice] {
    guard next != account else { return [] }
    let before = cells.filter { $0.value.value != nil }.keys.map(\.text).sorted(by: utf8Precedes)
    if account == nil {
      for key in cells.keys { cells[key]?.revision = 0 }
    } else {
      cells = [:]
      pendingSince = nil
    }
    account = next
    underWay = nil
    disconnect()
    isDownloadFirst = true
    isAccountNew = next != nil
    return next == nil ? [CloudNotice(.account, keys: before)] : []
  }

  // MARK: Values come down

  /// What the cloud answers or tells; returns the notices that the app gets.
  public mutating func receive(_ reply: CloudReply, at now: Int64) -> [CloudNotice] {
    switch reply {
    case .contents(let account, let writes, let lastUpload, let rules):
      guard account == self.account else { return [] }
      self.rules = rules
      download = Download(
        due: now + rules.downloadDelayMilliseconds, writes: writes, lastUpload: lastUpload)
      return takeDownload(at: now)
    case .uploaded(let number, let revision, let refused, let isOverQuota):
      guard let upload = underWay, upload.number == number else { return [] }
      underWay = nil
      for write in upload.writes { cells[KeyText(write.key)]?.revision = revision }
      let changed = refused.filter { giveWay(to: $0) }.map(\.key)
      if changed.isEmpty { return [] }
      return [CloudNotice(isOverQuota ? .quota : .server, keys: changed)]
    case .changed(let writes):
      download?.changes += writes
      return isConnected ? takeChanges(writes) : []
    case .pong: return []
    }
  }

  /// Takes in the account's values if they are due; returns the notices that the app gets.
  public mutating func takeDownload(at now: Int64) -> [CloudNotice] {
    guard let arrived = download, arrived.due <= now else { return [] }
    download = nil
    return takeContents(arrived.writes, arrived.lastUpload, at: now) + takeChanges(arrived.changes)
  }

  private mutating func takeChanges(_ writes: [CloudWrite]) -> [CloudNotice] {
    let changed = writes.filter { takeIn($0) != .unchanged }.map(\.key)
    return changed.isEmpty ? [] : [CloudNotice(.server, keys: changed)]
  }

  /// Everything that the account holds, at the beginning of a connection.
  private mutating func takeContents(
    _ writes: [CloudWrite], _ last: LastUpload, at now: Int64
  ) -> [CloudNotice] {
    settleUnderWay(last, at: now)
    lastNumber = max(lastNumber, last.number)
    var changed: [String] = []
    var overwritten: [String] = []
    for write in writes {
      switch takeIn(write) {
      case .unchanged: break
      case .changed: changed.append(write.key)
      case .overwritten: overwritten.append(write.key)
      }
    }
    let (isFirst, isNew) = (isDownloadFirst, isAccountNew)
    (isConnected, isDownloadFirst, isAccountNew) = (true, false, false)
    let keys = (changed + overwritten).sorted(by: utf8Precedes)
    if isNew { return [CloudNotice(.account, keys: keys)] }
    if keys.isEmpty { return [] }
    switch rules.firstDownload {
    case .whenOverwriting where isFirst && !overwritten.isEmpty, .always where isFirst:
      return [CloudNotice(.initial, keys: keys)]
    case .whenOverwriting, .always: return [CloudNotice(.server, keys: keys)]
    }
  }

  /// An upload that was under way when the connection went: applied, or to be sent again.
  private mutating func settleUnderWay(_ last: LastUpload, at now: Int64) {
    guard let upload = underWay else { return }
    underWay = nil
    for write in upload.writes {
      if last.number >= upload.number {
        cells[KeyText(write.key)]?.revision = last.revision
      } else {
        cells[KeyText(write.key)]?.isPending = true
        pendingSince = pendingSince ?? now
      }
    }
  }

  private enum Effect { case unchanged, changed, overwritten }

  /// A newer value from elsewhere; it gives way to a write of ours that is yet to go up only if the
  /// last to arrive counts.
  private mutating func takeIn(_ write: CloudWrite) -> Effect {
    let key = KeyText(write.key)
    var cell = cells[key] ?? Cell()
    guard write.revision > cell.revision else { return .unchanged }
    if underWay?.writes.contains(where: { KeyText($0.key) == key }) == true { return .unchanged }
    if cell.isPending && rules.conflict == .latest { return .unchanged }
    let effect: Effect =
      cell.value == write.value ? .unchanged : cell.isPending ? .overwritten : .changed
    cell = Cell(value: write.value, revision: write.revision)
    cells[key] = cell
    return effect
  }

  /// What the cloud holds instead of a write of ours that it did not take; returns whether the
  /// app's value changed by it. A later write of ours is yet to be judged.
  private mutating func giveWay(to held: CloudWrite) -> Bool {
    let key = KeyText(held.key)
    if cells[key]?.isPending == true && rules.conflict == .latest {
      cells[key]?.revision = held.revision
      return false
    }
    let isChanged = cells[key]?.value != held.value
    cells[key] = Cell(value: held.value, revision: held.revision)
    return isChanged
  }
}
