import ReelTesting
import Synchronization
import Testing

@Suite("A law")
struct LawsTests {
  @Test(arguments: ["union", "tombstones", "wipe-then-apply+union"])
  func `of merging holds of lists that remember`(_ policy: String) throws {
    try expectMergeLaws(policy)
  }

  @Test func `of merging that does not hold is named, with the seed and both sides`() {
    expectFailure("replace, seed 1: merging is not commutative", "a pulls b = {") {
      try expectMergeLaws("replace")
    }
  }

  @Test(.recordings(in: Corpus.dismissals))
  func `of replaying holds of every session about lists`() throws {
    try expectReplayedTwiceSame(Recording.current)
    try expectPrefixThenRest(Recording.current)
  }

  @Test func `of replaying holds of a session about settings, under any rule`() throws {
    for policy in ["wipe-then-apply", "landmine", "explicit"] {
      try expectReplayedTwiceSame(Corpus.landmine, under: policy)
      try expectPrefixThenRest(Corpus.landmine, under: policy)
    }
  }
}

@Suite("A test of recordings")
struct RecordingsTests {
  @Test(arguments: try Recording.all(in: Corpus.dismissals))
  func `has each of them as an argument, by its name`(_ recording: Recording) throws {
    #expect(recording.testDescription.hasSuffix(".jsonl.zst"))
    #expect(!recording.testDescription.contains("/"))
    _ = try recording.open()
  }

  @Test func `fails where there are none`() throws {
    let folder = try Folder()
    #expect(throws: (any Error).self) { try Recording.all(in: folder.path) }
    #expect(throws: (any Error).self) { try Recording.all(in: "nowhere") }
    #expect(throws: (any Error).self) { try Recording.current }
  }

  @Test func `takes lines in place of a file`() throws {
    let catalog = #"{"keys":[],"rules":[]}"#
    let recording = Recording(
      "inline",
      lines: #"""
        {"reel":1,"recording":{"name":"inline","recordedUnder":"allowlist","catalog":\#(catalog)}}
        {"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"device.installed"}
        {"at":"2026-01-01T00:00:01Z","device":"phone","event":"store.set","key":"a","value":1}
        """#)
    try expectReproduced(recording)
    try expectSettings(#"{"a":1}"#, on: "phone", in: recording)
    #expect(throws: (any Error).self) { try Recording("bad", lines: "no header").open() }
    expectFailure("inline under allowlist: phone ends with another a", "event 2, {") {
      try expectSettings(#"{"a":2}"#, on: "phone", in: recording)
    }
  }
}

/// Takes out the issues that name their recording, and leaves those that do not.
private let onlyUnnamed = IssueHandlingTrait.compactMapIssues { issue in
  let isNamed = issue.comments.contains {
    $0.rawValue.hasPrefix("with ") && $0.rawValue.hasSuffix(".jsonl.zst")
  }
  return isNamed ? nil : issue
}

@Suite("The trait of recordings")
struct RecordingsTraitTests {
  @Test(onlyUnnamed, .recordings(in: Corpus.dismissals))
  func `names the recording in each failure`() throws {
    Issue.record("this one fails")
    throw Stopped()
  }

  @Test func `runs a test for each of them in order, and goes on behind a failure`() async throws {
    let test = try #require(Test.current)
    let trait: RecordingsTrait = .recordings(in: Corpus.dismissals)
    let names = Mutex<[String]>([])
    await withKnownIssue {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let recording = try Recording.current
        names.withLock { $0.append(recording.name) }
        throw Stopped()
      }
    }
    #expect(names.withLock { $0 } == (try Recording.all(in: Corpus.dismissals).map(\.name)))
  }

  private struct Stopped: Error {}
}
