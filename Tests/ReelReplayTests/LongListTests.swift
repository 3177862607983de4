import ReelEvents
import ReelPolicies
import Testing

@testable import ReelReplay

@Suite struct `A list that grows long` {
  /// Pushes of 2 kB, 4 kB and so on: 22 MB together.
  private static let pushes = 150

  private static func session(ending: String) throws -> Session {
    var lines = ["phone installs", "tablet installs", "phone is pro", "tablet is pro"]
    lines += ["phone pulls nothing"]
    let tail = String(repeating: "x", count: 1_960)
    for number in 0..<pushes {
      lines.append("phone dismisses album-\(number)-\(tail)")
      lines.append("phone pushes notInterested as p\(number)")
    }
    return try Session((lines + [ending]).joined(separator: "\n"))
  }

  @Test func `leaves of its pushes what a world can keep, and says what it missed`() throws {
    let early = try Self.session(ending: "tablet pulls p9").replayed(under: "tombstones")
    #expect(
      early.undecided.contains { $0.hasPrefix("1 receipt of messages sent so long before") })
    let late = try Self.session(ending: "tablet pulls p\(Self.pushes - 1)")
    #expect(try late.replayed(under: "tombstones").undecided.isEmpty)
  }

  @Test func `comes whole from the cloud`() throws {
    let session = try Self.session(ending: "tablet pulls notInterested")
    let result = try session.replayed(under: "tombstones")
    #expect(result.undecided.isEmpty && result.findings.isEmpty)
  }

  @Test func `tells each act once, however often it goes to and fro`() {
    var acts = ActHistory()
    let phone = ActHistory.Place(device: 0, list: 0, account: "")
    let tablet = ActHistory.Place(device: 1, list: 0, account: "")
    acts.act(on: "a", isDismissal: true, at: phone)
    acts.notePush(0, at: phone, keepingFrom: 0)
    #expect(acts.learn(from: 0, at: tablet) == [KeyText("a")])
    acts.act(on: "b", isDismissal: true, at: tablet)
    acts.notePush(1, at: tablet, keepingFrom: 0)
    #expect(acts.learn(from: 1, at: phone) == [KeyText("b")])
    acts.act(on: "b", isDismissal: false, at: phone)
    acts.notePush(2, at: phone, keepingFrom: 0)
    #expect(acts.learn(from: 2, at: tablet) == [KeyText("b")])
    #expect(acts.verdict(on: "b", at: tablet) == false)
    #expect(acts.verdict(on: "a", at: phone) == true)
  }
}
