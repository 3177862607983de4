import Foundation
import ReelReplay
import ReelTesting
import Testing

@Suite("An expectation of a recording")
struct ExpectationsTests {
  private let landmine = Recording(
    URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "recordings/watch-settings/landmine.jsonl.zst").path)

  @Test func `is met by what holds`() throws {
    try expectReproduced(landmine)
    try expectNoFindings(in: landmine, under: "allowlist")
    try expectSame(landmine, from: "allowlist", to: "allowlist-wiping-all")
    try expectFindings(
      [.entitlementByAbsence, .unsyncedKeyRead], in: landmine, under: "landmine")
  }

  @Test func `names the event of what does not hold`() throws {
    try withKnownIssue {
      try expectNoFindings(in: landmine, under: "landmine")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("event ") }
    }
    try withKnownIssue {
      try expectSame(landmine, from: "wipe-then-apply", to: "landmine")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("memberEntitlement") }
    }
    try withKnownIssue {
      try expectFindings([.echoWrite], in: landmine, under: "allowlist")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("expected echo-write") }
    }
  }
}
