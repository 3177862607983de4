import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// A scenario with the policies that it defines: facts, which can be performed.
struct ScenarioInput {
  let scenario: Scenario
  /// The policies that it defines.
  let named: [NamedPolicy]
  let header: RecordingHeader

  /// The policy that a scenario counts as made under.
  static let defaultPolicy = "allowlist+tombstones"

  /// The scenario in `text`, which counts as made under `policy`.
  /// - Throws: `ScenarioError`, `CommandFailure`, `PolicyError`.
  init(
    _ text: [UInt8], path: String, catalog: Catalog, policy: String = defaultPolicy,
    _ console: Console
  ) throws {
    scenario = try Self.read(text, path: path, catalog: catalog)
    for note in scenario.notes { try console.note("note: \(path), \(note)") }
    named = try PolicyFiles.policies(of: scenario, path: path)
    header = RecordingHeader(
      name: RecordingInput.name(of: path), recordedUnder: policy, catalog: catalog)
  }

  /// Its facts, which every rule makes outcomes of for itself.
  var source: LineSource { LineSource(header: header, events: scenario.events) }

  /// The events that a recording of it would hold: its facts with the outcomes under `policy`, or
  /// under the one that it counts as made under.
  /// - Throws: `CommandFailure`, `PolicyError`.
  func performed(under policy: String? = nil) throws -> [Event] {
    var header = header
    header.recordedUnder = policy ?? header.recordedUnder
    let text = header.recordedUnder ?? Self.defaultPolicy
    let files = try PolicyFiles.policies(in: text, besides: named)
    var facts = source
    let performance = try Performance(
      header: header, policy: PolicyChoice(text, named: named + files), source: facts)
    var events: [Event] = []
    var rest = scenario.events[...]
    var batch = EventBatch()
    while try facts.next(into: &batch) {
      try performance.perform(batch, facts: Array(rest.prefix(batch.count))) {
        events += $0.events
      }
      rest.removeFirst(batch.count)
    }
    return events
  }

  /// Holds the policy that it counts as made under against it; `path` is what it is called.
  /// - Throws: `CommandFailure`, `PolicyError`.
  func review(path: String) throws -> PolicyReview {
    let text = header.recordedUnder ?? Self.defaultPolicy
    let files = try PolicyFiles.policies(in: text, besides: named)
    _ = try PolicyArgument(text, named: named + files)
    return try PolicyReview(
      [PolicyChoice(text, named: named + files)], header: header, catalog: header.catalog,
      definedBy: (named, path), { source })
  }

  /// The scenario in `text`, whose file is `path`.
  /// - Throws: `CommandFailure` with all faults.
  static func read(
    _ text: [UInt8], path: String, catalog: Catalog
  ) throws(CommandFailure) -> Scenario {
    do {
      return try Scenario(text, catalog: catalog) { name in
        try PropertyListFile.read(name, beside: path)
      }
    } catch {
      throw CommandFailure(
        .badData, "\(path), \(error)".split(separator: "\n").joined(separator: "\n  "))
    }
  }
}
