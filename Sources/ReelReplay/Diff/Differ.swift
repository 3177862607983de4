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

  /// The cells that are apart at the moment, by device.
  @exclusivity(unchecked) var openCells = OpenPlaces()
  /// What links carried last, by sender, then by receiver.
  @exclusivity(unchecked) var links = PairTable(first: Link())
  /// The keys that differ in what a link carried last, by the link's number.
  @exclusivity(unchecked) var openMembers = OpenPlaces()
  /// Keys to be looked at; empty between events.
  @exclusivity(unchecked) var keysInQuestion: ContiguousArray<Int32> = []
  /// The reads of keys and the answers of rules that are apart, by process.
  @exclusivity(unchecked) var openReads = OpenPlaces()
  @exclusivity(unchecked) var openAnswers = OpenPlaces()
  /// Whether what was sent last on a link differs, by sender, then by receiver.
  @exclusivity(unchecked) var openSends = OpenPlaces()
  /// Whether what was received last on a device differs; the subject is always 0.
  @exclusivity(unchecked) var openReceipts = OpenPlaces()
  /// What is apart in lists, and the divergence that says since when (-1 = one not kept).
  @exclusivity(unchecked) var openItems: [Item: Int] = [:]
  /// The last events that acted on an item of a list.
  @exclusivity(unchecked) var lastActs: [Item: [Int64]] = [:]
  @exclusivity(unchecked) private var linkCount: Int32 = 0

  /// What a link carried last.
  struct Link {
    /// Its number, from 1; 0 = it carried nothing so far.
    var number: Int32 = 0
    /// The settings of either side, by their numbers; 0 = there are none.
    var from: Int64 = 0
    var to: Int64 = 0
    /// Where the key at each place of one side's payload is on the other; -1 = not there. They
    /// mean nothing unless `hasPartners`.
    var partnersOfFrom: ContiguousArray<Int32> = []
    var partnersOfTo: ContiguousArray<Int32> = []
    var hasPartners = false
  }

  /// Why cells are apart after an event.
  enum Cause {
    /// Because of the event alone.
    case itself
    /// Because of the message that it received.
    case message
  }

  /// An item of a list, and where it can be apart.
  struct Item: Hashable {
    enum Place: Hashable {
      /// Anywhere.
      case list
      /// In a device's copy.
      case copy(device: Int32)
      /// In what a device pushes.
      case push(device: Int32, to: Int32)
      /// In what a process reads.
      case read(process: Int32)
    }

    var place: Place
    var list: Int32
    var id: KeyText

    init(place: Place, list: Int32, id: String) {
      self.place = place
      self.list = list
      self.id = KeyText(id)
    }
  }

  /// What is known of a difference where one begins.
  struct Parting {
    var kind: Divergence.Kind
    var event: ResolvedEvent
    var key: String?
    var values: (from: Value?, to: Value?)
    var because: [Int64]
  }

  /// Compares `from` and `to`, which share a vocabulary and are stepped elsewhere.
  public init(from: World, to: World) {
    self.from = from
    self.to = to
  }

  /// Compares what the event came to in both worlds.
  public func observe(_ event: ResolvedEvent) { observe(event, as: event.kind) }

  /// As above, for one who knows the kind.
  @inline(__always) func observe(_ event: ResolvedEvent, as kind: EventKind) {
    switch kind {
    case .storeSet, .storeRemove:
      if case .list(let list) = event.store { noteAct(event, list) }
      compareEdit(event)
    case .storeLoaded, .storeCleared, .storeApplied: compareChanges(event, because: .itself)
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

  /// Notes a difference that begins; returns its place, -1 where it is only counted.
  func part(_ parting: Parting) -> Int32 {
    guard divergences.count < Self.keptMax else {
      droppedCount += 1
      return -1
    }
    let event = parting.event
    divergences.append(
      Divergence(
        event: event.number, at: event.at, device: name(event.process), kind: parting.kind,
        key: parting.key, from: parting.values.from, to: parting.values.to,
        because: Set(parting.because + [event.number]).filter { $0 > 0 }.sorted()))
    return Int32(divergences.count - 1)
  }

  /// Notes that the difference at `place` ended with `event`.
  func meet(_ place: Int32, at event: Int64) {
    if place >= 0 { divergences[Int(place)].meetsAgain = event }
  }

  /// Notes whether a subject of `device` is apart.
  @inline(__always)
  func settle(
    _ places: inout OpenPlaces, _ subject: Int32, on device: Int32, differs: Bool,
    _ event: ResolvedEvent, _ parting: () -> Parting
  ) {
    if differs == places.isOpen(subject, on: device) { return }
    if differs {
      places.open(subject, on: device, part(parting()))
    } else if let place = places[device, subject] {
      places.close(subject, on: device)
      meet(place, at: event.number)
    }
  }

  /// The number of a link, a new one if it has none.
  func number(of link: inout Link) -> Int32 {
    if link.number == 0 {
      linkCount += 1
      link.number = linkCount
    }
    return link.number
  }

  func name(_ process: Int32) -> String { from.vocabulary.processes[process] }

  /// A value as results show it: what is over a kibibyte as its digest and size.
  func shown(_ number: Int32) -> Value? { from.vocabulary.shown(number) }

  /// An install or an uninstall: what a device stores, reads and answers is the same again.
  private func meetAll(on device: Int32, at event: Int64) {
    meetAll(&openCells, on: device, at: event)
    meetAll(&openReads, on: device, at: event)
    meetAll(&openAnswers, on: device, at: event)
    meetAll(&openReceipts, on: device, at: event)
    for (item, place) in openItems where item.isOn(device) {
      openItems[item] = nil
      meet(Int32(place), at: event)
    }
  }

  private func meetAll(_ open: inout OpenPlaces, on device: Int32, at event: Int64) {
    for place in open.places(on: device) { meet(place, at: event) }
    open.closeAll(on: device)
  }
}

extension Differ.Item {
  /// Whether it is about what `device` holds or reads, and not what it sends.
  fileprivate func isOn(_ device: Int32) -> Bool {
    switch place {
    case .copy(let owner), .read(let owner): owner == device
    case .list, .push: false
    }
  }
}

extension Vocabulary {
  /// The size of canonical text, in bytes, up to which results show a value as it is.
  static let shownSizeMax = 1024

  /// A value as results show it: what is larger as its digest and size; nil for 0.
  func shown(_ number: Int32) -> Value? {
    guard number != 0 else { return nil }
    return values.standIn(for: number, above: Self.shownSizeMax) ?? values.value(of: number)
  }
}
