public import ReelEvents
public import ReelPolicies

/// Turns the rows of batches into events over the numbers of a vocabulary, in file order.
///
/// The distinct names and values of a batch are looked up once each, when first met.
public struct Resolver {
  /// The vocabulary that the numbers belong to.
  public let vocabulary: Vocabulary
  /// How many events of unknown kinds were met.
  public private(set) var unknownCount: Int64 = 0
  /// Whether a `store.loaded` was met that can only be understood by what the recording held
  /// before, and nothing was kept of that: another pass has to keep it.
  public private(set) var needsShadows = false
  /// What the recording itself holds to be stored, by device; kept only where asked for.
  private var shadows: [Int32: ContiguousArray<Int32>] = [:]
  private let keepsShadows: Bool
  /// Whether the halves of applies are filled in: only a world that takes them as recorded, and
  /// who compares them, asks for that.
  public var readsHalves: Bool
  /// The devices whose content is known: installed, or loaded once.
  private var known: Set<Int32> = []
  private var hasAppliedLines = false
  private var directory = MessageDirectory()
  private let named: [NamedPolicy]

  /// What the names of the batch stand for.
  private var meanings: ContiguousArray<Meaning> = []
  /// The numbers of the values of the batch; -1 = a large one that was not asked for so far.
  private var numberOfValue: ContiguousArray<Int32> = []
  /// The last payloads of the batch, which the next ones are mostly like.
  var ways: ContiguousArray<Way> = []
  var lastSettings: ContiguousArray<SharedPayload> = []

  /// What a name stands for, by how it is used; -1 = it was not used so.
  private struct Meaning {
    var key: Int32 = -1
    var rule: Int32 = -1
    var process: Int32 = -1
    /// The device that owns the process's stores.
    var device: Int32 = -1
    var store: ResolvedEvent.Store?
  }

  /// A resolver for the events of one recording.
  /// - Parameters:
  ///   - named: policies that the recording's own `policy` fields may name.
  ///   - keepsShadows: whether to keep what the recording itself holds to be stored, so that a
  ///     second
  ///     `store.loaded` of a device tells what something outside changed.
  public init(vocabulary: Vocabulary, named: [NamedPolicy] = [], keepsShadows: Bool = true) {
    self.vocabulary = vocabulary
    self.keepsShadows = keepsShadows
    readsHalves = keepsShadows
    self.named = named
  }

  /// Prepares for the rows of `batch`.
  public mutating func begin(_ batch: EventBatch) {
    meanings.removeAll(keepingCapacity: true)
    meanings.append(contentsOf: repeatElement(Meaning(), count: batch.names.count))
    vocabulary.values.findNumbers(&numberOfValue, in: batch)
    ways.removeAll(keepingCapacity: true)
    lastSettings.removeAll(keepingCapacity: true)
  }

  /// Fills `event` with the row `row` of `batch`.
  public mutating func resolve(_ batch: EventBatch, row: Int, into event: ResolvedEvent) {
    event.number = batch.firstNumber + Int64(row)
    event.at = Instant(microseconds: batch.instants[row])
    event.kind = batch.kinds[row]
    (event.process, event.device) = process(batch.devices[row], in: batch)
    event.store = .defaults
    if event.isWhole { event.forgetRarities() }
    if event.kind != .unknown && batch.stores[row] >= 0 {
      event.store = store(batch.stores[row], in: batch)
    }
    switch event.kind {
    case .storeSet, .storeRemove, .storeRead: resolveCell(batch, row, event)
    case .entitlementRead, .ruleRead:
      event.key = rule(batch.keys[row], in: batch)
      event.answer = batch.valueIndices[row] < 0 ? nil : batch.valueIndices[row] == 1
    case .messageSent, .messageReceived:
      resolveMessage(batch, row, event)
    case .unknown: unknownCount += 1
    case .storeCleared, .storeApplied:
      hasAppliedLines = true
      if readsHalves { resolveHalf(batch, row, event) }
    case .storeLoaded, .storeRegister, .messageFailed, .deviceInstalled, .deviceLaunched,
      .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note:
      event.isWhole = true
      event.action = batch.events[Int(batch.details[row])].action
      resolveAction(event)
    }
  }
}

