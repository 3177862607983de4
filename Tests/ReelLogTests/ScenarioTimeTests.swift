import ReelEvents
import ReelLog
import Testing

/// A scenario beside the times of its events, in seconds from its start.
private let times: [(String, [Double])] = [
  ("phone locks\nphone unlocks\nphone locks", [0, 1, 2]),
  ("# a comment\n\nphone locks\n\n# another\nphone unlocks", [0, 1]),
  ("+5s\nphone locks", [5]),
  ("phone locks\n+5s\nphone unlocks\nphone locks", [0, 5, 6]),
  ("phone locks\n+5s\n+1m\nphone unlocks", [0, 65]),
  ("phone locks\n+0s\nphone unlocks", [0, 0]),
  ("phone locks\n+5s phone unlocks\nphone locks", [0, 5, 6]),
  ("phone locks\n  +5s   phone unlocks # then", [0, 5]),
  ("phone locks\n+5s # a comment\nphone unlocks", [0, 5]),
  ("phone locks\n+1m note a word\nphone unlocks", [0, 60, 61]),
  ("phone locks\n+10s " + #"{"at":"+0s","device":"phone","event":"device.unlocked"}"#, [0, 10]),
  ("phone locks\n+250ms\nphone unlocks", [0, 0.25]),
  ("phone locks\n+2h\nphone unlocks\n+1d\nphone locks", [0, 7200, 93_600]),
  ("tablet clock +60s\nphone locks\ntablet locks\nphone locks", [0, 61, 2]),
  ("phone locks\nphone clock -10m\nphone locks\nphone clock +0s\nphone locks", [0, -599, 2]),
  ("phone locks\n+5s\nphone clock +1s\nphone locks", [0, 6]),
  ("watch clock +1m\nwatch/widget checks pro\nwatch locks", [60, 61]),
  ("phone locks\nphone unlocks at=+7s\nphone locks", [0, 7, 8]),
  ("phone locks at=2026-01-01T00:01:00Z\nphone unlocks", [60, 61]),
  ("phone clock +1m\nphone locks at=2026-01-01T00:05:00Z\nwatch locks", [300, 241]),
  ("phone locks\n" + #"{"at":"+2s","device":"phone","event":"device.unlocked"}"#, [0, 2]),
  ("phone locks\n+10s\n" + #"{"at":"+0s","device":"phone","event":"device.unlocked"}"#, [0, 10]),
  (
    #"{"at":"2026-01-02T00:00:00Z","device":"phone","event":"device.locked"}"# + "\nphone locks",
    [86_400, 86_401]
  ),
]

@Suite struct `The time of a scenario` {
  @Test(arguments: times)
  func `moves a second a line unless it is told otherwise`(text: String, times: [Double]) throws {
    let scenario = try Scenario(Array(text.utf8), catalog: Catalog())
    let seconds = scenario.events.map {
      Double($0.at.microseconds - Instant.scenarioStart.microseconds) / 1_000_000
    }
    #expect(seconds == times)
  }

  @Test func `does not move on a line with a fault`() throws {
    var reader = ScenarioReader(catalog: Catalog())
    _ = try reader.read("phone locks".utf8)
    #expect(throws: ScenarioFault.self) { try reader.read("phone locks at=+5s mood=good".utf8) }
    #expect(throws: ScenarioFault.self) { try reader.read("+901d +1d".utf8) }
    for line in ["+5s phone flies", "+5s +5s", "+5s phone clock +1m", "+5s policy a = allowlist"] {
      #expect(throws: ScenarioFault.self, "\(line)") { try reader.read(line.utf8) }
    }
    guard case .event(let event) = try reader.read("phone unlocks".utf8) else {
      Issue.record("no event")
      return
    }
    #expect(event.at.microseconds == Instant.scenarioStart.microseconds + 1_000_000)
    #expect(reader.line == 8)
  }
}
