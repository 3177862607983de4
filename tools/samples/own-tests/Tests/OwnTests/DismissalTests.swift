import ReelTesting
import Testing

/// What a music app promises of its list of dismissed albums.
@Suite struct DismissalTests {
  @Test(arguments: ["union", "tombstones"])
  func `Merging needs no order`(_ policy: String) throws {
    try expectMergeLaws(policy)
  }

  @Test func `The last blob to arrive wins where lists are replaced`() throws {
    try withKnownIssue {
      try expectMergeLaws("replace")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("merging is not commutative") }
    }
  }

  @Test(.recordings(in: "../../../../../recordings/not-interested"))
  func `A replay may pause anywhere`() throws {
    try expectPrefixThenRest(Recording.current)
  }
}
