public import ReelEvents
import ReelPolicies
public import ReelProjections

/// The state that one policy brings a recording to.
public struct ReplayResult {
  /// The recording's name.
  public var recording: String
  /// The policy, as text.
  public var policy: String
  /// How many events were stepped.
  public var eventCount: Int64
  /// The devices, by name.
  public var devices: [DeviceProjection]
  /// What all devices sent.
  public var traffic: Traffic.Amount
  /// A digest chained over every step; nil where only less was watched.
  public var fingerprint: String?
  /// What the checks found; empty where only less was watched.
  public var findings: [Finding]
  /// What could not be decided, as sentences.
  public var undecided: [String]
  /// Events of messages that only this rule sends.
  public var undelivered: [Int64]
  /// The first recorded outcome that replay does not reproduce, and how many there are.
  public var verification: Verification
  /// The world at the end, for questions about single keys.
  public var world: World

  /// How recorded and recomputed outcomes compare.
  public struct Verification: Sendable {
    /// The first outcome that differs; nil where all agree.
    public var firstMismatch: Verifier.Mismatch?
    /// How many outcomes differ.
    public var mismatchCount: Int64
    /// How many outcomes were compared.
    public var comparedCount: Int64
    /// Whether there was nothing to compare with: the recording is of an app's own code.
    public var isUndecided: Bool
  }

  /// How closely to watch a replay: each step more takes its time.
  public enum Watching: Sendable, CaseIterable {
    /// The state only.
    case state
    /// The recorded outcomes are compared too.
    case outcomes
    /// Everything, the checks and the fingerprint included.
    case everything
  }

  /// Replays a recording under a policy.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, policy: PolicyChoice, catalog: Catalog? = nil,
    until: Until? = nil, watching: Watching = .everything
  ) throws -> ReplayResult {
    var watch: Watch?
    let request = Replay.Request(open: open, catalog: catalog, choices: [policy], until: until)
    let replay = try Replay.run(request) { watch = Watch($0, watching) }
    guard let watch else { preconditionFailure("a replay prepares before it runs") }
    let world = replay.worlds[0]
    return ReplayResult(
      recording: replay.header.name, policy: policy.description(for: replay.header),
      eventCount: replay.eventCount,
      devices: replay.projections(of: world, traffic: watch.traffic, use: watch.use),
      traffic: watch.traffic.total,
      fingerprint: watching == .everything ? watch.fingerprint.text : nil,
      findings: watch.checker.findings,
      undecided: watching == .everything ? watch.checker.undecided : world.undeliveredSentences,
      undelivered: world.undelivered,
      verification: Verification(
        firstMismatch: watch.verifier.firstMismatch,
        mismatchCount: watch.verifier.mismatchCount,
        comparedCount: watch.verifier.comparedCount,
        isUndecided: replay.header.recordedUnder == nil), world: world)
  }

  /// What watches the world, as closely as asked for.
  private final class Watch: StepObserver {
    let traffic: Traffic
    let use: KeyUse
    let fingerprint: TraceFingerprint
    let checker: Checker
    let verifier: Verifier
    private let watching: Watching

    init(_ replay: Replay, _ watching: Watching) {
      let world = replay.worlds[0]
      self.watching = watching
      traffic = Traffic(world)
      use = KeyUse(world)
      fingerprint = TraceFingerprint(world)
      checker = Checker(world)
      verifier = Verifier(world)
      if watching != .state { replay.readHalves() }
      replay.add(self)
    }

    func observe(_ event: ResolvedEvent) {
      if event.kind == .messageSent { traffic.observe(event) }
      use.observe(event)
      if watching == .state { return }
      verifier.observe(event)
      if watching == .outcomes { return }
      checker.observe(event)
      fingerprint.observe(event)
    }

    func finish() {
      traffic.finish()
      if watching != .state { verifier.finish() }
      if watching == .everything { checker.finish() }
    }
  }
}
