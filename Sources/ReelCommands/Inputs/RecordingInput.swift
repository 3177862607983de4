import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// What a verb reads events from: a recording, or a scenario that is performed in memory.
struct RecordingInput {
  /// What the command line called it.
  let path: String
  /// Opens it at its first event.
  let open: () throws -> any EventSource
  /// The scenario, where it is one.
  let scenario: Scenario?
  /// The policies that the scenario defines.
  let named: [NamedPolicy]

  static func isScenario(_ path: String) -> Bool { path.hasSuffix(".scenario") }

  init(_ path: String, catalog: Catalog?, _ console: Console) throws {
    self.path = path
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let catalog = try catalog ?? Catalog.parse(Array(WeatherCatalog.text.utf8))
    let text =
      path == "-"
      ? try console.input.readAll() : Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let scenario = try Scenario(text, catalog: catalog)
    for note in scenario.notes { try console.note("\(path), \(note)") }
    let named = try PolicyFiles.named(in: scenario)
    let header = RecordingHeader(
      name: name, recordedUnder: "allowlist+tombstones", catalog: catalog)
    let facts = MemorySource(header: header, events: scenario.events)
    let performance = try Performance(
      header: header, policy: PolicyChoice("allowlist+tombstones"), source: facts)
    var events: [Event] = []
    var builder = BatchBuilder()
    for event in scenario.events { builder.add(event) }
    try performance.perform(builder.batch, facts: scenario.events) { events += $0.events }
    let performed = events
    open = { MemorySource(header: header, events: performed) }
    self.scenario = scenario
    self.named = named
  }
}
