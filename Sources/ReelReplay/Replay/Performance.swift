public import ReelEvents
import ReelPolicies
import ReelProjections

/// Facts performed one batch after another, for a command that turns them into a recording.
public final class Performance {
  private let replay: Replay

  /// A performance under `policy` of facts whose names `catalog` explains.
  /// - Parameter source: the facts, to learn beforehand what becomes of messages; nil where facts
  ///   come one by one, and then a push is taken back when its failure is told.
  /// - Throws: `PolicyError`.
  public init(
    header: RecordingHeader, policy: PolicyChoice, source: (any EventSource)? = nil
  ) throws {
    var foreknowledge = Replay.Foreknowledge()
    foreknowledge.keepsShadows = true
    if let source { foreknowledge.fates = try MessageFates.scanned(source) }
    replay = try Replay(header: header, choices: [policy], foreknowledge, until: nil)
    replay.keepsTexts = true
  }

  /// Performs the facts of `batch`, whose rows are `facts`, and hands on the events they become,
  /// with what each came to.
  public func perform(
    _ batch: EventBatch, facts: [Event], _ body: (Step) throws -> Void
  ) throws {
    let scribe = Scribe(world: replay.worlds[0])
    scribe.facts = facts
    replay.onStep = { scribe.observe($0) }
    defer { replay.onStep = nil }
    _ = try replay.consume(batch)
    for step in scribe.steps { try body(step) }
  }

  /// One fact and what came of it.
  public struct Step {
    /// The fact.
    public var fact: Event
    /// The events that a recording holds of it.
    public var events: [Event]
    /// What changed where, as sentences.
    public var changes: [String]
  }

  private final class Scribe {
    let world: World
    var facts: [Event] = []
    var steps: [Step] = []

    init(world: World) { self.world = world }

    func observe(_ event: ResolvedEvent) {
      let fact = facts[steps.count]
      steps.append(
        Step(
          fact: fact, events: Rehearsal.events(of: fact, event, in: world),
          changes: StepStory.changes(of: event, in: world)))
    }
  }
}
