public import ReelEvents
import ReelPolicies
import ReelProjections

/// What the checks found in one recording under one policy.
public struct CheckResult: Sendable {
  /// The recording's name.
  public var recording: String
  /// The policy, as text.
  public var policy: String
  /// How many events were stepped.
  public var eventCount: Int64
  /// The findings, by event.
  public var findings: [Finding]
  /// How many findings were counted and not kept.
  public var droppedCount: Int64
  /// What could not be decided, as sentences.
  public var undecided: [String]

  /// Checks a recording under a policy.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, policy: PolicyChoice, catalog: Catalog? = nil,
    until: Until? = nil
  ) throws -> CheckResult {
    var checker: Checker?
    let request = Replay.Request(open: open, catalog: catalog, choices: [policy], until: until)
    let replay = try Replay.run(request) { replay in
      let watching = Checker(replay.worlds[0])
      replay.add(watching)
      checker = watching
    }
    return CheckResult(
      recording: replay.header.name, policy: policy.description(for: replay.header),
      eventCount: replay.eventCount, findings: checker?.findings ?? [],
      droppedCount: checker?.droppedCount ?? 0, undecided: checker?.undecided ?? [])
  }
}
