public import ReelEvents

/// One device's copy of a synchronised list under one account, and what it knows of the cloud.
///
/// Live service, replay and simulation all keep this state and change it by these functions only.
public struct SyncedList: Sendable, Equatable {
  /// The items and their marks.
  public var marks = MarkedSet()
  /// What the device last saw under the list's key: its last pull or its own last push.
  public private(set) var cloud: Seen?
  /// The blob last seen, as it was.
  public private(set) var cloudValue: Value?
  /// Whether a pull that counts was made since the install, the account change or the opening of
  /// the gate.
  public private(set) var hasPulled = false
  /// The members of the blob last read that this version does not know; a push carries them on.
  public private(set) var unknownMembers = ValueDictionary()

  /// What a device saw under the list's key.
  public enum Seen: Sendable, Equatable {
    case nothing
    case unreadable
    case list
  }

  /// An empty list that knows nothing of the cloud.
  public init() {}

  /// The list that a device kept over an end of its app. What it last saw of the cloud it does not
  /// keep: it pulls at the next launch, before it pushes.
  public init(marks: MarkedSet, hasPulled: Bool, unknownMembers: ValueDictionary) {
    self.marks = marks
    self.hasPulled = hasPulled
    self.unknownMembers = unknownMembers
  }

  /// What the rule makes of an attempt to push.
  public enum Push: Sendable, Equatable {
    case sent(Value)
    case suppressed(Suppression)
  }

  /// The state of the device that a decision depends on.
  public struct Circumstances: Sendable {
    /// The device's clock, in milliseconds since 1970.
    public var clock: Int64
    /// When the app was installed, by the device's clock; nil if that is not known.
    public var installedAt: Int64?
    /// Whether traffic with the cloud may pass.
    public var isGateOpen: Bool
    /// Whether the device is locked, so that its stores read as absent.
    public var isLocked: Bool

    /// The circumstances of one decision.
    public init(clock: Int64, installedAt: Int64?, isGateOpen: Bool, isLocked: Bool) {
      self.clock = clock
      self.installedAt = installedAt
      self.isGateOpen = isGateOpen
      self.isLocked = isLocked
    }
  }

  /// Forgets what was seen of the cloud: after a change of account or when the gate opens, the next
  /// push waits for a pull again.
  public mutating func expectPull() {
    hasPulled = false
    cloud = nil
    cloudValue = nil
  }
}

extension SyncedList {
  /// The app adds `id`.
  public mutating func add(
    _ id: String, under policy: DismissalPolicy, in circumstances: Circumstances
  ) {
    var mark = marks[id] ?? Mark()
    mark.added = stamp(after: marks[id], under: policy, clock: circumstances.clock)
    marks[id] = mark
  }

  /// The app removes `id`: a mark under `tombstones`, no trace under the others and in the plain
  /// store.
  public mutating func remove(
    _ id: String, under policy: DismissalPolicy, in circumstances: Circumstances
  ) {
    let isPlain = policy.gate == .pro && !circumstances.isGateOpen
    guard policy.merge == .tombstones, !isPlain else {
      marks[id] = nil
      return
    }
    var mark = marks[id] ?? Mark()
    mark.removed = stamp(after: marks[id], under: policy, clock: circumstances.clock)
    marks[id] = mark
  }

  private func stamp(after mark: Mark?, under policy: DismissalPolicy, clock: Int64) -> Int64 {
    guard policy.stamp == .monotonic else { return clock }
    let floor = max(mark?.latest ?? Mark.never, policy.keepsHorizon ? marks.horizon : Mark.never)
    return floor == Mark.never ? clock : max(clock, min(floor + 1, Blob.stampRange.upperBound))
  }

