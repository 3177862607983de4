import ReelEvents
import ReelLog

/// The events of a scenario, written as lines, are a scenario of the same events.
func checkScenario(_ bytes: [UInt8]) throws {
  let scenario: Scenario
  do {
    scenario = try Scenario(bytes, catalog: weather)
  } catch {
    try require(!"\(error)".isEmpty, "a refusal says why")
    return
  }
  try require(scenario.lines.count == scenario.events.count, "every event has its line")
  var text: [UInt8] = []
  for event in scenario.events {
    // What no line can hold, writing refuses; see `EventWriter`.
    guard Instant.writable.contains(event.at), isReadable(event) else { return }
    text += EventLine.text(of: event) + [UInt8(ascii: "\n")]
  }
  let again = try Scenario(text, catalog: weather)
  try require(
    again.events.map(EventLine.text) == scenario.events.map(EventLine.text),
    "the events of a scenario stay as they are")
}

private let weather: Catalog = {
  do {
    return try Catalog.parse(Array(WeatherCatalog.text.utf8))
  } catch {
    preconditionFailure("the weather app's catalog cannot be read: \(error)")
  }
}()

private func isReadable(_ event: Event) -> Bool {
  do {
    _ = try EventLine.decode(EventLine.text(of: event))
    return true
  } catch {
    return error.found != "one more level"
  }
}
