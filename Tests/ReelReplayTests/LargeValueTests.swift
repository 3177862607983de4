import ReelEvents
import ReelLog
import ReelPolicies
import ReelProjections
import ReelReplay
import Testing

@Suite struct `A large value that only a message under way carries` {
  /// The first of many messages arrives when megabytes have passed since it was sent.
  private func session(waiting count: Int) throws -> Session {
    var lines = ["phone installs", "watch installs"]
    for number in 0..<count {
      lines.append("phone fills previewCache \(200_000 + number)B")
      lines.append("phone sends context to watch as m\(number)")
    }
    return try Session((lines + ["watch receives m0"]).joined(separator: "\n"))
  }

  private func settings(of session: Session) throws -> (Value?, isLetGo: Bool) {
    let result = try session.replayed(under: "wipe-then-apply")
    let watch = try #require(result.devices.first { $0.device == "watch" })
    let world = result.world
    let (key, device) = (
      try #require(world.vocabulary.keys.number(of: "previewCache")),
      try #require(world.vocabulary.processes.number(of: "watch"))
    )
    return (
      watch.settings["previewCache"],
      world.vocabulary.values.isLetGo(world.storedValue(of: key, on: device))
    )
  }

  @Test func `loses its text and is shown as one that was never let go`() throws {
    let (kept, keptIsLetGo) = try settings(of: session(waiting: 1))
    let (shown, isLetGo) = try settings(of: session(waiting: 60))
    #expect(!keptIsLetGo)
    #expect(isLetGo)
    #expect(shown != nil && shown == kept)
  }

  @Test func `is written down whole where facts become a recording`() throws {
    let events = try session(waiting: 60).performed(under: "wipe-then-apply")
    guard case .storeApplied(_, _, let values)? = events.last?.action,
      case .string(let text)? = values["previewCache"]
    else {
      Issue.record("the last event is no apply of the text")
      return
    }
    #expect(text.utf8.count > 190_000)
  }

  @Test func `verifies, though its text was let go`() throws {
    let recorded = try session(waiting: 60).recorded(under: "wipe-then-apply")
    let result = try ReplayResult.run({ recorded }, policy: PolicyChoice(nil))
    #expect(result.verification.mismatchCount == 0)
    #expect(result.verification.comparedCount > 60)
  }

  @Test func `counts with the size that it tells where it was withheld`() throws {
    let session = try Session(
      """
      phone installs
      watch installs
      {"at":"+1s","device":"phone","event":"store.set","key":"previewCache",\
      "value":{"$digest":"5d41","size":300000}}
      phone sends context to watch as m1
      """)
    let result = try session.replayed(under: "wipe-then-apply")
    #expect(result.findings.map(\.check) == [.payloadTooLarge, .messageNeverSent])
    #expect(try session.replayed(under: "allowlist").findings.isEmpty)
    let sent = try session.replayed(under: "merge-only")
    #expect(sent.traffic.bytes < 100)
  }

  @Test func `has its exact size in the sentence of a finding`() throws {
    let session = try Session(
      "phone installs\nwatch installs\nphone fills previewCache 140000B\n"
        + "phone sends context to watch"
    )
    let result = try session.replayed(under: "wipe-then-apply")
    let finding = try #require(result.findings.first { $0.check == .payloadTooLarge })
    let events = try session.performed(under: "wipe-then-apply")
    guard case .messageSent(let message)? = events.last?.action, let payload = message.payload
    else {
      Issue.record("the last event is no message")
      return
    }
    #expect(finding.message.contains(" \(binaryPropertyListSize(of: payload)) bytes"))
  }
}
