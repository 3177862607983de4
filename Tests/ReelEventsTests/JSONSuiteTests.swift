import Foundation
import ReelEvents
import Testing

/// The JSON test suite by Nicolas Seriot, where the shared corpora are beside the package.
private let suiteFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "shared/corpora/json-test-suite")

private let isThere = FileManager.default.fileExists(atPath: suiteFolder.path)

@Suite(.enabled(if: isThere, "skipped: ../shared/corpora is not there"))
struct `The JSON test suite` {
  private func files(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
    let names = try FileManager.default.contentsOfDirectory(atPath: suiteFolder.path)
      .filter { $0.hasPrefix(prefix) }.sorted()
    return try names.map { ($0, Array(try Data(contentsOf: suiteFolder.appending(path: $0)))) }
  }

  private func isJSON(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes, dialect: .bare)
    do {
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  @Test func `is accepted where it must be`() throws {
    let all = try files("y_")
    #expect(all.count == 95)
    for (name, bytes) in all { #expect(isJSON(bytes), "\(name)") }
  }

  @Test func `is refused where it must be`() throws {
    let all = try files("n_")
    #expect(all.count == 188)
    for (name, bytes) in all { #expect(!isJSON(bytes), "\(name)") }
  }

  @Test func `is read to an end where it may be either`() throws {
    for (_, bytes) in try files("i_") { _ = isJSON(bytes) }
  }

  @Test func `is no more a value than it is JSON`() throws {
    for (name, bytes) in try files("") where (try? Value.parse(bytes)) != nil {
      #expect(isJSON(bytes), "\(name)")
    }
  }
}
