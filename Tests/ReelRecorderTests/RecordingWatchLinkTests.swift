import Foundation
import ReelEvents
import ReelRecorder
import ReelSeams
import Testing

/// A link that takes everything in, or refuses everything.
final class PatientLink: ComplicationLink {
  var isReachable = true
  var applicationContext: [String: Any] = [:]
  var receivedApplicationContext: [String: Any] = [:]
  var remainingComplicationUserInfoTransfers = 50
  var sent: [[String: Any]] = []
  var refusal: WatchLinkError?

  func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    if let refusal { throw refusal }
    self.applicationContext = applicationContext
    sent.append(applicationContext)
  }

  func transferUserInfo(_ userInfo: [String: Any]) -> Int {
    sent.append(userInfo)
    return sent.count
  }

  func transferCurrentComplicationUserInfo(_ userInfo: [String: Any]) -> Int {
    transferUserInfo(userInfo)
  }

  func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)?
  ) {
    sent.append(message)
    if let refusal { errorHandler?(refusal) } else { replyHandler?([:]) }
  }
}

@Suite("A recording watch link")
struct RecordingWatchLinkTests {
  private let base = PatientLink()
  private let bench: Bench
  private let link: RecordingWatchLink<PatientLink>

  init() throws {
    bench = try Bench()
    link = RecordingWatchLink(base, to: DeviceName("watch"), recorder: bench.recorder)
  }

  @Test func `records a context with its payload, and names it to the other side`() throws {
    try link.updateApplicationContext(["unit": "kelvin"])
    #expect(base.sent.map { $0["#message"] as? String } == ["phone-1"])
    #expect(link.applicationContext as? [String: String] == ["unit": "kelvin"])
    #expect(
      try bench.recording().lines.last
        == "\"message.sent\",\"message\":\"phone-1\",\"channel\":\"context\",\"to\":\"watch\","
        + "\"payload\":{\"unit\":\"kelvin\"}")
  }

  @Test func `lets the platform find an equal context equal`() throws {
    try link.updateApplicationContext(["unit": "kelvin", "n": 1])
    try link.updateApplicationContext(["n": 1, "unit": "kelvin"])
    try link.updateApplicationContext(["n": true, "unit": "kelvin"])
    #expect(base.sent.map { $0["#message"] as? String } == ["phone-1", "phone-1", "phone-3"])
    #expect(
      try bench.recording().lines.dropFirst(2).first
        == "\"message.sent\",\"message\":\"phone-2\",\"channel\":\"context\",\"to\":\"watch\","
        + "\"suppressed\":\"equal\"")
  }

  @Test func `tells the context in force where it was sent before the recording began`() throws {
    base.applicationContext = ["unit": "kelvin", "#message": "phone.0-9"]
    try link.updateApplicationContext(["unit": "kelvin"])
    try link.updateApplicationContext(["unit": "kelvin"])
    #expect(base.sent.map { $0["#message"] as? String } == ["phone.0-9", "phone.0-9"])
    let lines = try bench.recording().lines.suffix(2)
    #expect(
      lines.map { String($0.split(separator: ",", maxSplits: 4).last ?? "") } == [
        "\"suppressed\":\"equal\",\"payload\":{\"unit\":\"kelvin\"}",
        "\"suppressed\":\"equal\"",
      ])
  }

  @Test func `records a context that was refused, and why`() throws {
    try link.updateApplicationContext(["unit": "a"])
    base.refusal = .payloadTooLarge
    #expect(throws: WatchLinkError.payloadTooLarge) {
      try link.updateApplicationContext(["unit": "b"])
    }
    base.refusal = nil
    try link.updateApplicationContext(["unit": "a"])
    let lines = try bench.recording().lines
    #expect(lines[2].hasPrefix("\"message.sent\",\"message\":\"phone-2\""))
    #expect(
      lines[3] == "\"message.failed\",\"message\":\"phone-2\",\"error\":\"payloadTooLarge\"")
    #expect(lines[4].hasSuffix("\"suppressed\":\"equal\""))
  }

  @Test func `records an equal context that was refused, and why`() throws {
    try link.updateApplicationContext(["unit": "a"])
    base.refusal = .notReachable
    #expect(throws: WatchLinkError.notReachable) {
      try link.updateApplicationContext(["unit": "a"])
    }
    let lines = try bench.recording().lines
    #expect(lines[2].hasPrefix("\"message.sent\",\"message\":\"phone-2\""))
    #expect(lines[3] == "\"message.failed\",\"message\":\"phone-2\",\"error\":\"notReachable\"")
  }

  @Test func `records each way under its own name`() throws {
    let transfers = [
      link.transferUserInfo(["unit": "a"]), link.transferCurrentComplicationUserInfo(["unit": "a"]),
    ]
    link.sendMessage(["unit": "a"], replyHandler: nil, errorHandler: nil)
    #expect(transfers == [1, 2])
    let channels = try bench.recording().events.compactMap { event -> Channel? in
      if case .messageSent(let message) = event.action { message.channel } else { nil }
    }
    #expect(channels == [.userInfo, .complication, .message])
  }

  @Test func `records failures that come later`() throws {
    _ = link.transferUserInfo(["unit": "a"])
    let foreign = NSError(domain: "Other", code: 3)
    let known = NSError(domain: WatchLinkError.domain, code: 7014)
    link.transferFailed(base.sent[0], error: known)
    link.transferFailed(base.sent[0], error: foreign)
    base.refusal = .notReachable
    var heard: [WatchLinkError?] = []
    link.sendMessage([:], replyHandler: nil) { heard.append($0 as? WatchLinkError) }
    #expect(heard == [.notReachable])
    #expect(
      try bench.recording().lines.filter { $0.hasPrefix("\"message.failed\"") } == [
        "\"message.failed\",\"message\":\"phone-1\",\"error\":\"deliveryFailed\"",
        "\"message.failed\",\"message\":\"phone-1\",\"error\":\"Other 3\"",
        "\"message.failed\",\"message\":\"phone-2\",\"error\":\"notReachable\"",
      ])
  }

  @Test func `records a watch's request without payload`() throws {
    let bench = try Bench("watch")
    let link = RecordingWatchLink(base, to: DeviceName("phone"), recorder: bench.recorder)
    link.sendMessage(["wants": "settings"], replyHandler: nil, errorHandler: nil)
    #expect(
      try bench.recording().lines.last
        == "\"message.sent\",\"message\":\"watch-1\",\"channel\":\"message\",\"to\":\"phone\"")
  }
}
