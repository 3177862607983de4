import ReelEvents
public import ReelPolicies

/// All devices of a session under one policy: the state that events are folded into.
///
/// `step` takes the facts of an event, lets the policy decide, and leaves what came of it in
/// `outcome`. Two worlds with one vocabulary can be stepped side by side and compared.
public final class World {
  /// Where outcomes come from.
  public enum Mode: Sendable {
    /// They are computed under a policy.
    case policy(PolicyArgument)
    /// They are taken as recorded: an app's own code.
    case recorded
  }

  /// What the numbers stand for.
  public let vocabulary: Vocabulary
  /// Where outcomes come from.
  public let mode: Mode
  /// The states of devices by process number; nil for processes and devices not met.
  @exclusivity(unchecked) public internal(set) var devices: ContiguousArray<DeviceState?> = []
  /// The registered defaults of each process by process number.
  @exclusivity(unchecked) public internal(set) var registered: [ContiguousArray<Int32>] = []
  /// The messages made so far.
  public var messages: MessageLedger { _read { yield ledger } }
  /// What the cloud holds, by account and list number.
  @exclusivity(unchecked) public internal(set) var cloud: [String: [Int32: CloudSlot]] = [:]
  /// The account that wrote a list's key last.
  @exclusivity(unchecked) public internal(set) var lastAccount: [Int32: String] = [:]
  /// What the last step came to.
  public internal(set) var outcome: Outcome {
    _read { yield lastOutcome }
    _modify { yield &lastOutcome }
  }
  /// Messages that only this world's rule sent, in order: they have no receipt in the recording.
  @exclusivity(unchecked) public internal(set) var undelivered: [Int64] = []
  /// Whether the policies that the recording's own events state count: for a replay as recorded.
  public let followsStatedPolicies: Bool
  /// What is known beforehand of the recording's messages.
  public let fates: MessageFates
  /// Whether the recording told the fate of a push after it was taken to have arrived.
  @exclusivity(unchecked) public internal(set) var sawLateFate = false

  @exclusivity(unchecked) var ledger = MessageLedger()
  @usableFromInline @exclusivity(unchecked) var lastOutcome = Outcome()
  /// How many devices are locked.
  @usableFromInline @exclusivity(unchecked) var lockedCount = 0
  /// Whether a settings store was ever as large as to warn of it.
  @usableFromInline @exclusivity(unchecked) var metLargeStore = false
  @exclusivity(unchecked) private var links = PairTable<LinkState?>(first: nil)
  /// How often registered values have changed.
  @exclusivity(unchecked) var registrationCount = 0
  /// Where the settings that were to be sent differ from those before, as indices of the keys;
  /// means nothing where `lastOutcome.sentBefore` is 0.
  @exclusivity(unchecked) var places = FlatRow<Int32>()
  /// The settings keys whose stored value the last step changed.
  @exclusivity(unchecked) var changed = FlatRow<CellChange>()
  /// Keys whose stored value has changed since an apply, those of which a message brings another
  /// value, by their places, and what arrives for both: for an apply to look at, and mean nothing
  /// between steps.
  @exclusivity(unchecked) var changedKeys = FlatRow<Int32>()
  @exclusivity(unchecked) var differences = FlatRow<Int32>()
  @exclusivity(unchecked) var arrivals = FlatRow<Arrival>()
  /// What arrived last of somebody that nobody recorded.
  @exclusivity(unchecked) var foreign: SharedPayload?
  @exclusivity(unchecked) private var lastKind = EventKind.note
  let emptyCells = ContiguousArray<Int32>()
  let rulePro: Int32

  /// A world in which nothing has happened yet.
  public init(
    vocabulary: Vocabulary, mode: Mode, fates: MessageFates, followsStatedPolicies: Bool
  ) {
    self.vocabulary = vocabulary
    self.mode = mode
    self.followsStatedPolicies = followsStatedPolicies
    self.fates = fates
    rulePro = vocabulary.rules.number(adding: "pro")
  }

  /// Whether outcomes are taken as recorded.
  public var isAsRecorded: Bool { if case .recorded = mode { true } else { false } }

  /// The device's state; nil if no event has named it.
  public func device(_ device: Int32) -> DeviceState? {
    Int(device) < devices.count ? devices[Int(device)] : nil
  }

  /// Folds one event into the state. Complexity: O(1) for store events, O(keys) for messages.
  public func step(_ event: ResolvedEvent) {
    lastOutcome.reset(after: lastKind)
    changed.empty()
    lastKind = event.kind
    if !hasMet(event.process) { meet(event.process) }
    if !hasMet(event.device) { meet(event.device) }
    met(event.device)?.use { step(event, $0) }
  }

