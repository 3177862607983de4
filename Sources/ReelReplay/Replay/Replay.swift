public import ReelEvents
import ReelPolicies
public import ReelProjections

/// One pass over a recording: its worlds, stepped side by side, and what watches them.
public final class Replay {
  /// The recording's header, with the catalog that was used.
  public let header: RecordingHeader
  /// What the worlds' numbers stand for.
  public let vocabulary: Vocabulary
  /// The worlds, one for each policy asked for.
  public let worlds: ContiguousArray<World>
  /// How many events were stepped.
  @exclusivity(unchecked) public private(set) var eventCount: Int64 = 0
  /// The time of the last event stepped; nil before the first.
  @exclusivity(unchecked) public private(set) var lastInstant: Instant?
  /// The earliest and the latest time of an event; nil before the first, and where nobody wants it.
  @exclusivity(unchecked) private(set) var span: ClosedRange<Instant>?
  /// Whether somebody wants the span.
  @exclusivity(unchecked) var notesSpan = false
  /// How many events were of kinds that this version does not know.
  public var unknownCount: Int64 { resolver.unknownCount }

  @exclusivity(unchecked) private var resolver: Resolver
  @exclusivity(unchecked) private var observers: ContiguousArray<any StepObserver> = []
  /// Called after each step, before the observers, where one caller wants every step.
  @exclusivity(unchecked) var onStep: ((ResolvedEvent) -> Void)?
  /// Whether a message under way keeps the texts of large values, for one who writes them down
  /// when it is received.
  @exclusivity(unchecked) var keepsTexts = false
  /// What is limited, as much as was there when last checked: it only grows.
  @exclusivity(unchecked) private var checkedCount = 0
  /// Whether the end that was asked for came before the recording's own.
  @exclusivity(unchecked) private var endsEarly = false
  private let until: Until?
  private let isFateKnown: Bool

  init(
    header: RecordingHeader, choices: [PolicyChoice], _ foreknowledge: Foreknowledge,
    until: Until?
  ) throws(PolicyError) {
    self.header = header
    self.until = until
    vocabulary = Vocabulary(catalog: header.catalog)
    var worlds: ContiguousArray<World> = []
    for choice in choices {
      worlds.append(try choice.world(vocabulary, header: header, fates: foreknowledge.fates))
    }
    self.worlds = worlds
    resolver = Resolver(
      vocabulary: vocabulary, named: choices.flatMap(\.named),
      keepsShadows: foreknowledge.keepsShadows)
    isFateKnown = foreknowledge.fates.isKnown
    if worlds.contains(where: \.isAsRecorded) { readHalves() }
  }

  /// Has the halves of applies filled in, for somebody who watches them.
  func readHalves() { resolver.readsHalves = true }

  /// Adds something that watches; the order of adding is the order of asking.
  public func add(_ observer: any StepObserver) { observers.append(observer) }

  /// Steps every event of `batch`; false when the end asked for was reached.
  /// - Throws: `ReplayError` where the recording passes a limit.
  func consume(_ batch: EventBatch) throws(ReplayError) -> Bool {
    resolver.begin(batch)
    let event = ResolvedEvent()
    let end = end(in: batch)
    let (worlds, observers) = (worlds, observers)
    for row in 0..<end {
      resolver.resolve(batch, row: row, into: event)
      if vocabulary.limitedCount != checkedCount { try checkLimits(event) }
      for index in worlds.indices { worlds[index].step(event) }
      if let onStep { onStep(event) }
      for index in observers.indices { observers[index].observe(event) }
    }
    eventCount += Int64(end)
    if end > 0 { lastInstant = Instant(microseconds: batch.instants[end - 1]) }
    if notesSpan { batch.instants.withUnsafeBufferPointer { noteSpan($0, count: end) } }
    sweepValues()
    endsEarly = end < batch.count
    return !endsEarly
  }

  @inline(never)
  private func checkLimits(_ event: ResolvedEvent) throws(ReplayError) {
    checkedCount = vocabulary.limitedCount
    if let excess = vocabulary.excess {
      throw ReplayError(event: event.number, message: excess)
    }
  }

