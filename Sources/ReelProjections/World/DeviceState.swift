import ReelEvents
public import ReelPolicies

/// Who put a value where it is.
public enum Writer: UInt8, Sendable, BitwiseCopyable {
  /// Nothing was ever written, or it is not known by whom.
  case unknown
  /// The device's own app.
  case app
  /// A message that was applied.
  case sync
}

/// How the value of a key came where it is.
public struct CellHistory: Sendable, BitwiseCopyable {
  /// The event that last wrote the key; 0 = none.
  public internal(set) var writtenAt: Int64 = 0
  /// Who last wrote it.
  public internal(set) var writer = Writer.unknown
  /// Whether the key was ever stored since the install.
  public internal(set) var wasStored = false
  /// Whether every message like the last writes the key, be its value another or not.
  var isRewritten = false
}

/// One device as a world sees it: its stores, its policy, and what its rules remember.
public final class DeviceState {
  /// Whether its stores are known: since its first `store.loaded` or its install.
  @exclusivity(unchecked) public internal(set) var isKnown = false
  /// Whether its stores read as absent.
  @exclusivity(unchecked) public internal(set) var isLocked = false
  /// The stores that a write while it is locked emptied: lists by number, -1 for the settings.
  @exclusivity(unchecked) public internal(set) var destroyedStores: Set<Int32> = []
  /// The version that decided its policy; nil before the first.
  @exclusivity(unchecked) public internal(set) var version: String?
  /// The policy it runs.
  @exclusivity(unchecked) public internal(set) var policy = Policy.scenarioDefault
  /// The settings half of the policy, over key numbers.
  @exclusivity(unchecked) public internal(set) var rule: SettingsRule {
    didSet { ruleNumber += 1 }
  }
  /// How often that was another one.
  @exclusivity(unchecked) private(set) var ruleNumber = 0
  /// The number of the event of the last install; 0 before the first.
  @exclusivity(unchecked) public internal(set) var installEvent: Int64 = 0
  /// When it was last installed, by its own clock, in milliseconds since 1970.
  @exclusivity(unchecked) public internal(set) var installedAt: Int64?

  /// The stored value of each key; 0 = absent.
  @exclusivity(unchecked) private(set) var cells: FlatRow<Int32>
  /// How each value came there, but for what `applied` tells.
  @exclusivity(unchecked) private var histories: FlatRow<CellHistory>
  /// The message that was applied last and whole, while it tells how the next apply differs.
  @exclusivity(unchecked) private(set) var applied: SharedPayload?
  /// The receiver's rule, by its number, when that was applied.
  @exclusivity(unchecked) private(set) var appliedRule = 0
  /// How many stored values had changed when it was applied.
  @exclusivity(unchecked) private(set) var appliedChangeCount = 0
  /// The event of the last such apply; 0 = none.
  @exclusivity(unchecked) private var rewrittenAt: Int64 = 0
  /// The keys whose stored value changed lately, in order.
  @exclusivity(unchecked) private var changed = FlatRow<Int32>()
  /// How many changes came before those.
  @exclusivity(unchecked) private var changedBefore = 0
  /// The size of the store as canonical text, in bytes.
  @exclusivity(unchecked) public internal(set) var storeSize = 0

  /// The account that its cloud belongs to; empty until an event names one.
  @exclusivity(unchecked) public internal(set) var account = ""
  /// The synchronised lists under the present account, by list number.
  @exclusivity(unchecked) public internal(set) var lists: [Int32: SyncedList] = [:]
  /// The lists of other accounts, set aside.
  @exclusivity(unchecked) public internal(set) var parkedLists: [String: [Int32: SyncedList]] = [:]
  /// The answers to `pro`.
  @exclusivity(unchecked) public internal(set) var entitlement = EntitlementMemory()

  /// What it remembers of its receipts, by sender; -1 stands for those that nobody recorded.
  @exclusivity(unchecked) var receiverMemory: [Int32: ReceiverMemory] = [:]

  /// Whether it is a watch: what a watch sends is a request and carries no settings.
  let isWatch: Bool

  init(rule: SettingsRule, keyCount: Int, isWatch: Bool) {
    self.isWatch = isWatch
    self.rule = rule
    cells = FlatRow(repeating: 0, count: keyCount)
    histories = FlatRow(repeating: CellHistory(), count: keyCount)
  }

  /// The stored value of each key; 0 = absent. Complexity: O(keys).
  public var stored: ContiguousArray<Int32> { ContiguousArray(cells.values) }

  /// Makes room for keys up to `count`.
  func reserve(keyCount count: Int) {
    guard count > cells.count else { return }
    let wanted = max(count, cells.count * 2)
    cells.grow(to: wanted, filling: 0)
    histories.grow(to: wanted, filling: CellHistory())
  }

  /// How many changes of stored values are remembered at most, and are worth looking at.
  private static let changesKept = 64