extension Resolver {
  private mutating func resolveCell(
    _ batch: EventBatch, _ row: Int, _ event: ResolvedEvent
  ) {
    event.value = value(batch.valueIndices[row], in: batch)
    if event.store == .defaults {
      event.key = key(batch.keys[row], in: batch)
      if keepsShadows && event.kind != .storeRead { shade(event.device, event.key, event.value) }
    } else {
      event.item = text(batch.names[Int(batch.keys[row])], in: batch)
    }
  }

  private mutating func resolveMessage(
    _ batch: EventBatch, _ row: Int, _ event: ResolvedEvent
  ) {
    let columns = batch.messages[Int(batch.details[row])]
    event.message.clear()
    event.message.channel = columns.channel
    event.message.suppressed = columns.suppressed
    event.message.isInterrupted = columns.isInterrupted
    if columns.to >= 0 { event.message.to = process(columns.to, in: batch).device }
    if columns.channel == .kvs {
      let name =
        columns.key >= 0
        ? text(batch.names[Int(columns.key)], in: batch) : StoreName.notInterested.text
      event.message.list = vocabulary.lists.number(adding: name)
      if let payload = columns.payload { event.message.blob = parse(payload, in: batch) }
    } else if columns.payload != nil {
      resolveSettings(columns, of: batch.devices[row], in: batch, into: &event.message)
    }
    event.message.reference = reference(columns, event.kind, in: batch)
  }

  private mutating func reference(
    _ columns: MessageColumns, _ kind: EventKind, in batch: EventBatch
  ) -> ResolvedMessage.Reference {
    guard let id = columns.id else { return .cloud }
    if kind == .messageSent { return .sent(directory.append(columns.digest)) }
    if columns.channel == .kvs && text(id, in: batch) == "none" { return .nothing }
    return directory.position(of: columns.digest).map { .sent($0) } ?? .foreign
  }

  private mutating func resolveHalf(
    _ batch: EventBatch, _ row: Int, _ event: ResolvedEvent
  ) {
    var half = ResolvedHalf()
    for member in batch.members[batch.applies[Int(batch.details[row])].members] {
      half.values.append(value(member.value, in: batch))
      if event.store == .defaults {
        half.keys.append(key(member.key, in: batch))
      } else {
        half.items.append(text(batch.names[Int(member.key)], in: batch))
      }
    }
    if keepsShadows {
      for (key, value) in zip(half.keys, half.values) { shade(event.device, key, value) }
    }
    event.isWhole = true
    event.half = half
  }

  private mutating func resolveAction(_ event: ResolvedEvent) {
    switch event.action {
    case .storeLoaded(let store, let values)?:
      event.store = self.store(store.text)
      if event.store == .defaults { load(values, event) }
    case .messageFailed(let message, _)?:
      let position = directory.position(of: messageDigest(message.utf8))
      event.message.reference = position.map { .sent($0) } ?? .foreign
    case .deviceInstalled(_, let policy)?:
      shadows[event.device] = []
      known.insert(event.device)
      event.statedPolicy = stated(policy, event)
    case .deviceUninstalled?: shadows[event.device] = []
    case .deviceUpdated(_, let policy)?, .deviceLaunched(_, let policy)?:
      event.statedPolicy = stated(policy, event)
    default: break
    }
  }

  /// The policy that an event says its device runs; a name that nobody knows is passed over.
  private func stated(_ text: String?, _ event: ResolvedEvent) -> Policy? {
    guard let text else { return nil }
    do {
      let argument = try PolicyArgument(text, named: named)
      return argument.policy(device: vocabulary.processes[event.device], version: nil)
    } catch {
      return nil
    }
  }
}

extension Resolver {
  private mutating func load(_ values: ValueDictionary, _ event: ResolvedEvent) {
    let isKnown = !known.insert(event.device).inserted
    if hasAppliedLines && isKnown {
      if !keepsShadows { needsShadows = true }
      event.loadedOver = shadows[event.device]
    }
    guard keepsShadows else { return }
    shadows[event.device] = []
    shade(values, on: event.device)
  }

