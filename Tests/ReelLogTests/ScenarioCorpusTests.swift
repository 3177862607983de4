import Foundation
import ReelEvents
import ReelLog
import Testing

private let ownFolders = ["watch-settings", "not-interested"].map {
  packageFolder.appending(path: "recordings/\($0)")
}
private let givenFolder = packageFolder.deletingLastPathComponent()
  .appending(path: "shared/cases/scenarios")
private let givenFiles = scenarioFiles(in: givenFolder)

/// Reads a scenario with the weather app's catalog.
private func scenario(at file: URL) throws -> Scenario {
  let catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8))
  return try Scenario(Array(try Data(contentsOf: file)), catalog: catalog)
}

@Suite struct `The corpus of scenarios` {
  @Test(arguments: ownFolders.flatMap(scenarioFiles))
  func `tells of each what it is, and what is expected`(file: URL) throws {
    let scenario = try scenario(at: file)
    for word in ["case", "source", "shows", "origin", "pair"] {
      #expect(scenario.comment(word)?.isEmpty == false, "\(word)")
    }
    #expect(!scenario.events.isEmpty)
    #expect(!scenario.expectations.isEmpty)
    #expect(!scenario.finals.isEmpty)
    #expect(scenario.lines.count == scenario.events.count)
  }

  @Test(arguments: ownFolders)
  func `has a name for each that is lower-case words`(folder: URL) {
    let files = scenarioFiles(in: folder)
    #expect(files.count >= 20)
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      #expect(name.allSatisfy { $0 == "-" || $0 == Character($0.lowercased()) }, "\(name)")
    }
  }

  @Test(arguments: ownFolders.flatMap(scenarioFiles))
  func `expects something of every policy that a scenario defines`(file: URL) throws {
    let scenario = try scenario(at: file)
    let named = (scenario.expectations.map(\.policy) + scenario.finals.map(\.policy)).joined()
    for policy in scenario.policies { #expect(named.contains(policy.name), "\(policy.name)") }
  }
}

@Suite(.enabled(if: !givenFiles.isEmpty, "skipped: ../shared/cases is not there"))
struct `The given scenarios` {
  @Test func `are all there`() { #expect(givenFiles.count == 21) }

  @Test(arguments: givenFiles)
  func `are read`(file: URL) throws {
    let scenario = try scenario(at: file)
    #expect(!scenario.events.isEmpty)
    #expect(!scenario.expectations.isEmpty)
  }

  @Test(arguments: givenFiles)
  func `are in the corpus, with a line on their origin`(file: URL) throws {
    let given = try String(contentsOf: file, encoding: .utf8)
    let copies = try ownFolders.flatMap(scenarioFiles)
      .map { try String(contentsOf: $0, encoding: .utf8) }
      .map { text in
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .filter { !$0.hasPrefix("# origin:") }.joined(separator: "\n")
      }
    #expect(copies.contains(given))
  }
}
