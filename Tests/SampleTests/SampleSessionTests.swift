import Foundation
import ReelCommands
import Testing

/// A session of the two sample programs, recorded by `reel record`.
private final class RecordedSession {
  private let folder: URL
  let recording: String

  init(_ arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    recording = folder.appending(path: "live.jsonl.zst").path
    let recorded = reel(["record", "-o", recording, "--", try Self.driver()] + arguments)
    try #require(recorded.status == 0, "\(recorded.errors)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The driver that was built together with this test: beside the bundle, which on Linux is the
  /// folder itself.
  private static func driver() throws -> String {
    let bundle = Bundle(for: RecordedSession.self).bundleURL
    let paths = [bundle, bundle.deletingLastPathComponent()].map {
      $0.appending(path: "sample-session").path
    }
    return try #require(paths.first { FileManager.default.isExecutableFile(atPath: $0) })
  }

  func reel(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (CommandOutput(), CommandOutput())
    let status = ReelCommand.run(
      arguments, input: CommandInput([]), output: output, errors: errors,
      environment: ProcessInfo.processInfo.environment)
    return (status, output.text, errors.text)
  }
}

@Suite("A session of real programs")
struct SampleSessionTests {
  @Test(arguments: ["allowlist", "explicit", "landmine"])
  func `is reproduced by replay, whatever the apps' rule`(_ policy: String) throws {
    let session = try RecordedSession([policy])
    let verified = session.reel(["replay", session.recording, "--verify"])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
  }

  @Test func `under the old rule holds the landmine`() throws {
    let session = try RecordedSession()
    let verified = session.reel(["replay", session.recording, "--verify"])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")

    let before = session.reel(["check", session.recording])
    #expect(!before.output.contains("entitlement-by-absence"))
    let after = session.reel(["check", session.recording, "--policy", "landmine"])
    #expect(after.status == 1)
    #expect(after.output.contains("entitlement-by-absence"))

    let diff = session.reel(["diff", session.recording, "--to", "landmine"])
    #expect(diff.status == 1)
    #expect(diff.output.contains("paidWatch"))
  }
}

@Suite("The script that drives the samples")
struct SampleScriptTests {
  @Test func `says what to do where nothing is built`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardizedFileURL
    let bare = FileManager.default.temporaryDirectory.appending(path: "reel-\(UUID().uuidString)")
    let script = bare.appending(path: "tools/samples/session")
    try FileManager.default.createDirectory(
      at: script.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bare) }
    try FileManager.default.copyItem(
      at: root.appending(path: "tools/samples/session"), to: script)

    let process = Process()
    let errors = Pipe()
    process.executableURL = script
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(text.contains("not built; run: swift build"))
  }
}
