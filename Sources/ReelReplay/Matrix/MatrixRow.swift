public import ReelEvents
import ReelPolicies
import ReelProjections

/// One recording under several policies at once.
public struct MatrixRow: Sendable {
  /// One of the two things that policies decide, each by a half of its own.
  public enum System: String, Sendable, CaseIterable {
    case settings, dismissals
  }

  /// What the recording is called in the matrix: its path, where it has one.
  public var recording: String
  /// The policy that it was made under, as text.
  public var recordedUnder: String
  /// How many events were stepped.
  public var eventCount: Int64
  /// What the recording is about, in the order of `System.allCases`; both, or none, may be.
  public var systems: [System]
  /// The cells, one for each policy.
  public var cells: [MatrixCell]

  /// A row of its parts.
  public init(
    recording: String, recordedUnder: String, eventCount: Int64, systems: [System],
    cells: [MatrixCell]
  ) {
    self.recording = recording
    self.recordedUnder = recordedUnder
    self.eventCount = eventCount
    self.systems = systems
    self.cells = cells
  }

  /// Whether it proves every policy unsafe that decides what `cell`, one of its own, is about.
  func breaksAll(like cell: MatrixCell) -> Bool {
    cells.allSatisfy { other in
      other.verdict == .fails || !other.systems.contains(where: cell.systems.contains)
    }
  }

  /// Replays a recording as it was made and under each of `policies`, all side by side in one pass.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, recording: String, recorded: PolicyChoice,
    policies: [PolicyChoice], catalog: Catalog? = nil
  ) throws -> MatrixRow {
    var watch: Watch?
    let request = Replay.Request(open: open, catalog: catalog, choices: [recorded] + policies)
    let replay = try Replay.run(request) { watch = Watch($0) }
    guard let watch else { preconditionFailure("a replay prepares before it runs") }
    let cells = try zip(policies, zip(watch.differs, watch.checkers)).map { policy, watching in
      let (differ, checker) = watching
      return MatrixCell(
        systems: try System.allCases.filter(
          watch.systems.intersection(policy.systems()).contains),
        divergenceCount: Int64(differ.divergences.count) + differ.droppedCount,
        findings: checker.findings, undecided: checker.undecided)
    }
    return MatrixRow(
      recording: recording, recordedUnder: recorded.description(for: replay.header),
      eventCount: replay.eventCount, systems: System.allCases.filter(watch.systems.contains),
      cells: cells)
  }

  /// What watches the worlds: the first one, as recorded, beside each of the others.
  private final class Watch: StepObserver {
    let differs: [Differ]
    let checkers: [Checker]
    private let facts = LastFacts()
    private(set) var systems: Set<System> = []
    private let vocabulary: Vocabulary

    init(_ replay: Replay) {
      let (recorded, others) = (replay.worlds[0], replay.worlds.dropFirst())
      differs = others.map { Differ(from: recorded, to: $0) }
      checkers = others.map { [facts] in Checker($0, facts) }
      vocabulary = replay.vocabulary
      replay.add(self)
    }

    func observe(_ event: ResolvedEvent) {
      if let system = event.system(vocabulary) { systems.insert(system) }
      facts.note(event, as: event.kind)
      for differ in differs { differ.observe(event) }
      for checker in checkers { checker.observe(event) }
    }

    func finish() {
      for differ in differs { differ.finish() }
      for checker in checkers { checker.finish() }
    }
  }
}

extension PolicyChoice {
  /// What the policy decides; everything where it is the one that the recording was made under.
  fileprivate func systems() throws(PolicyError) -> Set<MatrixRow.System> {
    guard let text else { return Set(MatrixRow.System.allCases) }
    let halves = try PolicyArgument(text, named: named).halves
    var systems: Set<MatrixRow.System> = []
    if halves.settings { systems.insert(.settings) }
    if halves.dismissals { systems.insert(.dismissals) }
    return systems
  }
}

extension ResolvedEvent {
  /// What the event shows the recording to be about; nil for what both systems share.
  fileprivate func system(_ vocabulary: Vocabulary) -> MatrixRow.System? {
    switch kind {
    case .storeSet, .storeRemove, .storeRead: store == .defaults ? .settings : .dismissals
    case .messageSent, .messageReceived: message.channel == .kvs ? .dismissals : .settings
    case .storeRegister, .ruleRead: .settings
    case .entitlementRead: vocabulary.catalogRule(key) == nil ? nil : .settings
    case .storeLoaded, .storeCleared, .storeApplied, .messageFailed, .deviceInstalled,
      .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked,
      .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      nil
    }
  }
}
