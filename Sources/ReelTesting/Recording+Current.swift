import ReelLog
public import Testing

extension Recording {
  @TaskLocal static var inWork: Recording?

  /// The recording that the trait `recordings(in:)` runs the test for at the moment.
  /// - Throws: `LogError` in a test without that trait.
  public static var current: Recording {
    get throws {
      if let inWork { return inWork }
      throw LogError(
        .noInput, path: "", expected: "a test with the trait .recordings(in:)",
        found: "one without",
        remedy: "Name the recording, or the folder of recordings in that trait.")
    }
  }
}

/// Runs a test, or every test of a suite, once for each recording in a folder.
///
/// The library cannot make tests of its own out of one, so they are one test to it; each failure
/// names its recording, and a failure of one keeps none of the others from running.
/// `@Test(arguments: try Recording.all(in:))` shows them one by one where a test may take an
/// argument.
public struct RecordingsTrait: TestTrait, SuiteTrait, TestScoping {
  private let folder: String
  private let file: String

  init(folder: String, file: String) {
    self.folder = folder
    self.file = file
  }

  /// Whether the tests of a suite are run one by one in the scope, which they are.
  public var isRecursive: Bool { true }

  /// Runs `function` once for each recording, which is `Recording.current` meanwhile.
  /// - Throws: `LogError` if there is none.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for recording in try Recording.all(in: folder, from: file) {
      let naming = IssueHandlingTrait.compactMapIssues { issue in
        // An issue passes here more than once.
        let name = Comment(rawValue: "with \(recording)")
        var named = issue
        if !named.comments.contains(name) { named.comments.append(name) }
        return named
      }
      try await Recording.$inWork.withValue(recording) {
        try await naming.provideScope(for: test, testCase: testCase) {
          do {
            try await function()
          } catch {
            Issue.record(error)
          }
        }
      }
    }
  }
}

extension Trait where Self == RecordingsTrait {
  /// Runs the test once for each recording in `folder` and below it: `Recording.current`.
  /// - Parameter file: the source file from whose folder a relative path leads.
  public static func recordings(in folder: String, from file: String = #filePath) -> Self {
    RecordingsTrait(folder: folder, file: file)
  }
}