  private mutating func shade(_ values: ValueDictionary, on device: Int32) {
    for member in values.members {
      shade(
        device, vocabulary.keys.numberAdding(member.key),
        vocabulary.values.number(adding: member.value))
    }
  }

  /// Keeps what the recording itself holds to be stored.
  private mutating func shade(_ device: Int32, _ key: Int32, _ value: Int32) {
    let missing = Int(key) + 1 - (shadows[device]?.count ?? 0)
    if missing > 0 {
      shadows[device, default: []].append(
        contentsOf: repeatElement(0, count: max(missing, vocabulary.keys.names.count)))
    }
    shadows[device]?[Int(key)] = value
  }

  /// Marks every value number that the resolver holds between batches.
  public func markLive(in live: inout LiveValues) {
    for shadow in shadows.values { live.hold(shadow) }
  }

  @inline(__always)
  mutating func key(_ name: Int32, in batch: EventBatch) -> Int32 {
    let known = meanings[Int(name)].key
    return known >= 0 ? known : newKey(name, in: batch)
  }

  private mutating func newKey(_ name: Int32, in batch: EventBatch) -> Int32 {
    let number = vocabulary.keys.numberAdding(text(batch.names[Int(name)], in: batch))
    meanings[Int(name)].key = number
    return number
  }

  /// The number of a key that was met in this batch; -1 for a name that was not.
  func knownKey(_ name: Int32) -> Int32 { meanings[Int(name)].key }

  @inline(__always)
  private mutating func process(
    _ name: Int32, in batch: EventBatch
  ) -> (process: Int32, device: Int32) {
    let known = meanings[Int(name)]
    return known.process >= 0 ? (known.process, known.device) : newProcess(name, in: batch)
  }

  @inline(never)
  private mutating func newProcess(
    _ name: Int32, in batch: EventBatch
  ) -> (process: Int32, device: Int32) {
    let number = vocabulary.process(text(batch.names[Int(name)], in: batch))
    let owner = vocabulary.owner(of: number)
    meanings[Int(name)].process = number
    meanings[Int(name)].device = owner
    return (number, owner)
  }

  @inline(__always)
  mutating func value(_ index: Int32, in batch: EventBatch) -> Int32 {
    if index < 0 { return 0 }
    let known = numberOfValue[Int(index)]
    return known >= 0 ? known : newLargeValue(index, in: batch)
  }

  /// The small ones had their numbers when the batch began.
  @inline(never)
  private mutating func newLargeValue(_ index: Int32, in batch: EventBatch) -> Int32 {
    let range = batch.values[Int(index)]
    let number = batch.text.withUnsafeBytes {
      let text = $0.slice(range)
      return vocabulary.values.number(
        addingLarge: text, batch.digest(of: index) ?? TextDigest(text))
    }
    numberOfValue[Int(index)] = number
    return number
  }

  private mutating func rule(_ name: Int32, in batch: EventBatch) -> Int32 {
    let known = meanings[Int(name)].rule
    if known >= 0 { return known }
    let number = vocabulary.rules.number(adding: text(batch.names[Int(name)], in: batch))
    meanings[Int(name)].rule = number
    return number
  }

  private mutating func store(_ name: Int32, in batch: EventBatch) -> ResolvedEvent.Store {
    if let known = meanings[Int(name)].store { return known }
    let found = store(text(batch.names[Int(name)], in: batch))
    meanings[Int(name)].store = found
    return found
  }

  private func store(_ name: String) -> ResolvedEvent.Store {
    switch name {
    case StoreName.defaults.text: .defaults
    case StoreName.kvs.text: .kvs
    default: .list(vocabulary.lists.number(adding: name))
    }
  }

  func text(_ range: ByteRange, in batch: EventBatch) -> String {
    String(decoding: batch.text[Int(range.start)..<Int(range.start + range.count)], as: UTF8.self)
  }

  func parse(_ range: ByteRange, in batch: EventBatch) -> Value? {
    ValueTable.parse(Array(batch.text[Int(range.start)..<Int(range.start + range.count)]))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a range of a batch's text.
  func slice(_ range: ByteRange) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Int(range.start)..<Int(range.start + range.count)])
  }
}
