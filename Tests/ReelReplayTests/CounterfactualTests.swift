import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import Testing

@Suite("Replaying a recording under another rule")
struct CounterfactualTests {
  private func session(_ lines: String...) throws -> Session {
    try Session(lines.joined(separator: "\n"))
  }

  private let start = "phone installs\nwatch installs"

  /// A second send of the same settings, which the platform does not deliver.
  private func resent(channel: String = "context", receipt: String = "") throws -> Session {
    try session(
      start, "phone sets temperatureUnit celsius", "phone sends \(channel) to watch as m1",
      "watch receives m1", "phone sends \(channel) to watch as m2", receipt)
  }

  /// Two numbered messages whose sender nobody recorded, the second one older.
  private func foreign() throws -> LineSource {
    var events = try session("watch installs").scenario.events
    for (id, number, unit) in [("x1", 5, "celsius"), ("x2", 4, "fahrenheit")] {
      var message = ReceivedMessage(message: id, channel: .context, suppressed: nil)
      message.payload = .dictionary([
        "#installation": .integer(1), "#number": .integer(Int64(number)),
        "temperatureUnit": .string(unit),
      ])
      events.append(
        Event(at: events[0].at, device: DeviceName("watch"), action: .messageReceived(message)))
    }
    return LineSource(
      header: RecordingHeader(
        name: "foreign", recordedUnder: nil, catalog: try Session.weather.get()), events: events)
  }

  @Test func `tells older from newer among messages whose sender is not recorded`() throws {
    let source = try foreign()
    let result = try ReplayResult.run({ source }, policy: PolicyChoice("explicit"))
    #expect(result.devices[0].settings["temperatureUnit"] == .string("celsius"))
  }

  @Test func `lists what only that rule sends as undelivered, and leaves it undecided`() throws {
    let recorded = try resent().recorded(under: "allowlist")
    let diff = try DiffResult.run(
      { recorded }, from: PolicyChoice(nil), to: PolicyChoice("explicit"))
    #expect(diff.undelivered == [7])
    #expect(!diff.divergences.contains { $0.kind == .delivery })
    #expect(!diff.undecided.isEmpty)
  }

  @Test func `keeps the recorded fate of a message that is as recorded`() throws {
    let session = try resent()
    var events = try session.performed(under: "allowlist")
    let index = try #require(events.lastIndex { $0.action.kind == .messageSent })
    guard case .messageSent(var message) = events[index].action else { return }
    #expect(message.suppressed == .equal)
    message.suppressed = nil
    message.payload = .dictionary(
      ValueDictionary([.init(key: "temperatureUnit", value: .string("celsius"))]))
    events[index].action = .messageSent(message)
    let header = try session.recorded(under: "allowlist").header
    let result = try ReplayResult.run(
      { LineSource(header: header, events: events) }, policy: PolicyChoice(nil))
    #expect(result.verification.firstMismatch == nil)
    #expect(result.traffic.messages == 2)
  }

  @Test func `hands over the newest context not handed over yet where the linked one was not sent`()
    throws
  {
    let session = try session(
      start, "phone sets temperatureUnit celsius", "phone sends context to watch as m1",
      "phone sends context to watch as m2", "watch receives m2", "watch receives m2")
    let result = try session.replayed(under: "allowlist")
    #expect(result.final("temperatureUnit", on: "watch") == .value(.string("celsius")))
    let after = try session.replayed(under: "allowlist", until: .event(5))
    #expect(after.final("temperatureUnit", on: "watch") == .absent)
  }

  @Test func `never hands a context over again, not even after a reinstall`() throws {
    let session = try session(
      start, "phone sets temperatureUnit celsius", "phone sends context to watch as m1",
      "watch receives m1", "watch uninstalls", "watch installs",
      "phone sends context to watch as m2", "watch receives m2")
    let result = try session.replayed(under: "allowlist")
    #expect(result.final("temperatureUnit", on: "watch") == .absent)
    #expect(result.findings.map(\.check) == [.messageNeverSent])
  }

  @Test func `never hands over a context that a newer one replaced`() throws {
    let session = try session(
      start, "phone sets temperatureUnit celsius", "phone sends context to watch as m1",
      "phone sets temperatureUnit fahrenheit", "phone sends context to watch as m2",
      "watch receives m2", "phone sends context to watch as m3", "watch receives m3")
    let result = try session.replayed(under: "allowlist")
    #expect(result.final("temperatureUnit", on: "watch") == .value(.string("fahrenheit")))
    #expect(result.findings.isEmpty)
  }

