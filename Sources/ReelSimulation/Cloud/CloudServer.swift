import ReelEvents
import ReelPolicies

/// What the cloud itself holds: for each account one value a key.
///
/// Arrival is the only order: no clock counts (KV-13). It is a fold of its entries, so that a
/// server keeps those in a log and comes back from them.
public struct CloudServer: Sendable {
  /// An upload as it was judged: what a log keeps.
  public struct Entry: Sendable, Equatable {
    /// The account it went to.
    public var account: String
    /// The device it came from.
    public var device: String
    /// The device's own number for it; each number counts once.
    public var number: Int64
    /// The writes that were taken.
    public var writes: [CloudWrite]
  }

  private struct Slot {
    var value: Value?
    var revision: Int64
  }

  private struct Account {
    var revision: Int64 = 0
    var slots: [KeyText: Slot] = [:]
    var uploads: [KeyText: LastUpload] = [:]
  }

  private var accounts: [KeyText: Account] = [:]

  /// A cloud that holds nothing.
  public init() {}

  /// What is said to a device that asks for all that its account holds.
  public func greeting(device: String, account: String, _ rules: CloudRules) -> CloudReply {
    .contents(
      account: account, contents(of: account), lastUpload(of: device, account: account), rules)
  }

  /// Takes of an upload what does not conflict, or nothing if the account would hold too much.
  /// - Parameter keep: puts the entry into a log, before anybody hears of it.
  /// - Returns: the answer, and what all other devices of the account are to be told.
  public mutating func answer(
    _ upload: CloudUpload, from device: String, account: String, _ rules: CloudRules,
    keeping keep: (Entry) throws -> Void
  ) rethrows -> (reply: CloudReply, changed: [CloudWrite]) {
    let (entry, isOverQuota) = judge(upload, from: device, account: account, rules.conflict)
    try keep(entry)
    apply(entry)
    let taken = entry.writes.map(\.key)
    let refused = upload.writes.map(\.key).filter { key in
      !taken.contains { utf8Equal($0, key) }
    }
    let reply = CloudReply.uploaded(
      number: upload.number, revision: accounts[KeyText(account)]?.revision ?? 0,
      refused: contents(of: account, keys: refused), isOverQuota: isOverQuota)
    return (reply, contents(of: account, keys: taken))
  }

  /// Of an upload that was applied before, by its number, nothing is taken again.
  private func judge(
    _ upload: CloudUpload, from device: String, account name: String,
    _ conflict: CloudRules.Conflict
  ) -> (entry: Entry, isOverQuota: Bool) {
    let account = accounts[KeyText(name)] ?? Account()
    var entry = Entry(account: name, device: device, number: upload.number, writes: [])
    if upload.number <= lastUpload(of: device, account: name).number { return (entry, false) }
    entry.writes = upload.writes.filter { write in
      switch conflict {
      case .refused: account.slots[KeyText(write.key)]?.revision ?? 0 <= write.revision
      case .latest: true
      }
    }
    var after = account.slots.mapValues(\.value)
    for write in entry.writes { after[KeyText(write.key)] = .some(write.value) }
    let isOverQuota = CloudSize(of: after.values.lazy.compactMap(\.self)).isOverQuota
    if isOverQuota { entry.writes = [] }
    return (entry, isOverQuota)
  }

  /// Takes an entry over.
  public mutating func apply(_ entry: Entry) {
    var account = accounts[KeyText(entry.account)] ?? Account()
    if !entry.writes.isEmpty { account.revision += 1 }
    for write in entry.writes {
      account.slots[KeyText(write.key)] = Slot(value: write.value, revision: account.revision)
    }
    if entry.number > account.uploads[KeyText(entry.device)]?.number ?? 0 {
      account.uploads[KeyText(entry.device)] = LastUpload(
        number: entry.number, revision: account.revision)
    }
    accounts[KeyText(entry.account)] = account
  }

  private func contents(of account: String) -> [CloudWrite] {
    let keys = accounts[KeyText(account)]?.slots.keys.map(\.text) ?? []
    return contents(of: account, keys: keys.sorted(by: utf8Precedes))
  }

  /// What an account holds under `keys`; removed keys come without a value.
  private func contents(of account: String, keys: [String]) -> [CloudWrite] {
    let slots = accounts[KeyText(account)]?.slots ?? [:]
    return keys.map { key in
      let slot = slots[KeyText(key)]
      return CloudWrite(key: key, value: slot?.value, revision: slot?.revision ?? 0)
    }
  }

  private func lastUpload(of device: String, account: String) -> LastUpload {
    accounts[KeyText(account)]?.uploads[KeyText(device)] ?? LastUpload()
  }
}
