import ReelLog
import ReelPolicies
import ReelReplay
import Testing

@testable import ReelCommands

@Suite("reel help TOPIC")
struct TopicsTests {
  @Test(arguments: HelpTopic.allCases)
  func `fits a screen's width, and is named in the general help`(_ topic: HelpTopic) {
    let run = Reel("help", topic.rawValue)
    #expect(run.status == 0)
    for line in run.lines { #expect(line.count <= 100, "\(line)") }
    #expect(run.lines.count > 20)
    #expect(Reel("help").output.contains("help \(topic.rawValue) "))
  }

  @Test func `names every switch, every built-in rule, every verb and every check`() {
    let policies = Reel("help", "policies").output
    for name in PolicySwitches.names { #expect(policies.contains("  \(name): ")) }
    #expect(BuiltInPolicies.meanings.map(\.name) == BuiltInPolicies.all.map(\.name))
    for policy in BuiltInPolicies.all { #expect(policies.contains("  \(policy.name)  ")) }
    let scenarios = Reel("help", "scenarios").output
    for form in Scenario.verbForms { #expect(scenarios.contains("  \(form)\n")) }
    let checks = Reel("help", "checks").output
    for check in Check.allCases { #expect(checks.contains("  \(check.rawValue)  ")) }
  }

  @Test(arguments: BuiltInPolicies.all.map(\.name))
  func `prints a built-in rule as a file that is the same rule`(_ name: String) throws {
    let folder = try Folder()
    let file = try folder.write("rule.json", Reel("help", "policies", name).output)
    let built = try #require(BuiltInPolicies.all.first { $0.name == name })
    let read = try #require(try PolicyFiles.policies(in: file, besides: []).first)
    #expect(read.settings == built.settings)
    #expect(read.dismissals == built.dismissals)
  }

  @Test func `has examples that hold`() throws {
    let folder = try Folder()
    let lines = ScenariosTopic.expectations + ScenariosTopic.session
    let scenario = try folder.write("one.scenario", lines.joined(separator: "\n") + "\n")
    let tested = Reel("test", scenario)
    #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
    let rule = try folder.write("rule.json", PoliciesTopic.example.joined(separator: "\n"))
    #expect(Reel("replay", scenario, "--policy", rule).status == 0)
    #expect(
      Reel("replay", scenario, "--policy", "allowlist,watch=landmine,phone@1=\(rule)").status == 0)
    let catalog = try folder.write("catalog.json", CatalogTopic.example.joined(separator: "\n"))
    let own = try folder.write(
      "own.scenario", "phone installs\nwatch installs\nphone sets isMember true\n")
    #expect(Reel("replay", own, "--catalog", catalog).errors.isEmpty)
  }

  @Test(arguments: [
    (["help", "policies", "landmin"], "did you mean landmine?"),
    (["help", "diff", "policies"], "only policies takes a name"),
    (["help", "scenario"], "did you mean scenarios?"),
    (["help", "policy"], "the topics policies scenarios catalog checks"),
  ])
  func `says what would be right`(_ words: [String], _ sentence: String) {
    let run = Reel(words)
    #expect(run.status == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `is where an unknown switch sends whoever wrote it`() throws {
    let folder = try Folder()
    let rule = try folder.write("rule.json", #"{"extends":"allowlist","foo":1}"#)
    let file = try folder.write("a.scenario", "phone installs\n")
    #expect(Reel("replay", file, "--policy", rule).errors.contains("reel help policies"))
  }
}