  private func step(_ event: ResolvedEvent, _ device: DeviceState) {
    switch event.kind {
    case .storeSet, .storeRemove: stepEdit(event, device)
    case .storeRead: stepRead(event, device)
    case .entitlementRead, .ruleRead: stepAnswer(event, device)
    case .messageSent: stepSent(event, device)
    case .messageReceived: stepReceived(event, device)
    case .messageFailed: stepFailed(event)
    case .storeLoaded, .storeRegister: stepContent(event)
    case .storeCleared, .storeApplied:
      if case .recorded = mode { stepRecordedApply(event) }
    case .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
      .deviceLocked, .deviceUnlocked, .deviceAccount:
      lockedCount -= isLockedNow(event.device) ? 1 : 0
      stepDevice(event)
      lockedCount += isLockedNow(event.device) ? 1 : 0
    case .recorderDropped, .note, .unknown: break
    }
  }

  /// What a key holds on a device; 0 = absent, and on a device not met.
  public func storedValue(of key: Int32, on device: Int32) -> Int32 {
    hasMet(device) ? state(device).storedValue(key) : 0
  }

  /// Whether a device's stores read as absent.
  @inlinable public func isLocked(_ device: Int32) -> Bool {
    lockedCount > 0 && isLockedNow(device)
  }

  /// The size of a device's settings store in bytes: as canonical text where that is small, else
  /// with its large values as they are in a property list, where data takes no letters. Complexity:
  /// O(keys) for a large store.
  public func storeSize(_ device: Int32) -> Int64 {
    guard hasMet(device) else { return 0 }
    let state = state(device)
    var size = Int64(state.storeSize)
    if size <= Platform.storeSizeWarning { return size }
    for number in state.cells.values where vocabulary.values.canonicalSize(of: number) > 64 {
      let text = Int64(vocabulary.values.canonicalSize(of: number))
      size -= max(0, text - vocabulary.values.propertyListMax(of: number))
    }
    return size
  }

  /// Marks every value number that the state holds.
  public func markLive(in live: inout LiveValues) {
    for device in devices {
      if let device { live.hold(device.stored) }
      if let applied = device?.applied { live.carry(applied) }
    }
    for values in registered { live.hold(values) }
    messages.forEachPayload { live.carry($0) }
    for (sender, receiver) in links.pairs {
      guard let link = links[sender, receiver] else { continue }
      for payload in [link.recordedContext, link.recordedBefore, link.made] {
        if let payload { live.carry(payload) }
      }
    }
  }

  /// What is remembered of the direction from `sender` to `receiver`; kept for good.
  func link(_ sender: Int32, _ receiver: Int32) -> Unmanaged<LinkState> {
    if let known = links[sender, receiver].lent { return known }
    let link = LinkState(sender: sender, receiver: receiver)
    links[sender, receiver] = link
    return Unmanaged.passUnretained(link)
  }

  /// What is remembered of every direction from `sender`.
  func links(from sender: Int32) -> [LinkState] {
    links.seconds(of: sender).compactMap { links[sender, $0] }
  }

  /// `isLocked` by the device alone: what `lockedCount` is counted by.
  @usableFromInline func isLockedNow(_ device: Int32) -> Bool {
    hasMet(device) && state(device).isLocked
  }

  func hasMet(_ process: Int32) -> Bool { met(process) != nil }

  /// The state of a device or process, uncounted: it is kept for good; nil for one not met.
  func met(_ process: Int32) -> Unmanaged<DeviceState>? {
    Int(process) < devices.count ? devices[Int(process)].lent : nil
  }

  func meet(_ process: Int32) {
    let index = Int(process)
    while devices.count <= index {
      devices.append(nil)
      registered.append([])
    }
    guard devices[index] == nil else { return }
    let state = DeviceState(
      rule: SettingsRule(Policy.scenarioDefault.settings, keys: &vocabulary.keys),
      keyCount: vocabulary.keys.names.count,
      isWatch: Audience.watch.includes(vocabulary.deviceName(process)))
    devices[index] = state
    adoptPolicy(for: process, stated: nil)
  }

  /// Sets the policy that holds for `process` at the state's version.
  func adoptPolicy(for process: Int32, stated: Policy?) {
    let state = state(process)
    switch mode {
    case .policy(let argument):
      state.policy =
        stated
        ?? argument.policy(device: vocabulary.processes[process], version: state.version)
    case .recorded:
      if let stated { state.policy = stated }
    }
    state.rule = SettingsRule(state.policy.settings, keys: &vocabulary.keys)
  }

  /// The state of a device or process that `step` has met.
  func state(_ process: Int32) -> DeviceState {
    guard let state = devices[Int(process)] else {
      preconditionFailure("a device is met before it is asked for")
    }
    return state
  }
}

/// What a first pass over a recording tells of its messages.
public struct MessageFates: Sendable {
  /// The errors of messages that failed, by position.
  public var failing: [Int: String] = [:]
  /// The positions of pushes whose arrival at the cloud is an event of its own.
  public var arrivingLater: Set<Int> = []
  /// Whether a first pass was made.
  public var isKnown = false

  /// Nothing known.
  public init() {}
}
