import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import Testing

/// A scenario file of the corpus, or of the shared cases where they are there.
struct ScenarioFile: Sendable, CustomTestStringConvertible {
  var path: String

  var testDescription: String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  static let all: [ScenarioFile] = {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var files: [String] = []
    for folder in ["recordings", "../shared/cases/scenarios"] {
      let base = root.appending(path: folder)
      let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      while let url = enumerator?.nextObject() as? URL {
        if url.pathExtension == "scenario" { files.append(url.path) }
      }
    }
    return files.sorted().map { ScenarioFile(path: $0) }
  }()

  func session() throws -> Session {
    try Session(Array(try Data(contentsOf: URL(filePath: path))))
  }
}

/// A scenario, ready to be replayed.
struct Session {
  let scenario: Scenario
  let named: [NamedPolicy]
  let catalog: Catalog

  init(_ text: [UInt8]) throws {
    catalog = try Self.weather.get()
    scenario = try Scenario(text, catalog: catalog)
    var named: [NamedPolicy] = []
    for policy in scenario.policies {
      let base = (named + BuiltInPolicies.all).first { $0.name == policy.base }
      named.append(
        try PolicySwitches.applying(
          policy.switches, to: try #require(base), name: policy.name))
    }
    self.named = named
  }

  /// The weather app's catalog, read once for all tests.
  static let weather = Result { try Catalog.parse(Array(WeatherCatalog.text.utf8)) }

  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  /// The facts, as a source.
  func facts() -> LineSource {
    LineSource(header: header(under: nil), events: scenario.events)
  }

  /// What replaying the facts under `policy` comes to.
  func replayed(under policy: String, until: Until? = nil) throws -> ReplayResult {
    try ReplayResult.run(
      facts, policy: PolicyChoice(policy, named: named), until: until)
  }

  /// The facts performed under `policy`: a recording.
  func recorded(under policy: String) throws -> LineSource {
    LineSource(header: header(under: policy), events: try performed(under: policy))
  }

  /// The events that a recording of the facts under `policy` holds.
  func performed(under policy: String) throws -> [Event] {
    let performance = try Performance(
      header: header(under: nil), policy: PolicyChoice(policy, named: named), source: facts())
    var batch = EventBatch()
    var source = facts()
    var events: [Event] = []
    var first = 0
    while try source.next(into: &batch) {
      let facts = Array(scenario.events[first..<(first + batch.count)])
      try performance.perform(batch, facts: facts) { events += $0.events }
      first += batch.count
    }
    return events
  }

  private func header(under policy: String?) -> RecordingHeader {
    RecordingHeader(
      name: "scenario", recordedUnder: policy ?? "allowlist+tombstones", catalog: catalog)
  }
}

extension Scenario {
  /// The expectations, policy by policy.
  func expectationsByPolicy() -> [(policy: String, expectations: Expectations)] {
    var texts: [String] = []
    for text in expectations.map(\.policy) + finals.map(\.policy) where !texts.contains(text) {
      texts.append(text)
    }
    return texts.map { text in
      let stated = expectations.filter { $0.policy == text }
      let findings = stated.flatMap(\.findings).compactMap(expected)
      let states = finals.filter { $0.policy == text }.flatMap(\.states).map {
        Expectations.ExpectedFinal(
          device: $0.device.text, what: $0.what, content: content(of: $0.state))
      }
      return (text, Expectations(findings: stated.isEmpty ? nil : findings, finals: states))
    }
  }

  private func expected(_ finding: ExpectedFinding) -> Expectations.ExpectedFinding? {
    guard let check = Check(rawValue: finding.check) else {
      Issue.record("no check is called \(finding.check)")
      return nil
    }
    return Expectations.ExpectedFinding(
      check: check, severity: finding.isWarning ? .warning : nil, device: finding.device.text,
      key: finding.key)
  }

  private func content(
    of state: ExpectedState.State
  ) -> Expectations.ExpectedFinal.Content {
    switch state {
    case .absent: .absent
    case .members(let ids): .ids(ids)
    case .value(let value): .value(value)
    }
  }
}