  /// Takes down the first `count` times of a batch.
  private func noteSpan(_ instants: UnsafeBufferPointer<Int64>, count: Int) {
    if count == 0 { return }
    var earliest = span?.lowerBound.microseconds ?? instants[0]
    var latest = span?.upperBound.microseconds ?? instants[0]
    for index in 0..<count {
      earliest = min(earliest, instants[index])
      latest = max(latest, instants[index])
    }
    span = Instant(microseconds: earliest)...Instant(microseconds: latest)
  }

  /// How many events of `batch` come before the end that was asked for.
  private func end(in batch: EventBatch) -> Int {
    switch until {
    case .event(let last)?:
      last < batch.firstNumber
        ? 0 : Int(min(last - batch.firstNumber, Int64(batch.count) - 1)) + 1
    case .time(let last)?:
      batch.instants.firstIndex { $0 > last.microseconds } ?? batch.count
    case nil: batch.count
    }
  }

  func finish() { for observer in observers { observer.finish() } }

  /// Whether the fate of a push was told after the push, and was not known; where the replay ends
  /// early, whether one may be told after that.
  var isMissingFates: Bool {
    !isFateKnown && worlds.contains { $0.sawLateFate || (endsEarly && !$0.cloud.isEmpty) }
  }

  /// Whether a store was found anew, and what it held before was not kept.
  var isMissingShadows: Bool { resolver.needsShadows }

  private func sweepValues() {
    guard vocabulary.values.wantsSweep else { return }
    var live = LiveValues(of: vocabulary.values, keepsTexts: keepsTexts)
    for world in worlds { world.markLive(in: &live) }
    resolver.markLive(in: &live)
    vocabulary.values.sweep(live)
  }
}

/// A recording that cannot be replayed, though its lines are good.
public struct ReplayError: Error, Sendable {
  /// The event at which that showed.
  public var event: Int64
  /// One sentence: what was found and what the limit is.
  public var message: String
}

extension Replay {
  /// What to replay, and how far.
  public struct Request {
    /// Opens the recording at its first event; called again where a second pass is needed.
    public var open: () throws -> any EventSource
    /// A catalog to use in place of the embedded one.
    public var catalog: Catalog?
    /// The policies, one world each.
    public var choices: [PolicyChoice]
    /// Where to end.
    public var until: Until?

    /// A replay of what `open` opens.
    public init(
      open: @escaping () throws -> any EventSource, catalog: Catalog? = nil,
      choices: [PolicyChoice], until: Until? = nil
    ) {
      self.open = open
      self.catalog = catalog
      self.choices = choices
      self.until = until
    }
  }

  /// Replays a recording; `prepare` adds what watches.
  ///
  /// Most recordings take one pass. One that tells the fate of a push only after the push, or finds
  /// a store anew that messages were applied to, needs something known beforehand: it is replayed
  /// again from the start, and `prepare` is called again.
  /// - Throws: `PolicyError`, `ReplayError`, and what the source throws.
  public static func run(_ request: Request, prepare: (Replay) -> Void) throws -> Replay {
    var foreknowledge = Foreknowledge()
    while true {
      let replay = try pass(request, foreknowledge, prepare: prepare)
      if replay.isMissingFates && !foreknowledge.fates.isKnown {
        foreknowledge.fates = try MessageFates.scanned(request.open())
      } else if replay.isMissingShadows && !foreknowledge.keepsShadows {
        foreknowledge.keepsShadows = true
      } else {
        return replay
      }
    }
  }

  /// What a pass needs beyond the events up to where it is.
  struct Foreknowledge {
    var fates = MessageFates()
    var keepsShadows = false
  }

  /// One pass; it breaks off where it misses something.
  private static func pass(
    _ request: Request, _ foreknowledge: Foreknowledge, prepare: (Replay) -> Void
  ) throws -> Replay {
    var source = try request.open()
    var header = source.header
    if let catalog = request.catalog { header.catalog = catalog }
    let replay = try Replay(
      header: header, choices: request.choices, foreknowledge, until: request.until)
    prepare(replay)
    var batch = EventBatch()
    while try source.next(into: &batch) {
      let goesOn = try replay.consume(batch)
      if replay.isMissingFates || replay.isMissingShadows { return replay }
      if !goesOn { break }
    }
    replay.finish()
    return replay
  }
}