  @Test func `never hands over a push that a newer one replaced`() throws {
    let session = try session(
      "phone installs", "tablet installs", "phone is pro", "tablet is pro",
      "phone pulls nothing", "tablet pulls nothing",
      "phone dismisses album-1", "phone pushes notInterested as p1",
      "phone undoes album-1", "phone pushes notInterested as p2", "tablet pulls p2",
      "phone pushes notInterested as p3", "tablet pulls p3")
    let result = try session.replayed(under: "replace")
    let tablet = try #require(result.devices.first { $0.device == "tablet" })
    #expect(tablet.lists.allSatisfy { $0.ids.isEmpty })
  }

  @Test func `hands over nothing from a queue where the linked message was not sent`() throws {
    let session = try session(
      start, "phone sets temperatureUnit celsius", "phone sends userInfo to watch as m1",
      "phone locks", "phone sends userInfo to watch as m2", "watch receives m2")
    let result = try session.replayed(under: "explicit")
    #expect(result.final("temperatureUnit", on: "watch") == .absent)
  }

  @Test func `takes from a store found anew only what something outside changed`() throws {
    let session = try session(
      start, "phone sets memberEntitlement false", "phone sets temperatureUnit celsius",
      "phone sends context to watch as m1", "watch receives m1",
      #"{"at":"+1s","device":"watch","event":"store.loaded","values":{"memberEntitlement":false,"#
        + #""temperatureUnit":"celsius","debugMode":true}}"#,
      "watch checks paidWatch")
    let recorded = try session.recorded(under: "wipe-then-apply")
    let result = try ReplayResult.run({ recorded }, policy: PolicyChoice("landmine"))
    #expect(result.final("memberEntitlement", on: "watch") == .absent)
    #expect(result.final("debugMode", on: "watch") == .value(.bool(true)))
    #expect(result.final("paidWatch", on: "watch") == .value(.bool(true)))
  }

  @Test func `ends where it is told to`() throws {
    let session = try session(
      start, "phone sets debugMode true", "+10s", "phone sets debugMode false")
    #expect(try session.replayed(under: "allowlist", until: .event(3)).eventCount == 3)
    let time = Instant(microseconds: Instant.scenarioStart.microseconds + 5_000_000)
    #expect(try session.replayed(under: "allowlist", until: .time(time)).eventCount == 3)
    #expect(try session.replayed(under: "allowlist").eventCount == 4)
  }

  @Test func `leaves what a device of unknown content answers undecided`() throws {
    let session = try session("watch checks paidWatch")
    let result = try session.replayed(under: "allowlist")
    #expect(result.findings.isEmpty)
  }

  @Test func `names the first recorded outcome that it does not reproduce`() throws {
    let session = try session(
      start, "phone sets temperatureUnit celsius", "phone sends context to watch as m1",
      "watch receives m1", "watch reads temperatureUnit")
    var events = try session.performed(under: "allowlist")
    let last = try #require(events.indices.last)
    events[last].action = .storeRead(
      store: .defaults, key: "temperatureUnit", value: .string("kelvin"))
    let header = try session.recorded(under: "allowlist").header
    let result = try ReplayResult.run(
      { LineSource(header: header, events: events) }, policy: PolicyChoice(nil))
    #expect(result.verification.firstMismatch?.event == Int64(events.count))
    #expect(result.verification.firstMismatch?.field == "value")
    #expect(result.verification.mismatchCount == 1)
  }

  @Test func `of an app's own code takes the outcomes as they were recorded`() throws {
    let session = try session(
      start, "phone sets memberEntitlement false", "phone sends context to watch as m1",
      "watch receives m1", "watch checks paidWatch")
    let events = try session.performed(under: "wipe-then-apply")
    let header = RecordingHeader(name: "own", recordedUnder: nil, catalog: session.catalog)
    let result = try ReplayResult.run(
      { LineSource(header: header, events: events) }, policy: PolicyChoice(nil))
    #expect(result.final("memberEntitlement", on: "watch") == .value(.bool(false)))
    #expect(result.verification.isUndecided)
    let diff = try DiffResult.run(
      { LineSource(header: header, events: events) }, from: PolicyChoice(nil),
      to: PolicyChoice("landmine"))
    #expect(diff.divergences.first?.kind == .payload)
    #expect(diff.divergences.map(\.key).contains("paidWatch"))
  }
}