  /// Puts a value into a cell for which there is room, and appends what changes with it; gives what
  /// the cell held.
  func put(
    _ key: Int32, _ value: Int32, by writer: Writer, at event: Int64,
    noting changes: inout FlatRow<CellChange>
  ) -> Int32 {
    let old = cells[Int(key)]
    let history = histories[Int(key)]
    histories[Int(key)] = CellHistory(
      writtenAt: event, writer: writer,
      wasStored: history.wasStored || value != 0 && writer == .app,
      isRewritten: history.isRewritten)
    if old == value { return old }
    cells[Int(key)] = value
    changes.append(CellChange(key: key, old: old, new: value, oldWriter: lastWriter(history)))
    if changed.count == Self.changesKept * 2 {
      changed.keepLast(Self.changesKept)
      changedBefore += Self.changesKept
    }
    changed.append(key)
    return old
  }

  /// How many stored values have changed so far.
  var changeCount: Int { changedBefore + changed.count }

  /// The keys whose stored value changed after the first `count` changes, until the next one; nil
  /// if that is not remembered.
  func changes(after count: Int) -> UnsafeBufferPointer<Int32>? {
    count >= changedBefore
      ? UnsafeBufferPointer(rebasing: changed.values[(count - changedBefore)...]) : nil
  }

  /// Empties every store and every memory, as an install or an uninstall does.
  func wipe() {
    forgetLastApply()
    for index in cells.indices {
      cells[index] = 0
      histories[index] = CellHistory()
    }
    changedBefore += changed.count + 1
    changed.empty()
    storeSize = 0
    lists = [:]
    parkedLists = [:]
    entitlement = EntitlementMemory()
    receiverMemory = [:]
  }

  /// What a key holds; 0 = absent, for keys beyond the array too.
  public func storedValue(_ key: Int32) -> Int32 {
    Int(key) < cells.count ? cells[Int(key)] : 0
  }

  /// Whether the gate to the cloud is open.
  public var isGateOpen: Bool { policy.dismissals.isGateOpen(entitlement) }

  /// The ids in a list, in order, as the device's owner sees them.
  public func listed(_ list: Int32) -> [String] {
    lists[list]?.marks.live(policy.dismissals.tie) ?? []
  }

  /// Whether `id` is in a list.
  public func isListed(_ id: String, in list: Int32) -> Bool {
    lists[list]?.marks[id]?.isLive(policy.dismissals.tie) ?? false
  }
}

/// What its rule says, asked without counting a reference to it.
extension DeviceState {
  /// Whether its messages are numbered.
  var isNumbered: Bool { Unmanaged.passUnretained(rule).use { $0.policy.order == .numbered } }

  /// Whether it neither sends nor applies anything, because it is locked.
  var isOnHold: Bool {
    isLocked && Unmanaged.passUnretained(rule).use { $0.policy.locked == .hold }
  }

  /// Whether it stores whatever arrives.
  var acceptsAll: Bool { Unmanaged.passUnretained(rule).use { $0.policy.accept == .all } }

  /// Whether it stores a key and does not send it.
  func keepsToItself(_ key: Int32) -> Bool {
    storedValue(key) != 0 && isKnown && Unmanaged.passUnretained(rule).use { !$0.sends(key) }
  }
}

/// How values came where they are. Applying a message writes nearly every key it carries, mostly
/// with the value that is there already; of those the event of the whole apply is kept, and no
/// more.
extension DeviceState {
  /// How the value of a key came there.
  public func history(of key: Int32) -> CellHistory {
    guard Int(key) < histories.count else { return CellHistory() }
    var history = histories[Int(key)]
    history.writer = lastWriter(history)
    if isRewritten(history) { history.writtenAt = rewrittenAt }
    return history
  }

  /// Whether the last apply wrote a key without saying so.
  private func isRewritten(_ history: CellHistory) -> Bool {
    rewrittenAt > history.writtenAt && history.isRewritten
  }

  private func lastWriter(_ history: CellHistory) -> Writer {
    isRewritten(history) ? .sync : history.writer
  }

  /// Takes down that a key was stored.
  func noteStored(_ key: Int32) { histories[Int(key)].wasStored = true }

  /// Takes down that a message was applied whole. Complexity: O(keys).
  func noteApplied(_ settings: SharedPayload, at event: Int64) {
    for key in settings.keys { histories[Int(key)].isRewritten = rule.rewrites(key) }
    noteAppliedAgain(settings, at: event)
  }

  /// Takes down that a message with the keys of the last one was applied. Complexity: O(1).
  func noteAppliedAgain(_ settings: SharedPayload, at event: Int64) {
    applied = settings
    appliedRule = ruleNumber
    appliedChangeCount = changeCount
    rewrittenAt = event
  }

  /// Writes down what `applied` tells, before something else happens. Complexity: O(keys).
  func forgetLastApply() {
    guard applied != nil else { return }
    for index in histories.indices {
      histories[index] = history(of: Int32(index))
      histories[index].isRewritten = false
    }
    applied = nil
    rewrittenAt = 0
  }
}
