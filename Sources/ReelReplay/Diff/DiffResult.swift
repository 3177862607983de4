public import ReelEvents
import ReelPolicies
import ReelProjections

/// Two policies over one recording: where they part, what each breaks, what each sends.
public struct DiffResult: Sendable {
  /// The recording's name.
  public var recording: String
  /// The policy on the `from` side, as text.
  public var from: String
  /// The policy on the `to` side, as text.
  public var to: String
  /// The devices and processes, in the order in which the recording names them.
  public var devices: [String]
  /// The earliest and the latest time of an event, by the devices' own clocks; nil where there is
  /// no event.
  public var span: ClosedRange<Instant>?
  /// The catalog's rules, which say what an answer decides.
  public var rules: [CatalogRule]
  /// How many events were stepped.
  public var eventCount: Int64
  /// The divergences, by event; the first one is the first step at which the two part.
  public var divergences: [Divergence]
  /// How many divergences were counted and not kept.
  public var droppedCount: Int64
  /// What the checks found on each side.
  public var findings: (from: [Finding], to: [Finding])
  /// What each side sent.
  public var traffic: (from: Traffic.Amount, to: Traffic.Amount)
  /// The bytes each side sent of each key, heaviest difference first.
  public var bytesByKey: [(key: String, from: Int64, to: Int64)]
  /// Events of messages that only one side's rule sends: nothing tells when they would have
  /// arrived.
  public var undelivered: [Int64]
  /// What could not be decided, as sentences.
  public var undecided: [String]

  /// Whether the two rules differ anywhere.
  public var isSame: Bool { divergences.isEmpty }

  /// Replays a recording under two policies at once and compares every step.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, from: PolicyChoice, to: PolicyChoice,
    catalog: Catalog? = nil, until: Until? = nil
  ) throws -> DiffResult {
    try run(open, from: from, to: to, catalog: catalog, until: until, besides: { _ in })
  }

  /// As above; `besides` adds what else watches, before each pass.
  static func run(
    _ open: @escaping () throws -> any EventSource, from: PolicyChoice, to: PolicyChoice,
    catalog: Catalog?, until: Until?, besides: (Replay) -> Void
  ) throws -> DiffResult {
    var watch: Watch?
    let request = Replay.Request(
      open: open, catalog: catalog, choices: [from, to], until: until)
    let replay = try Replay.run(request) {
      watch = Watch($0)
      besides($0)
    }
    guard let watch else { preconditionFailure("a replay prepares before it runs") }
    return DiffResult(
      recording: replay.header.name, from: from.description(for: replay.header),
      to: to.description(for: replay.header),
      devices: replay.vocabulary.processes.names.filter { $0 != DeviceName.cloud.text },
      span: replay.span, rules: replay.header.catalog.rules, eventCount: replay.eventCount,
      divergences: watch.differ.divergences, droppedCount: watch.differ.droppedCount,
      findings: (watch.checkers.0.findings, watch.checkers.1.findings),
      traffic: (watch.traffic.0.total, watch.traffic.1.total),
      bytesByKey: watch.bytesByKey(),
      undelivered: Set(replay.worlds.flatMap(\.undelivered)).sorted(),
      undecided: watch.undecided())
  }

  /// What watches both worlds.
  private final class Watch: StepObserver {
    let differ: Differ
    private let facts = LastFacts()
    let checkers: (Checker, Checker)
    let traffic: (Traffic, Traffic)

    init(_ replay: Replay) {
      let (from, to) = (replay.worlds[0], replay.worlds[1])
      differ = Differ(from: from, to: to)
      checkers = (Checker(from, facts), Checker(to, facts))
      traffic = (Traffic(from), Traffic(to))
      replay.notesSpan = true
      replay.add(self)
    }

    /// Takes note of what `event` came to. What happens often is told apart once for all.
    func observe(_ event: ResolvedEvent) {
      switch event.kind {
      case .storeSet: observeEdit(event, as: .storeSet)
      case .storeRead: observe(event, as: .storeRead)
      case .messageSent:
        observe(event, as: .messageSent)
        traffic.0.observe(event)
        traffic.1.observe(event)
      case .messageReceived: observe(event, as: .messageReceived)
      default: observeOther(event)
      }
    }

    @inline(never) private func observeOther(_ event: ResolvedEvent) {
      observe(event, as: event.kind)
    }

    /// Most edits are of settings, and none of those who watch has anything to say of them.
    @inline(__always) private func observeEdit(_ event: ResolvedEvent, as kind: EventKind) {
      if case .defaults = event.store, checkers.0.passesOverEdit(event),
        checkers.1.passesOverEdit(event), !differ.openCells.isOpen(event.key, on: event.device)
      {
        facts.note(event, as: kind)
      } else {
        observeOther(event)
      }
    }

    @inline(__always) private func observe(_ event: ResolvedEvent, as kind: EventKind) {
      facts.note(event, as: kind)
      differ.observe(event, as: kind)
      checkers.0.observe(event, as: kind)
      checkers.1.observe(event, as: kind)
    }

    func finish() {
      differ.finish()
      checkers.0.finish()
      checkers.1.finish()
      traffic.0.finish()
      traffic.1.finish()
    }

    func undecided() -> [String] {
      let second = checkers.1.undecided.filter { !checkers.0.undecided.contains($0) }
      return checkers.0.undecided + second
    }

    func bytesByKey() -> [(key: String, from: Int64, to: Int64)] {
      let (one, other) = (traffic.0.bytesByKey(), traffic.1.bytesByKey())
      return traffic.0.world.vocabulary.keys.names.enumerated()
        .map { (key: $0.element, from: one[$0.offset], to: other[$0.offset]) }
        .filter { $0.from != $0.to }
        .sorted { abs($0.from - $0.to) > abs($1.from - $1.to) }
    }
  }
}