  /// What is made of an attempt to pull that brings `value`; nil = the cloud holds nothing.
  ///
  /// Returns why nothing was taken over, or nil where it was.
  public mutating func pull(
    _ value: Value?, under policy: DismissalPolicy, in circumstances: Circumstances
  ) -> Suppression? {
    guard circumstances.isGateOpen else { return .gate }
    if circumstances.isLocked && policy.merge != .replace { return .locked }
    let content = Blob.read(value)
    cloud =
      switch content {
      case .absent: .nothing
      case .unreadable: .unreadable
      case .list: .list
      }
    cloudValue = value
    if value != nil || countsEmptyPull(under: policy, in: circumstances) { hasPulled = true }
    switch (policy.merge, content) {
    case (.replace, .list(let set, let unknown)):
      marks = MarkedSet(set.entries.filter { $0.mark.isLive(policy.tie) })
      unknownMembers = unknown
    case (.replace, .absent), (.replace, .unreadable):
      marks = MarkedSet()
    case (.union, .list(let set, let unknown)):
      let live = MarkedSet(set.entries.filter { $0.mark.isLive(policy.tie) })
      marks = marks.merged(with: live, usesHorizon: false)
      unknownMembers = unknown
    case (.tombstones, .list(let set, let unknown)):
      marks = marks.merged(with: set, usesHorizon: policy.keepsHorizon)
      unknownMembers = unknown
    case (.union, .absent), (.tombstones, .absent): break
    case (.union, .unreadable), (.tombstones, .unreadable): return .undecodable
    }
    return nil
  }

  private func countsEmptyPull(
    under policy: DismissalPolicy, in circumstances: Circumstances
  ) -> Bool {
    switch policy.pullFirst {
    case .off, .on: return true
    case .after(let milliseconds):
      guard let installedAt = circumstances.installedAt else { return true }
      return circumstances.clock - installedAt >= milliseconds
    }
  }
}

extension SyncedList {
  /// What is made of an attempt to push.
  ///
  /// `replace` pushes whatever it is asked to; the merging policies push neither from a locked
  /// device, nor over a blob they cannot read, nor what the cloud holds already.
  public mutating func push(
    under policy: DismissalPolicy, in circumstances: Circumstances
  ) -> Push {
    guard circumstances.isGateOpen else { return .suppressed(.gate) }
    let merges = policy.merge != .replace
    if circumstances.isLocked && merges { return .suppressed(.locked) }
    if policy.pullFirst != .off && !hasPulled { return .suppressed(.pullFirst) }
    if merges && isReadOnly { return .suppressed(.undecodable) }
    if policy.stamp == .restamped { restamp(circumstances.clock, tie: policy.tie) }
    var blob = write(marks, under: policy)
    if merges && isInCloud(blob) { return .suppressed(.unchanged) }
    if policy.merge == .tombstones, dropExpired(under: policy, clock: circumstances.clock) {
      blob = write(marks, under: policy)
    }
    if circumstances.isLocked { blob = write(MarkedSet(), under: policy) }
    cloud = .list
    cloudValue = blob
    return .sent(blob)
  }

  /// Whether the blob last seen says more than this version understands: another schema, or members
  /// it does not know. It is merged as far as it can be read, and never written over.
  private var isReadOnly: Bool { cloud == .unreadable || !unknownMembers.members.isEmpty }

  /// Takes back what `push` noted: the push did not reach the cloud.
  public mutating func notePushFailed() {
    cloud = nil
    cloudValue = nil
  }

  private func isInCloud(_ blob: Value) -> Bool {
    if let cloudValue { return blob == cloudValue }
    return cloud == .nothing && marks.entries.isEmpty
  }

  private func write(_ set: MarkedSet, under policy: DismissalPolicy) -> Value {
    Blob.write(
      set, tie: policy.tie, carriesRemovals: policy.merge == .tombstones,
      unknownMembers: unknownMembers)
  }

  /// Drops removals older than they live, and says whether there were any. Only a push that is made
  /// anyway does so: forgetting alone is no reason to write, or two clocks would keep each other
  /// writing.
  private mutating func dropExpired(under policy: DismissalPolicy, clock: Int64) -> Bool {
    guard let life = policy.retainMilliseconds else { return false }
    let (limit, isBeforeAll) = clock.subtractingReportingOverflow(life)
    if isBeforeAll { return false }
    let count = marks.entries.count
    var newest = marks.horizon
    marks.removeAll { entry in
      let isExpired = !entry.mark.isLive(policy.tie) && entry.mark.latest < limit
      if isExpired { newest = max(newest, entry.mark.latest) }
      return isExpired
    }
    if policy.keepsHorizon { marks.horizon = newest }
    return marks.entries.count < count
  }

  private mutating func restamp(_ clock: Int64, tie: DismissalPolicy.Tie) {
    marks = marks.mapMarks { mark in
      mark.isLive(tie)
        ? Mark(added: clock, removed: mark.removed) : Mark(added: mark.added, removed: clock)
    }
  }
}
