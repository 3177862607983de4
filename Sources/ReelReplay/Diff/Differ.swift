import ReelEvents
import ReelPolicies
public import ReelProjections

/// Compares two worlds step by step and notes where they part and where they meet again.
public final class Differ: StepObserver {
  /// How many divergences are kept; the rest is counted.
  public static let keptMax = 10_000

  let from: World
  let to: World
  /// The divergences, in the order of their events.
  @exclusivity(unchecked) public internal(set) var divergences: [Divergence] = []
  /// How many divergences were counted and not kept.
  @exclusivity(unchecked) public internal(set) var droppedCount: Int64 = 0

  /// What is apart at the moment, and the divergence that says since when (-1 = one not kept).
  @exclusivity(unchecked) var open: [Subject: Int] = [:]
  /// The number of open subjects of each device's store, so that most edits need no look-up.
  @exclusivity(unchecked) var openCells: [Int32: Int] = [:]
  /// The last events that acted on an item of a list.
  @exclusivity(unchecked) var lastActs: [Subject: [Int64]] = [:]

  /// What can be apart.
  struct Subject: Hashable {
    var kind: Divergence.Kind
    /// The device, or the sender of a link.
    var device: Int32
    /// The receiver of a link; -1 elsewhere.
    var other: Int32 = -1
    /// The key's or rule's number; -1 elsewhere.
    var key: Int32 = -1
    /// The list; -1 elsewhere. For reads of a key: -2, to tell them from rules.
    var list: Int32 = -1
    /// The item's id.
    var item = ""
  }

  /// Compares `from` and `to`, which share a vocabulary and are stepped elsewhere.
  public init(from: World, to: World) {
    self.from = from
    self.to = to
  }

  /// Compares what the event came to in both worlds.
  public func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove:
      if case .list(let list) = event.store { noteAct(event, list) }
      if event.store == .defaults { compareCell(event.key, event, because: [event.number]) }
      compareChanges(event, because: { _ in [event.number] })
    case .storeLoaded, .storeCleared, .storeApplied:
      compareChanges(event, because: { _ in [event.number] })
    case .storeRead: compareRead(event)
    case .entitlementRead, .ruleRead: compareAnswer(event)
    case .messageSent: compareSent(event)
    case .messageReceived: compareReceived(event)
    case .deviceInstalled, .deviceUninstalled: meetAll(on: event.device, at: event.number)
    case .storeRegister, .messageFailed, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  /// Nothing is left to do at the end.
  public func finish() {}

  /// Notes that `subject` is apart, or that it met.
  func settle(
    _ subject: Subject, differs: Bool, _ event: ResolvedEvent, _ key: String?,
    values: () -> (from: Value?, to: Value?), because: () -> [Int64]
  ) {
    let place = open[subject]
    switch (place, differs) {
    case (nil, false), (_?, true): break
    case (let place?, false):
      open[subject] = nil
      if subject.kind == .store { openCells[subject.device, default: 1] -= 1 }
      if place >= 0 { divergences[place].meetsAgain = event.number }
    case (nil, true):
      if subject.kind == .store { openCells[subject.device, default: 0] += 1 }
      guard divergences.count < Self.keptMax else {
        droppedCount += 1
        open[subject] = -1
        return
      }
      let (from, to) = values()
      open[subject] = divergences.count
      divergences.append(
        Divergence(
          event: event.number, at: event.at, device: name(event.process), kind: subject.kind,
          key: key, from: from, to: to,
          because: Set(because() + [event.number]).filter { $0 > 0 }.sorted()))
    }
  }

  func name(_ process: Int32) -> String { from.vocabulary.processes[process] }

  /// A value as results show it: what is over a kibibyte as its digest and size.
  func shown(_ number: Int32) -> Value? { from.vocabulary.shown(number) }

  private func meetAll(on device: Int32, at event: Int64) {
    for (subject, place) in open where subject.device == device && subject.other == -1 {
      open[subject] = nil
      if place >= 0 { divergences[place].meetsAgain = event }
    }
    openCells[device] = 0
  }
}

extension Vocabulary {
  /// The size of canonical text, in bytes, up to which results show a value as it is.
  static let shownSizeMax = 1024

  /// A value as results show it: what is larger as its digest and size; nil for 0.
  func shown(_ number: Int32) -> Value? {
    guard number != 0 else { return nil }
    let bytes = values.canonicalBytes(of: number)
    guard bytes.count > Self.shownSizeMax else { return values.value(of: number) }
    var digest = ContentDigest()
    digest.add(bytes)
    return .withheld(digest: digest.text, size: Int64(bytes.count))
  }
}
